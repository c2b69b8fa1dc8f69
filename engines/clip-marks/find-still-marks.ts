// Finds marks that stand still in a clip while the scene moves: their outlines are the same in every frame, and those of the scene cancel out.
// Stretches of a few seconds are looked at by themselves as well, for marks that jump from one place to another.
import { dilate } from '../pixels/morphology.ts';
import type { Box, Frame } from './patch.ts';

export interface FoundMark {
  readonly box: Box;
  /** 0..1 */
  readonly score: number;
  /** Seconds of the clip, between which it was seen; it may have been there a stretch earlier and longer. */
  readonly start: number;
  readonly end: number;
}

/** A step in levels that counts half: strong edges of the scene must not outweigh a faint mark. */
const softStep = 12;
const softSteps = Float32Array.from({ length: 511 }, (_, i) => (i - 255) / (Math.abs(i - 255) + softStep));
/** Frames with more pixels are halved: no mark is so fine. */
const mostPixels = 1_400_000;
/** Pixels along the border of a frame that are not looked at: scaling and coding leave lines there. */
const border = 3;
/** Of an outline: how strong on the mean (0..1), how many times the usual strength, and which share of all steps is alike. */
const lasting = { strength: 0.11, timesUsual: 4, alike: 0.5 };
/** The same for a stretch, in which slow scenes have hardly moved. */
const lastingInStretch = { strength: 0.2, timesUsual: 6, alike: 0.7 };
/** Share of the scene's own texture that stays in place, above which nothing can be told. */
const stillShare = 0.3;
const leastTexture = 0.25;
const fewest = { outline: 40, inStretch: 70 };
/** Largest share of the frame's sides, and least side in pixels. */
const most = { across: 0.75, down: 0.45 };
const leastSide = 6;
const mostMarks = 6;
/** A line that crosses this share of the frame is the edge of a black bar. */
const barShare = 0.5;
const overlapsAt = 0.3;
/** Fainter findings are mostly parts of the scene. */
const leastScore = 0.42;

interface Sums {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly sizes: Float32Array;
  frames: number;
}

interface Part {
  readonly box: Box;
  readonly outline: number;
  readonly alike: number;
}

const newSums = (pixels: number): Sums => ({
  x: new Float32Array(pixels),
  y: new Float32Array(pixels),
  sizes: new Float32Array(pixels),
  frames: 0,
});

/** Brightness, at half the size where `factor` is 2. */
function readBrightness({ data, width, height }: Frame, factor: number): Uint8Array {
  if (factor === 1) return data.subarray(0, width * height);
  const [across, down] = [Math.floor(width / 2), Math.floor(height / 2)];
  const small = new Uint8Array(across * down);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const i = 2 * y * width + 2 * x;
      small[y * across + x] = (data[i]! + data[i + 1]! + data[i + width]! + data[i + width + 1]! + 2) >> 2;
    }
  return small;
}

function addFrame(sums: Sums, level: Uint8Array, width: number, height: number): void {
  for (let y = border; y < height - border - 1; y++) {
    for (let i = y * width + border, end = (y + 1) * width - border - 1; i < end; i++) {
      const right = softSteps[level[i + 1]! - level[i]! + 255]!;
      const below = softSteps[level[i + width]! - level[i]! + 255]!;
      sums.x[i]! += right;
      sums.y[i]! += below;
      sums.sizes[i]! += Math.abs(right) + Math.abs(below);
    }
  }
  sums.frames++;
}

function mergeSums(into: Sums, from: Sums): void {
  for (let i = 0; i < into.x.length; i++) {
    into.x[i]! += from.x[i]!;
    into.y[i]! += from.y[i]!;
    into.sizes[i]! += from.sizes[i]!;
  }
  into.frames += from.frames;
}

/** The usual strength of a lasting step: what a scene leaves behind by chance. */
function usualStrength({ x, y, frames }: Sums): number {
  const some: number[] = [];
  for (let i = 0; i < x.length; i += 37) some.push(Math.hypot(x[i]!, y[i]!) / frames);
  some.sort((a, b) => a - b);
  return some[some.length >> 1] ?? 0;
}

/** 1 at pixels whose steps are alike in nearly all frames. */
function findOutlines(sums: Sums, rule: typeof lasting): Uint8Array {
  const least = Math.max(rule.strength, rule.timesUsual * usualStrength(sums));
  const flags = new Uint8Array(sums.x.length);
  for (let i = 0; i < flags.length; i++) {
    const strength = Math.hypot(sums.x[i]!, sums.y[i]!);
    if (strength / sums.frames >= least && strength >= rule.alike * sums.sizes[i]!) flags[i] = 1;
  }
  return flags;
}

/** Which share of the scene's texture stays where it is. */
function measureStillness({ x, y, sizes, frames }: Sums): number {
  let [textured, still] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    if (sizes[i]! / frames < leastTexture) continue;
    textured++;
    if (Math.hypot(x[i]!, y[i]!) >= lasting.alike * sizes[i]!) still++;
  }
  return textured < x.length / 500 ? 0 : still / textured;
}

/** Removes lines across most of the frame, in place. */
function dropBars(flags: Uint8Array, width: number, height: number): void {
  const clear = (length: number, lines: number, at: (line: number, k: number) => number) => {
    for (let line = 0; line < lines; line++) {
      let sum = 0;
      for (let k = 0; k < length; k++) sum += flags[at(line, k)]!;
      if (sum > barShare * length) for (let k = 0; k < length; k++) flags[at(line, k)] = 0;
    }
  };
  clear(width, height, (line, k) => line * width + k);
  clear(height, width, (line, k) => k * width + line);
}

/** Connected parts of the outlines, those of letters joined. */
function joinOutlines(flags: Uint8Array, sums: Sums, width: number, height: number, fewestPixels: number): Part[] {
  const reach = Math.min(60, Math.max(5, Math.round(width / 90)));
  const wide = dilate(flags, width, height, reach);
  const parts: Part[] = [];
  const seen = new Uint8Array(flags.length);
  for (let start = 0; start < wide.length; start++) {
    if (!wide[start] || seen[start]) continue;
    const stack = [start];
    seen[start] = 1;
    let [left, top, right, bottom, outline, alike] = [width, height, 0, 0, 0, 0];
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      const x = i % width;
      const y = (i - x) / width;
      if (flags[i]) {
        outline++;
        alike += Math.hypot(sums.x[i]!, sums.y[i]!) / sums.sizes[i]!;
        [left, top, right, bottom] = [
          Math.min(left, x),
          Math.min(top, y),
          Math.max(right, x + 2),
          Math.max(bottom, y + 2),
        ];
      }
      const visit = (j: number) => {
        if (!wide[j] || seen[j]) return;
        seen[j] = 1;
        stack.push(j);
      };
      if (x > 0) visit(i - 1);
      if (x + 1 < width) visit(i + 1);
      if (y > 0) visit(i - width);
      if (y + 1 < height) visit(i + width);
    }
    const box = { x: left, y: top, w: right - left, h: bottom - top };
    const fits = box.w <= most.across * width && box.h <= most.down * height && Math.min(box.w, box.h) >= leastSide;
    if (outline >= fewestPixels && fits) parts.push({ box, outline, alike: alike / outline });
  }
  return parts.sort((a, b) => b.outline * b.alike - a.outline * a.alike);
}

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / Math.min(a.w * a.h, b.w * b.h);
}

const unite = (a: Box, b: Box): Box => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
};

const scoreOf = ({ outline, alike }: Part) => Math.min(1, alike * (0.6 + 0.4 * Math.min(1, outline / 400)));

export interface MarkSearch {
  /** Takes a frame of the clip, in their order. */
  readonly add: (frame: Frame, seconds: number) => void;
  /** The best first. */
  readonly finish: () => { readonly marks: readonly FoundMark[]; readonly isStill: boolean };
}

/**
 * Looks for marks in frames that are spread over `seconds`. `stretchSeconds`: how long a mark stays in one place at least, to be found there.
 * Memory: 24 bytes a pixel.
 */
export function searchMarks(
  size: { readonly width: number; readonly height: number },
  seconds: number,
  stretchSeconds: number,
): MarkSearch {
  const factor = size.width * size.height > mostPixels ? 2 : 1;
  const [width, height] = [Math.floor(size.width / factor), Math.floor(size.height / factor)];
  const whole = newSums(width * height);
  const stretches: { readonly parts: readonly Part[]; readonly start: number; readonly end: number }[] = [];
  let stretch = newSums(width * height);
  let began = 0;

  function endStretch(at: number): void {
    if (stretch.frames === 0) return;
    const flags = findOutlines(stretch, lastingInStretch);
    dropBars(flags, width, height);
    const parts =
      measureStillness(stretch) > stillShare ? [] : joinOutlines(flags, stretch, width, height, fewest.inStretch);
    stretches.push({ parts: parts.slice(0, mostMarks), start: began, end: at });
    mergeSums(whole, stretch);
    stretch = newSums(width * height);
    began = at;
  }

  /** Marks that are found in some stretches only, those that follow each other joined. */
  function findJumping(known: readonly Part[]): FoundMark[] {
    const jumping: { box: Box; score: number; start: number; end: number; last: number }[] = [];
    for (const [at, { parts, start, end }] of stretches.entries()) {
      for (const part of parts) {
        if (known.some(({ box }) => overlap(box, part.box) > overlapsAt)) continue;
        const earlier = jumping.find(({ box, last }) => last >= at - 1 && overlap(box, part.box) > overlapsAt);
        if (earlier) Object.assign(earlier, { box: unite(earlier.box, part.box), end, last: at });
        else jumping.push({ box: part.box, score: scoreOf(part), start, end, last: at });
      }
    }
    return jumping.map(({ box, score, start, end }) => ({ box, score, start, end }));
  }

  function finish() {
    endStretch(seconds);
    if (whole.frames === 0) return { marks: [], isStill: false };
    const flags = findOutlines(whole, lasting);
    dropBars(flags, width, height);
    const isStill = measureStillness(whole) > stillShare;
    const parts = isStill ? [] : joinOutlines(flags, whole, width, height, fewest.outline).slice(0, mostMarks);
    const steady = parts.map(part => ({ box: part.box, score: scoreOf(part), start: 0, end: seconds }));
    const jumping = isStill || stretches.length < 2 ? [] : findJumping(parts).slice(0, 2 * mostMarks);
    const scale = ({ x, y, w, h }: Box): Box => ({ x: x * factor, y: y * factor, w: w * factor, h: h * factor });
    const widen = Math.max(2, Math.round(width / 200)) * factor;
    const marks = [...steady, ...jumping].map(mark => {
      const { x, y, w, h } = scale(mark.box);
      const [left, top] = [Math.max(0, x - widen), Math.max(0, y - widen)];
      const right = Math.min(size.width, x + w + widen);
      const bottom = Math.min(size.height, y + h + widen);
      return { ...mark, box: { x: left, y: top, w: right - left, h: bottom - top } };
    });
    const sure = marks.filter(({ score }) => score >= leastScore);
    return { marks: sure.sort((a, b) => b.score - a.score), isStill };
  }

  return {
    add: (frame, at) => {
      if (at - began >= stretchSeconds) endStretch(at);
      addFrame(stretch, readBrightness(frame, factor), width, height);
    },
    finish,
  };
}
