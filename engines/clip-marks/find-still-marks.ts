// Finds marks that stay in place in a clip while the scene moves: their outlines are the same in every frame, and those of the scene cancel out.
// Stretches of a few seconds are also searched separately, for marks that jump from place to place.
import {
  addFrame,
  findParts,
  fitsFrame,
  measureStillness,
  mergeSums,
  newSums,
  type Part,
  type Sums,
  weightOf,
} from './lasting-steps.ts';
import type { Box, Frame } from './patch.ts';

export interface FoundMark {
  readonly box: Box;
  /** 0..1 */
  readonly score: number;
  /** The seconds of the clip between which the mark was seen; it may have been there a stretch earlier and longer. */
  readonly start: number;
  readonly end: number;
}

/** Frames with more pixels are halved: no mark is that fine. */
const mostPixels = 1_400_000;
/** Requirements on an outline in the whole clip, and in a single stretch, in which slow scenes have hardly moved. */
const lasting = { strength: 0.11, timesUsual: 4, alike: 0.5, fewestPixels: 40 };
const lastingInStretch = { strength: 0.2, timesUsual: 6, alike: 0.7, fewestPixels: 70 };
/** Share of the scene's texture that stays in place above which marks cannot be told from the scene. */
const stillShare = 0.3;
const mostMarks = 6;
const overlapsAt = 0.3;
/** Findings with a lower score are mostly parts of the scene. */
const leastScore = 0.42;
/** Minimum presence of a mark in a stretch, as a share of its presence in the clearest stretch. */
const leastPresence = 0.45;

/** Returns the luma plane of a frame, at half the size where `factor` is 2. */
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

const scoreOf = ({ alike, pixels }: Part) => Math.min(1, alike * (0.6 + 0.4 * Math.min(1, pixels.length / 400)));

/** The mean steps of a stretch, in 1/127: enough to tell which marks it shows. */
interface Stretch {
  readonly x: Int8Array;
  readonly y: Int8Array;
  readonly start: number;
  readonly end: number;
}

function keepStretch({ x, y, frames }: Sums, start: number, end: number): Stretch {
  const mean = (sums: Float32Array) => {
    const means = new Int8Array(sums.length);
    // A loop, because `Int8Array.from` takes twenty times as long for the pixels of a frame.
    for (let i = 0; i < sums.length; i++) means[i] = Math.round((sums[i]! / frames) * 127);
    return means;
  };
  return { x: mean(x), y: mean(y), start, end };
}

/** Correlates a mark's outline with the steps of a stretch. */
function measurePresence({ pixels, x, y }: Part, stretch: Stretch): number {
  let sum = 0;
  for (let k = 0; k < pixels.length; k++) sum += x[k]! * stretch.x[pixels[k]!]! + y[k]! * stretch.y[pixels[k]!]!;
  return sum;
}

/** Returns the times at which a mark is seen; consecutive stretches are joined. */
function findTimes(part: Part, stretches: readonly Stretch[]): { start: number; end: number }[] {
  const presences = stretches.map(stretch => measurePresence(part, stretch));
  const least = leastPresence * Math.max(...presences);
  const times: { start: number; end: number }[] = [];
  for (const [at, { start, end }] of stretches.entries()) {
    if (presences[at]! < least) continue;
    const last = times.at(-1);
    if (last?.end === start) last.end = end;
    else times.push({ start, end });
  }
  return times;
}

export interface MarkSearch {
  /** Takes the frames of the clip, in order. */
  readonly add: (frame: Frame, seconds: number) => void;
  /** Returns the marks, best first. */
  readonly finish: () => { readonly marks: readonly FoundMark[]; readonly isStill: boolean };
}

/**
 * Searches for marks in frames spread over `seconds`. `stretchSeconds` is half the minimum time that a mark must stay in one place to be found there.
 * Memory: 36 bytes per pixel, plus 2 for each stretch.
 */
export function searchMarks(
  size: { readonly width: number; readonly height: number },
  seconds: number,
  stretchSeconds: number,
): MarkSearch {
  const factor = size.width * size.height > mostPixels ? 2 : 1;
  const [width, height] = [Math.floor(size.width / factor), Math.floor(size.height / factor)];
  const whole = newSums(width * height);
  const stretches: Stretch[] = [];
  const parts: Part[] = [];
  let before: Sums | undefined;
  let stretch = newSums(width * height);
  let began = 0;

  /** Searches a stretch alone and together with the one before it, since a mark need not begin with a stretch. */
  function endStretch(at: number): void {
    if (stretch.frames === 0) return;
    const looks = [stretch];
    if (before) {
      mergeSums(before, stretch);
      looks.push(before);
    }
    for (const sums of looks)
      if (measureStillness(sums) <= stillShare)
        parts.push(...findParts(sums, lastingInStretch, width, height).slice(0, mostMarks));
    stretches.push(keepStretch(stretch, began, at));
    mergeSums(whole, stretch);
    before = stretch;
    stretch = newSums(width * height);
    began = at;
  }

  /** Returns one part per place: the one with the greatest weight, with a box around the parts found there. */
  function findPlaces(): { part: Part; box: Box }[] {
    const places: { part: Part; box: Box }[] = [];
    for (const part of parts.toSorted((a, b) => weightOf(b) - weightOf(a))) {
      const place = places.find(({ box }) => overlap(box, part.box) > overlapsAt);
      if (!place) places.push({ part, box: part.box });
      else {
        const box = unite(place.box, part.box);
        if (2 * weightOf(part) > weightOf(place.part) && fitsFrame(box, width, height)) place.box = box;
      }
    }
    return places;
  }

  function finish() {
    endStretch(seconds);
    if (whole.frames === 0) return { marks: [], isStill: false };
    if (measureStillness(whole) > stillShare) return { marks: [], isStill: true };
    parts.push(...findParts(whole, lasting, width, height).slice(0, mostMarks));
    const widen = Math.max(2, Math.round(width / 200)) * factor;
    const marks = findPlaces()
      .filter(({ part }) => scoreOf(part) >= leastScore)
      .slice(0, 2 * mostMarks)
      .flatMap(({ part, box: { x, y, w, h } }) => {
        const [left, top] = [Math.max(0, x * factor - widen), Math.max(0, y * factor - widen)];
        const right = Math.min(size.width, (x + w) * factor + widen);
        const bottom = Math.min(size.height, (y + h) * factor + widen);
        const box = { x: left, y: top, w: right - left, h: bottom - top };
        return findTimes(part, stretches).map(times => ({ box, score: scoreOf(part), ...times }));
      });
    return { marks: marks.sort((a, b) => b.score - a.score), isStill: false };
  }

  return {
    add: (frame, at) => {
      if (at - began >= stretchSeconds) endStretch(at);
      addFrame(stretch, readBrightness(frame, factor), width, height);
    },
    finish,
  };
}
