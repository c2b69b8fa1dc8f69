// Learns how a mark of a known shape changes a clip, that is its opacity and colour, from frames that show it on different scenes.

import { sumAround } from '../pixels/box-filter.ts';
import { luma601 } from '../pixels/luma.ts';
import { type EstimatedMark, estimateMark } from '../same-mark/estimate.ts';
import { emptyField, middle } from '../same-mark/field.ts';
import { markOpaque } from '../same-mark/opaque.ts';
import type { Steps } from './find-shape.ts';
import type { Camera } from './follow-camera.ts';
import { type FittedBlend, fitBlend } from './learn-from-motion.ts';
import { planMembrane } from './membrane.ts';
import { type Box, brightness, colour, halfOf, halveMask, type Patch, type PatchPlane, toPixels } from './patch.ts';

/** Coefficients that restore one plane: level = centre + gain * (level - centre) - shift. Unused where the mask is not 1. */
export interface Blend {
  readonly centre: number;
  readonly gain: Float32Array;
  readonly shift: Float32Array;
}

/** Luma steps of the mark itself, by which a frame is tested for the mark. */
export interface Outline {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly steps: Float32Array;
}

export interface LearntMark {
  /** Position of the patch in the frame. */
  readonly box: Box;
  /** One byte per pixel of the patch: 1 where the blend is undone, 2 where the content beneath is unknown. */
  readonly mask: Uint8Array;
  /** The same at the size of the chroma planes. */
  readonly halfMask: Uint8Array;
  /** One per plane. */
  readonly blends: readonly [Blend, Blend, Blend];
  /** Absent when no lasting shape of the mark was found; then every frame counts as carrying it. */
  readonly outline?: Outline;
  /** The steps within a mark that every frame of its time carries, to tell whether frames outside it are free of the mark. */
  readonly edges?: Outline | undefined;
}

/** Maximum number of frames for the estimate; more cost time and gain little. */
const maxFrames = 16;
const fewestFrames = 4;
/** Mean difference in levels between the clean pixels of two frames from which on they show different scenes. */
const differs = 3;
/** A larger gain amplifies the noise of the clip by more than the error of a filling. */
const maxGain = 8;

/** Chooses the frames that differ most from each other, beginning with the first. */
function chooseFrames(patches: readonly Patch[], mask: Uint8Array): Patch[] {
  const places = [...mask.keys()].filter(i => !mask[i] && i % 7 === 0);
  const looks = patches.map(([{ data }]) => Uint8Array.from(places, i => data[i]!));
  const apart = (a: Uint8Array, b: Uint8Array) => a.reduce((sum, level, i) => sum + Math.abs(level - b[i]!), 0);
  const nearest = looks.map(() => Number.POSITIVE_INFINITY);
  const chosen: Patch[] = [];
  for (let next = 0; chosen.length < maxFrames; ) {
    chosen.push(patches[next]!);
    for (const [k, look] of looks.entries()) nearest[k] = Math.min(nearest[k]!, apart(looks[next]!, look));
    next = nearest.indexOf(Math.max(...nearest));
    if (nearest[next]! < differs * places.length) break;
  }
  return chosen;
}

/** Converts the RGB field of the engine for images into blends of the three planes. */
function splitField({ field, mask }: EstimatedMark, width: number): LearntMark['blends'] {
  const size = mask.length;
  const gain = new Float32Array(size).fill(1);
  const shift = new Float32Array(size);
  const opacity = new Float32Array(size / 4);
  const tints = [new Float32Array(size / 4), new Float32Array(size / 4)] as const;
  for (let i = 0; i < size; i++) {
    if (mask[i] !== 1) continue;
    const own = field[i * 4]!;
    const [red, green, blue] = [field[i * 4 + 1]!, field[i * 4 + 2]!, field[i * 4 + 3]!];
    const level = luma601(red, green, blue);
    gain[i] = own;
    shift[i] = brightness.span * level;
    const half = halfOf(i, width);
    // Chroma planes have half the size, so one chroma pixel covers four pixels of the mark, each with its own opacity.
    opacity[half]! += (1 - 1 / own) / 4;
    tints[0][half]! += (colour.blue * (blue - level)) / own / 4;
    tints[1][half]! += (colour.red * (red - level)) / own / 4;
  }
  const halfGain = opacity.map(value => 1 / (1 - Math.min(0.95, value)));
  const [blues, reds] = tints.map(tint => tint.map((value, i) => value * halfGain[i]!));
  return [
    { centre: brightness.low + brightness.span * middle, gain, shift },
    { centre: 128, gain: halfGain, shift: blues! },
    { centre: 128, gain: halfGain, shift: reds! },
  ];
}

/** Converts the blend fitted from the scene's motion into blends of the three planes, with a mask of the pixels that are opaque. */
function takeFitted(
  { isKnown, opacity, added }: FittedBlend,
  shape: Uint8Array,
  width: number,
): { mask: Uint8Array; blends: LearntMark['blends'] } {
  const mask = shape.map((wanted, i) => (wanted ? (isKnown[i] && opacity[i]! < 1 - 1 / maxGain ? 1 : 2) : 0));
  const centre = brightness.low + brightness.span * middle;
  const gain = opacity.map((a, i) => (mask[i] === 1 ? 1 / (1 - a) : 1));
  const halfOpacity = new Float32Array(shape.length / 4);
  for (let i = 0; i < shape.length; i++) halfOpacity[halfOf(i, width)]! += opacity[i]! / 4;
  const halfGain = halfOpacity.map(a => 1 / (1 - Math.min(0.95, a)));
  const shiftOf = (light: Float32Array, gains: Float32Array, from: number) =>
    gains.map((own, i) => own * light[i]! - (own - 1) * from);
  return {
    mask,
    blends: [
      { centre, gain, shift: shiftOf(added[0], gain, centre).map((shift, i) => (mask[i] === 1 ? shift : 0)) },
      { centre: 128, gain: halfGain, shift: shiftOf(added[1], halfGain, 128) },
      { centre: 128, gain: halfGain, shift: shiftOf(added[2], halfGain, 128) },
    ],
  };
}

/** Returns the restored level of one pixel, not rounded. */
export const restoreLevel = ({ centre, gain, shift }: Blend, level: number, i: number): number =>
  centre + gain[i]! * (level - centre) - shift[i]!;

/** Maximum number of frames by which the shifts are corrected. */
const maxSettling = 72;
const settling = { radius: 3, noise: 4 };

/**
 * Corrects the shifts by all frames: where a frame is smooth around the mark, its smooth filling gives the level to be restored. This removes the
 * rest of an outline on smooth ground; on texture the filling predicts nothing and hardly counts.
 */
function settleShifts(planes: readonly PatchPlane[], { gain, shift, centre }: Blend, mask: Uint8Array): void {
  const { width, height } = planes[0]!;
  const fill = planMembrane(mask, width, height);
  const inside = Float32Array.from(mask, value => (value === 1 ? 1 : 0));
  const counts = sumAround(inside, width, height, settling.radius);
  const places = Int32Array.from([...mask.keys()].filter(i => mask[i] === 1));
  const misses = new Float32Array(places.length);
  const errors = new Float32Array(places.length);
  const weights = new Float32Array(places.length);
  const squared = new Float32Array(mask.length);
  for (const { data } of planes) {
    const smooth = fill(data);
    for (let k = 0; k < places.length; k++) {
      const i = places[k]!;
      misses[k] = restoreLevel({ gain, shift, centre }, data[i]!, i) - smooth[i]!;
      squared[i] = misses[k]! * misses[k]!;
    }
    const squares = sumAround(squared, width, height, settling.radius);
    for (let k = 0; k < places.length; k++) {
      const i = places[k]!;
      const weight = 1 / (squares[i]! / counts[i]! + settling.noise * gain[i]! ** 2);
      errors[k]! += weight * misses[k]!;
      weights[k]! += weight;
    }
  }
  // An estimate from texture errs by about one level times the gain, so a correction counts in proportion to its certainty against that.
  for (let k = 0; k < places.length; k++) {
    const i = places[k]!;
    shift[i]! += errors[k]! / (weights[k]! + 1 / gain[i]! ** 2);
  }
}

const outlineSteps = { min: 2, max: 4000 };

/** Returns the outline of a mark within `mask`; undefined when too few of its steps last. */
export function makeOutline({ width, across, down }: Steps, mask: Uint8Array): Outline | undefined {
  const links: [from: number, to: number, step: number][] = [];
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    if (Math.abs(across[i]!) >= outlineSteps.min) links.push([i, i + 1, across[i]!]);
    if (Math.abs(down[i]!) >= outlineSteps.min) links.push([i, i + width, down[i]!]);
  }
  if (links.length < 60) return undefined;
  const strongest = links.sort((a, b) => Math.abs(b[2]) - Math.abs(a[2])).slice(0, outlineSteps.max);
  return {
    from: Int32Array.from(strongest, link => link[0]),
    to: Int32Array.from(strongest, link => link[1]),
    steps: Float32Array.from(strongest, link => link[2]),
  };
}

const clippedStep = 40;

/** Measures how strongly a frame carries the mark: about 1 when it does as most frames do, about 0 when it does not. */
export function measurePresence({ from, to, steps }: Outline, { data }: PatchPlane): number {
  let [both, squares] = [0, 0];
  for (let k = 0; k < steps.length; k++) {
    const step = Math.max(-clippedStep, Math.min(clippedStep, data[to[k]!]! - data[from[k]!]!));
    const expected = Math.max(-clippedStep, Math.min(clippedStep, steps[k]!));
    both += expected * step;
    squares += expected * expected;
  }
  return both / squares;
}

/** Radius in pixels within which most of a mark decides whether all of it is opaque. */
const opaqueRadius = 10;

/**
 * Makes see-through pixels opaque where most of the mark around them is, in place: the letters on a plate hide the scene as the plate does, although
 * in a soft scene their opacity can hardly be measured.
 */
function spreadOpaque(mask: Uint8Array, width: number): void {
  if (!mask.includes(1) || !mask.includes(2)) return;
  const height = mask.length / width;
  const sum = (value: number) =>
    sumAround(
      Float32Array.from(mask, own => (own === value ? 1 : 0)),
      width,
      height,
      opaqueRadius,
    );
  const [seeThrough, opaque] = [sum(1), sum(2)];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1 && opaque[i]! > seeThrough[i]!) mask[i] = 2;
}

/** Learns with the engine for images, from frames that show the mark on different scenes. */
async function estimateFrom(
  patches: readonly Patch[],
  shape: Uint8Array,
  isWhole: boolean,
  progress: (fraction: number) => void,
): Promise<{ mask: Uint8Array; blends: LearntMark['blends'] }> {
  const [{ width, height }] = patches[0]!;
  const frames = chooseFrames(patches, shape);
  let estimated: EstimatedMark = { field: emptyField(shape.length), mask: shape.map(value => value * 2) };
  if (frames.length >= fewestFrames && shape.includes(0)) {
    const pictures = frames.map(frame => toPixels(frame).data);
    const set = { width, height, pictures, mask: shape };
    estimated = await estimateMark({ ...set, mask: markOpaque(set) }, progress);
  }
  const { field } = estimated;
  const mask = shape.map((wanted, i) => {
    if (!wanted) return 0;
    const found = estimated.mask[i]!;
    if (found === 0) return isWhole ? 2 : 1;
    return found === 2 || field[i * 4]! > maxGain ? 2 : 1;
  });
  return { mask, blends: splitField({ field, mask }, width) };
}

/**
 * Learns the mark. `runs` hold consecutive frames of one place, all of which carry the mark. `shape` has one byte per pixel that may carry it.
 * `isWhole`: all of the shape must go because a person painted it; otherwise pixels that turn out to be clean stay. `steps` are absent for a shape
 * that was not found in the clip itself. CPU: about 50 µs per pixel of the shape and each of 16 frames where the scene hardly moves; a tenth of that
 * where it does.
 */
export async function learnMark(
  {
    box,
    runs,
    camera,
    shape,
    steps,
    isWhole,
  }: {
    readonly box: Box;
    readonly camera?: Camera | undefined;
    readonly runs: readonly (readonly Patch[])[];
    readonly shape: Uint8Array;
    readonly steps?: Steps | undefined;
    readonly isWhole: boolean;
  },
  progress: (fraction: number) => void = () => undefined,
): Promise<LearntMark> {
  const { w: width, h: height } = box;
  const outline = steps && makeOutline(steps, shape);
  const patches = runs.flat();
  const fitted = isWhole ? undefined : fitBlend(runs, shape, camera);
  const { mask, blends } = fitted
    ? takeFitted(fitted, shape, width)
    : await estimateFrom(patches, shape, isWhole, progress);
  spreadOpaque(mask, width);
  const halfMask = halveMask(mask, width, height);
  const some = patches.filter((_, k) => k % Math.ceil(patches.length / maxSettling) === 0);
  for (const [c, blend] of blends.entries())
    settleShifts(
      some.map(patch => patch[c]!),
      blend,
      c === 0 ? mask : halfMask,
    );
  return { box, mask, halfMask, blends, ...(outline && { outline }) };
}
