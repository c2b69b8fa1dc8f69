// Finds subtitles burnt into a clip: the text detection network looks at a few frames per second, and each line it finds is followed by the strong
// steps of its strokes, which stay while the scene moves and disappear together with the line.

import { setImmediate as breathe } from 'node:timers/promises';
import { findText, type TextBox } from '../text/find-text.ts';
import { boundsOf } from '../text/rectangle.ts';
import { readFrames } from '../video/pipe-frames.ts';
import { unite } from './boxes.ts';
import type { ClipSource } from './clip-source.ts';
import { measurePresence, type Outline } from './learn-mark.ts';
import { alignBox, type Box, cutPatch, type Patch, type PatchPlane, toPixels } from './patch.ts';
import { shapeOfLine } from './subtitle-shape.ts';

/** Where and when to look for subtitles: an area drawn by a person, or a usual band. */
export interface SubtitleBand {
  readonly box: Box;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** A person drew it: all writing in it is removed, however long it stays. */
  readonly isDrawn: boolean;
}

export interface SubtitleLine {
  /** The line with its margin, in pixels of the frame; position and size are even. */
  readonly box: Box;
  /** One byte per pixel of the box. */
  readonly mask: Uint8Array;
  /** Indices into the box. */
  readonly outline: Outline;
  /** The writing without its margin. */
  readonly text: Box;
  /** Seconds between which the line was seen, and their uncertainty. */
  readonly start: number;
  readonly end: number;
  readonly looseSeconds: number;
}

/** Frames per second that are looked at, and the interval at which the network sees one of them. */
const hertz = 8;
const everyNetwork = 3;
/** Long edge in pixels of the network's input, at which subtitles are 18 to 30 pixels high. */
const networkEdge = 736;
const minScore = 0.55;
/** Limits for the height of a line as a share of the frame's shorter side, and for its slope. */
const lineHeight = { min: 0.022, max: 0.17 };
const maxTilt = 0.06;
/** Largest gap between two pieces of one line, in line heights. */
const pieceGap = 3;
/** Minimum presence of the strokes' steps in a frame that shows the line. */
const minPresence = 0.5;
/** Minimum number of samples that show a line; shorter ones are flashes of the scene. */
const fewestSamples = 4;
/** Writing that stays longer is a sign or a mark. */
const longestSeconds = 12;
/** Maximum number and size of the patches from which a line's shape is learnt. */
const maxPatches = 40;
const maxPatchBytes = 64 * 1024 * 1024;
/** By how many pixels at least, and line heights at most, a line is widened at once, and how much higher it may be seen. */
const [minMore, maxMore, maxHigher] = [2, 1.2, 1.4];
/** Number of samples before the network's first detection of a line in which the line is looked for. */
const looksBack = 8;
/** Change in levels around a line from which on it came or went with its scene, where the scene usually changes less from sample to sample. */
const sceneChange = { levels: 22, ofUsual: 1.5 };

/** Returns the areas where subtitles usually are: the lower part of the frame and its top. */
export function usualBands({ width, height }: { readonly width: number; readonly height: number }): SubtitleBand[] {
  const low = Math.floor(height * 0.58);
  return [
    { box: { x: 0, y: low, w: width, h: height - low }, isDrawn: false },
    { box: { x: 0, y: 0, w: width, h: Math.floor(height * 0.2) }, isDrawn: false },
  ];
}

interface Sample {
  readonly at: number;
  readonly patch: Patch;
}

interface Followed {
  /** In pixels of the band. */
  box: Box;
  quads: readonly TextBox[];
  readonly outline: Outline;
  readonly samples: Sample[];
  readonly before: readonly Sample[];
  count: number;
  last: number;
  /** The changes around the line from sample to sample. */
  readonly changes: number[];
}

const overlapOf = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);

/** Joins pieces of text to horizontal lines. `shorter` is the frame's shorter side. */
function joinPieces(found: readonly TextBox[], shorter: number): { box: Box; quads: TextBox[] }[] {
  const lines: { box: Box; quads: TextBox[] }[] = [];
  const level = found.filter(({ quad, score }) => {
    const [[ax, ay], [bx, by]] = quad;
    const { h } = boundsOf(quad);
    const isHigh = h >= lineHeight.min * shorter && h <= lineHeight.max * shorter;
    return score >= minScore && isHigh && Math.abs(by - ay) <= maxTilt * Math.abs(bx - ax) + 1;
  });
  for (const piece of level.sort((a, b) => a.quad[0][0] - b.quad[0][0])) {
    const box = boundsOf(piece.quad);
    const line = lines.find(({ box: other }) => {
      const [low, high] = [Math.min(box.h, other.h), Math.max(box.h, other.h)];
      const isBeside = overlapOf(box.y, box.h, other.y, other.h) > 0.6 * low && high < 1.7 * low;
      return isBeside && overlapOf(box.x, box.w, other.x, other.w) > -pieceGap * high;
    });
    if (line) Object.assign(line, { box: unite(line.box, box), quads: [...line.quads, piece] });
    else lines.push({ box, quads: [piece] });
  }
  return lines;
}

/** Returns the strongest steps within a box of a plane, which are those of the strokes. */
function takeOutline({ data, width, height }: PatchPlane, { x, y, w, h }: Box): Outline {
  const links: [from: number, to: number, step: number][] = [];
  const [right, bottom] = [Math.min(width - 1, Math.ceil(x + w)), Math.min(height - 1, Math.ceil(y + h))];
  for (let v = Math.max(0, Math.floor(y)); v < bottom; v++)
    for (let u = Math.max(0, Math.floor(x)); u < right; u++) {
      const i = v * width + u;
      for (const to of [i + 1, i + width]) links.push([i, to, data[to]! - data[i]!]);
    }
  links.sort((a, b) => Math.abs(b[2]) - Math.abs(a[2]));
  const strongest = links.slice(0, Math.max(40, Math.min(3000, Math.floor(links.length * 0.12))));
  return {
    from: Int32Array.from(strongest, link => link[0]),
    to: Int32Array.from(strongest, link => link[1]),
    steps: Float32Array.from(strongest, link => link[2]),
  };
}

/** Widens a line by what another sight of it shows more at its ends, such as a letter before a gap. */
function widen(line: Followed, { box, quads }: { box: Box; quads: readonly TextBox[] }): void {
  const { x, w, h } = line.box;
  const more = Math.max(x - box.x, box.x + box.w - x - w);
  const isLine = Math.max(box.h, h) < maxHigher * Math.min(box.h, h);
  if (more < minMore || more > maxMore * h || !isLine) return;
  line.box = unite(line.box, box);
  line.quads = [...line.quads, ...quads];
}

/** Mean absolute difference in levels between two patches outside a box, sampled on a sparse grid. */
function compareAround([a]: Patch, [b]: Patch, { x, y, w, h }: Box): number {
  let [sum, count] = [0, 0];
  for (let v = 0; v < a.height; v += 5)
    for (let u = 0; u < a.width; u += 5) {
      if (u > x - 8 && u < x + w + 8 && v > y - 8 && v < y + h + 8) continue;
      sum += Math.abs(a.data[v * a.width + u]! - b.data[v * a.width + u]!);
      count++;
    }
  return count === 0 ? 0 : sum / count;
}

interface Candidate extends SubtitleLine {
  /** The line came or went on its own, not with its scene. */
  readonly isFree: boolean;
  readonly isWholeTime: boolean;
}

/** Follows the lines in one band. */
function followBand(band: SubtitleBand, format: ClipSource['format'], window: { start: number; end: number }) {
  const box = alignBox(band.box, { across: 0, down: 0 }, format);
  const shorter = Math.min(format.width, format.height);
  const bytes = box.w * box.h * 1.5;
  const max = Math.max(10, Math.min(maxPatches, Math.floor(maxPatchBytes / bytes)));
  const open: Followed[] = [];
  const closing: { line: Followed; after: Sample[] }[] = [];
  const recent: Sample[] = [];
  const candidates: Candidate[] = [];

  function learn(
    { samples, before, box: text, quads, outline, count, last, changes }: Followed,
    after: readonly Sample[],
  ) {
    const first = samples[0]!;
    const seconds = last - first.at;
    if (count < fewestSamples || (!band.isDrawn && seconds > longestSeconds)) return;
    const shape = shapeOfLine({
      shown: samples.map(({ patch }) => patch),
      clear: [...before.slice(-2), ...after.slice(-1)].map(({ patch }) => patch),
      quads,
      text,
    });
    if (!shape) return;
    const { x, y, w, h } = shape.box;
    const local = (i: number) => (Math.floor(i / box.w) - y) * w + (i % box.w) - x;
    const came = before.at(-1);
    const went = after[0];
    // A line that stays while the camera pans across rich texture is free, however much that changes.
    const usual = changes.reduce((sum, change) => sum + change, 0) / Math.max(1, changes.length);
    const most = Math.max(sceneChange.levels, sceneChange.ofUsual * usual);
    const isFree =
      (came !== undefined && compareAround(came.patch, first.patch, text) < most) ||
      (went !== undefined && compareAround(samples.at(-1)!.patch, went.patch, text) < most);
    candidates.push({
      box: { x: box.x + x, y: box.y + y, w, h },
      mask: shape.mask,
      outline: { ...outline, from: outline.from.map(local), to: outline.to.map(local) },
      text: { x: box.x + text.x, y: box.y + text.y, w: text.w, h: text.h },
      start: first.at,
      end: last,
      looseSeconds: 1.6 / hertz,
      isFree,
      isWholeTime: first.at <= window.start + 0.2 && last >= window.end - 0.3,
    });
  }

  function close(line: Followed, now: Sample): void {
    open.splice(open.indexOf(line), 1);
    closing.push({ line, after: [now] });
  }

  function keep(line: Followed, sample: Sample): void {
    line.count++;
    line.last = sample.at;
    const previous = recent.at(-1);
    if (previous) line.changes.push(compareAround(previous.patch, sample.patch, line.box));
    if (line.samples.length >= max) for (let k = line.samples.length - 2; k > 0; k -= 2) line.samples.splice(k, 1);
    line.samples.push(sample);
  }

  const isShown = ({ outline }: { outline: Outline }, { patch }: Sample) =>
    measurePresence(outline, patch[0]) >= minPresence;

  function start({ box: text, quads }: { box: Box; quads: TextBox[] }, sample: Sample): void {
    const outline = takeOutline(sample.patch[0], text);
    const earlier: Sample[] = [];
    for (const one of recent.toReversed()) {
      if (!isShown({ outline }, one)) break;
      earlier.unshift(one);
    }
    const before = recent.slice(0, recent.length - earlier.length).slice(-3);
    const samples = [...earlier, sample];
    open.push({ box: text, quads, outline, samples, before, count: samples.length, last: sample.at, changes: [] });
  }

  return {
    async add(frame: { data: Uint8Array; width: number; height: number }, at: number, number: number): Promise<void> {
      if (at < (band.start ?? 0) || at > (band.end ?? Number.POSITIVE_INFINITY)) return this.finish();
      const sample: Sample = { at, patch: cutPatch(frame, box) };
      for (const entry of closing.slice()) {
        if (entry.after.push(sample) < 3) continue;
        closing.splice(closing.indexOf(entry), 1);
        learn(entry.line, entry.after);
      }
      for (const line of open.slice())
        if (isShown(line, sample)) keep(line, sample);
        else close(line, sample);
      if (number % everyNetwork === 0) {
        const longEdge = Math.min(networkEdge, Math.max(box.w, box.h));
        const found = await findText(toPixels(sample.patch), { longEdge });
        for (const line of joinPieces(found, shorter)) {
          const known = open.find(({ box: other }) => {
            const across = overlapOf(line.box.x, line.box.w, other.x, other.w);
            const down = overlapOf(line.box.y, line.box.h, other.y, other.h);
            return across > 0.6 * Math.min(line.box.w, other.w) && down > 0.5 * Math.min(line.box.h, other.h);
          });
          if (!known) start(line, sample);
          else if (line.box.w > known.box.w * 1.15 && known.count < 8) {
            // The network now sees more of the line than at first, so the line is learnt again.
            open.splice(open.indexOf(known), 1);
            start(line, sample);
          } else widen(known, line);
        }
      }
      recent.push(sample);
      if (recent.length > looksBack) recent.shift();
      await breathe();
    },
    finish(): void {
      for (const line of open) closing.push({ line, after: [] });
      open.length = 0;
      for (const { line, after } of closing) learn(line, after);
      closing.length = 0;
      recent.length = 0;
    },
    candidates,
  };
}

/**
 * Chooses the subtitles among the lines. Writing of the scene may also stay in place for some seconds, but subtitles come and go on their own, or at
 * the height of others that do.
 */
function choose(candidates: readonly Candidate[]): Candidate[] {
  const sure = candidates.filter(({ isFree, isWholeTime }) => isFree && !isWholeTime);
  const isBesideSure = ({ text }: Candidate) =>
    sure.some(
      ({ text: other }) =>
        overlapOf(text.y, text.h, other.y, other.h) > 0.5 * Math.min(text.h, other.h) &&
        Math.max(text.h, other.h) < 1.6 * Math.min(text.h, other.h),
    );
  return candidates.filter(one => sure.includes(one) || (!one.isWholeTime && isBesideSure(one)));
}

/**
 * Returns the lines of subtitles in `bands`, in the order of their ends. With `part`, only these seconds of the clip are looked at. CPU: about 60 ms
 * of network time for each of 2.7 frames per second, plus decoding. Memory: some dozens of patches per band.
 */
export async function findSubtitles(
  { reading, format, seconds }: ClipSource,
  bands: readonly SubtitleBand[],
  {
    part,
    onProgress,
  }: {
    readonly part?: { readonly start: number; readonly taken: number } | undefined;
    readonly onProgress: (fraction: number) => void;
  },
): Promise<SubtitleLine[]> {
  const from = part?.start ?? 0;
  const taken = Math.min(part?.taken ?? seconds, seconds - from);
  const every = Math.min(hertz, format.framesPerSecond);
  const followed = bands.map(band => ({
    band,
    following: followBand(band, format, { start: from, end: from + taken }),
  }));
  const reads = { ...reading, ...(part && { start: from, taken }), everyHertz: every };
  let number = 0;
  for await (const data of readFrames(reads)) {
    const frame = { data, width: format.width, height: format.height };
    for (const { following } of followed) await following.add(frame, from + number / every, number);
    number++;
    onProgress(Math.min(1, number / Math.max(1, taken * every)));
  }
  for (const { following } of followed) following.finish();
  return followed.flatMap(({ band, following }) =>
    band.isDrawn ? following.candidates : choose(following.candidates),
  );
}
