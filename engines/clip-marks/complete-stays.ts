// Completes marks that come and go before a camera that does not move: all steps that a stay has and the frames beside it have not are the mark's,
// however busy the scene beneath.
import { findComponents } from '../pixels/components.ts';
import { growMask } from '../pixels/morphology.ts';
import { readFrames } from '../video/pipe-frames.ts';
import { areaOf, clipBox, unite } from './boxes.ts';
import type { ClipSource } from './clip-source.ts';
import { type Steps, subtractSteps } from './find-shape.ts';
import { listAlike, measureLasting } from './look-for-shape.ts';
import { drawBox, type MarkedArea } from './marked-areas.ts';
import { alignBox, type Box, cutPatch, type Patch } from './patch.ts';
import { sampleBeside } from './sample-beside.ts';

/** Seconds between the edge of a stay and its first sampled frame, beyond its fading; the shortest stay; number of sampled frames. */
const stay = { edge: 0.16, seconds: 0.6, frames: 12 };
/** How far a mark may reach beyond what was found of it: multiples of its width and height, and the maximum share of the frame's sides. */
const reach = { across: 1.5, down: 2.5, ofFrame: 0.4 };
/** Minimum step of a mark in levels, and as a share of the strong steps of what was found of it. */
const minStep = { levels: 4, share: 0.2, quantile: 0.98 };
/** Gap between parts of a mark: share of the height that was found, and limits in pixels. */
const gap = { share: 0.7, min: 8, max: 40 };
const fewPixels = 12;
/** Maximum area of a completed mark: a multiple of what was found, and a share of the frame. */
const maxArea = { times: 9, ofFrame: 0.12 };

interface Stay {
  readonly start: number;
  readonly end: number;
}

async function sampleStay({ reading, format }: ClipSource, box: Box, { start, end }: Stay): Promise<Patch[]> {
  const [from, taken] = [start + stay.edge, end - start - 2 * stay.edge];
  const hertz = Math.min(format.framesPerSecond, stay.frames / taken);
  const patches: Patch[] = [];
  const everyHertz = hertz < format.framesPerSecond ? hertz : undefined;
  for await (const data of readFrames({ ...reading, start: from, taken, everyHertz }))
    patches.push(cutPatch({ data, width: format.width, height: format.height }, box));
  return patches;
}

/** Returns the boxes of the parts of a mark: strong steps that lie no more than `apart` pixels from each other. */
function listParts({ strength, width }: Steps, min: number, apart: number): Box[] {
  const strong = Uint8Array.from(strength, step => (step >= min ? 1 : 0));
  for (const part of findComponents(strong, width, 'corner'))
    if (part.length < fewPixels) for (const i of part) strong[i] = 0;
  const wide = new Uint8Array(strong.length);
  growMask(strong, width, Math.ceil(apart / 2), wide);
  return [...findComponents(wide, width, 'side')].map(part => {
    const own = part.filter(i => strong[i]);
    const [xs, ys] = [own.map(i => i % width), own.map(i => Math.floor(i / width))];
    const [x, y] = [xs.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.min(a, b))];
    const [right, bottom] = [xs.reduce((a, b) => Math.max(a, b)), ys.reduce((a, b) => Math.max(a, b))];
    return { x, y, w: right - x + 2, h: bottom - y + 2 };
  });
}

const overlaps = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Returns the box of the mark of which `area` is a part; that of the area where the frames beside its stay show another scene. */
async function completeBox(area: MarkedArea, all: readonly MarkedArea[], source: ClipSource): Promise<Box> {
  const { box, start = 0, end = source.seconds } = area;
  const { format, seconds } = source;
  const comesOrGoes = start > stay.edge || end < seconds - stay.edge;
  if (!comesOrGoes || end - start < stay.seconds) return box;
  const across = Math.min(reach.across * box.w, reach.ofFrame * format.width);
  const down = Math.min(reach.down * box.h, reach.ofFrame * format.height);
  const window = alignBox(box, { across, down }, format);
  const others = all.map(other => ({
    area: other,
    box: other.box,
    start: other.start ?? 0,
    end: other.end ?? seconds,
  }));
  const beside = await sampleBeside({ area, box: window, start, end }, others, source);
  const inside = await sampleStay(source, window, { start, end });
  const own = inside.length > 0 ? measureLasting(inside) : undefined;
  const scene = own && measureLasting(listAlike(inside, beside, drawBox(window, box)));
  if (!scene) return box;
  const steps = subtractSteps(own, scene);
  const known = { ...box, x: box.x - window.x, y: box.y - window.y };
  const flags = drawBox(window, box);
  const sizes = steps.strength.filter((_, i) => flags[i]).sort();
  const strong = sizes[Math.floor(sizes.length * minStep.quantile)] ?? 0;
  const apart = Math.max(gap.min, Math.min(gap.max, gap.share * box.h));
  const parts = listParts(steps, Math.max(minStep.levels, minStep.share * strong), apart);
  const whole = parts.filter(part => overlaps(part, known)).reduce(unite, known);
  const isLikely =
    areaOf(whole) <= maxArea.times * areaOf(box) && areaOf(whole) <= maxArea.ofFrame * format.width * format.height;
  return isLikely ? clipBox({ ...whole, x: whole.x + window.x, y: whole.y + window.y }, format) : box;
}

/** Returns the finds with the boxes of the whole marks, where they come or go before a camera that does not move. Their times must be exact. */
export async function completeStays<Guess extends MarkedArea>(
  found: readonly Guess[],
  source: ClipSource,
): Promise<Guess[]> {
  const completed: Guess[] = [];
  for (const area of found) completed.push({ ...area, box: await completeBox(area, found, source) });
  return completed;
}
