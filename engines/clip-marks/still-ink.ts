// Finds see-through white or black writing in a single picture, for a camera that does not move: there the mean of all frames is all that is known.
// White ink of opacity a turns a level I into (1 - a) I + a white, whatever is beneath; so where the surroundings continued inside each stroke would
// give one and the same opacity everywhere, the ink is known and can be undone. Source of the model: Braudaway, Magerlein and Mintzer, "Protecting
// publicly-available images with a visible image watermark", 1996.
import { growMask, shrinkMask, topHat } from '../pixels/morphology.ts';
import type { Blend } from './learn-mark.ts';
import { planMembrane } from './membrane.ts';
import { brightness, emptyPatch, halveMask, type Patch } from './patch.ts';

export interface Ink {
  /** One byte per pixel of the patch: 1 where the ink has its full opacity, 2 on its soft rim, and everywhere if its opacity is not known. */
  readonly mask: Uint8Array;
  readonly opacity: number;
  /** The levels of the ink in the three planes. */
  readonly colour: readonly [number, number, number];
}

/** Strokes are at most this share of the box's height wide, within limits in pixels. */
const stroke = { share: 0.22, min: 4, max: 28 };
/** Maximum number of frames of the mean picture. */
const maxFrames = 48;
/** Minimum opacity that stands out, the share of the usual opacity from which on a pixel is ink, and that of its full opacity. */
const faintest = 0.08;
const inkShare = 0.5;
const rim = 2;
const rounds = 2;
/** Minimum difference in levels between the scene and the ink's white or black; below it the opacity is undetermined. */
const minRoom = 30;
/** Maximum interquartile range of the opacity as a share of its median, shares of the box that ink covers, and maximum share of ink around it. */
const accepted = {
  spread: 0.3,
  min: 0.03,
  max: 0.7,
  around: 0.25,
  fewest: 60,
  opaque: 0.86,
  beside: 0.95,
  besideStep: 0.7,
  besideTimes: 1.5,
};

const quantileOf = (values: Float32Array, share: number) =>
  values.slice().sort()[Math.floor(values.length * share)] ?? 0;

/** Returns the trimmed mean of the frames: without what passes through the scene, and without noise. */
export function averagePatches(patches: readonly Patch[]): Patch {
  const some = patches.filter((_, k) => k % Math.ceil(patches.length / maxFrames) === 0);
  const [{ width, height }] = some[0]!;
  const mean = emptyPatch(width, height);
  const levels = new Uint8Array(some.length);
  const [from, to] = [Math.floor(some.length * 0.3), Math.ceil(some.length * 0.7)];
  for (const [c, { data }] of mean.entries())
    for (let i = 0; i < data.length; i++) {
      for (let k = 0; k < some.length; k++) levels[k] = some[k]![c]!.data[i]!;
      levels.sort();
      let sum = 0;
      for (let k = from; k < to; k++) sum += levels[k]!;
      data[i] = Math.round(sum / (to - from));
    }
  return mean;
}

interface Picture {
  readonly levels: Float32Array;
  readonly width: number;
  readonly height: number;
  readonly searched: Uint8Array;
}

/** Returns the opacity that ink of this level would have at each pixel of `mask`, were the surroundings to continue beneath it. */
function guessOpacities({ levels, width, height }: Picture, mask: Uint8Array, ink: number): Float32Array {
  const wide = new Uint8Array(mask.length);
  growMask(mask, width, rim, wide);
  const beneath = planMembrane(wide, width, height)(levels);
  return levels.map((level, i) => {
    const room = ink - beneath[i]!;
    return wide[i] && Math.abs(room) >= minRoom ? (level - beneath[i]!) / room : 0;
  });
}

const pick = (values: Float32Array, mask: Uint8Array) => values.filter((_, i) => mask[i]);
const count = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value ? 1 : 0), 0);

/** Finds white (`sign` 1) or black (-1) ink. `spread` is how far its opacity varies. */
function findOne(picture: Picture, sign: 1 | -1, ink: number, radius: number) {
  const { levels, width, height, searched } = picture;
  const hat = topHat(levels, width, height, radius, sign);
  const first = hat.map((raised, i) => {
    const beneath = levels[i]! - sign * raised;
    return Math.abs(ink - beneath) < minRoom ? 0 : raised / Math.abs(ink - beneath);
  });
  const high = quantileOf(pick(first, searched), 0.9);
  if (high < faintest) return undefined;
  const isInk = (opacities: Float32Array, usual: number, within: Uint8Array) =>
    opacities.map((opacity, i) => (within[i] && opacity > inkShare * usual ? 1 : 0));
  const clear = searched.map(value => (value ? 0 : 1));
  const around = count(Uint8Array.from(isInk(first, high, clear))) / Math.max(1, count(clear));
  const min = Math.max(faintest, inkShare * high);
  let mask = Uint8Array.from(first, (opacity, i) => (searched[i] && opacity > min ? 1 : 0));
  let opacity = high;
  let spread = 1;
  let hasCore = false;
  for (let round = 0; round < rounds; round++) {
    const guesses = guessOpacities(picture, mask, ink);
    const core = shrinkMask(mask, width, 1);
    hasCore = count(core) >= accepted.fewest;
    const values = pick(guesses, hasCore ? core : mask);
    opacity = quantileOf(values, 0.5);
    spread = (quantileOf(values, 0.75) - quantileOf(values, 0.25)) / Math.max(0.01, opacity);
    mask = Uint8Array.from(isInk(guesses, opacity, searched));
  }
  const covered = count(mask) / Math.max(1, count(searched));
  const isGood =
    opacity >= faintest &&
    spread <= accepted.spread &&
    covered >= accepted.min &&
    covered <= accepted.max &&
    around <= accepted.around &&
    (hasCore || standsAlone(picture, { mask, radius, sign: sign === 1 ? -1 : 1 }, quantileOf(pick(hat, mask), 0.5)));
  return isGood ? { mask, opacity, spread, canUndo: hasCore && opacity <= accepted.opaque } : undefined;
}

/** Whether nothing beside the ink stands out to the other side nearly as much: between white letters, the gaps look like black ones. */
function standsAlone(
  { levels, width, height, searched }: Picture,
  { mask, radius, sign }: { readonly mask: Uint8Array; readonly radius: number; readonly sign: 1 | -1 },
  step: number,
): boolean {
  const wide = new Uint8Array(mask.length);
  growMask(mask, width, rim, wide);
  const hat = topHat(levels, width, height, radius, sign);
  const highIn = (isWanted: (i: number) => boolean) =>
    quantileOf(
      hat.filter((_, i) => isWanted(i)),
      accepted.beside,
    );
  const beside = highIn(i => searched[i] === 1 && !wide[i]);
  const outside = highIn(i => !searched[i]);
  return beside < accepted.besideStep * step || beside < accepted.besideTimes * outside;
}

/** Finds the ink within `searched` (one byte per pixel), which is `height` pixels high; undefined where it is neither white nor black. */
export function findStillInk(mean: Patch, searched: Uint8Array, boxHeight: number): Ink | undefined {
  const [{ data, width, height }] = mean;
  const picture = { levels: Float32Array.from(data), width, height, searched };
  const radius = Math.round(Math.max(stroke.min, Math.min(stroke.max, stroke.share * boxHeight)));
  const whole = Math.round(brightness.low + 255 * brightness.span);
  const found = ([1, -1] as const)
    .map(sign => {
      const level = sign === 1 ? whole : brightness.low;
      const one = findOne(picture, sign, level, radius);
      return one && { ...one, level };
    })
    .filter(one => one !== undefined)
    .sort((a, b) => a.spread - b.spread);
  const best = found[0];
  if (!best) return undefined;
  const wide = new Uint8Array(best.mask.length);
  growMask(best.mask, width, rim, wide);
  const core = shrinkMask(best.mask, width, 1);
  const mask = wide.map((value, i) => (core[i] && best.canUndo ? 1 : value ? 2 : 0));
  return { mask, opacity: best.opacity, colour: [best.level, 128, 128] };
}

/** Returns the blends that undo the ink in the three planes; the opacity of chroma is that of the luma pixels it covers. */
export function blendsOf({ mask, opacity, colour }: Ink, width: number): [Blend, Blend, Blend] {
  const halves = halveMask(mask, width, mask.length / width);
  const blendOf = (own: Uint8Array, c: 0 | 1 | 2): Blend => ({
    // Around the ink's own level, the blend only takes contrast away.
    centre: colour[c],
    gain: Float32Array.from(own, value => (value === 1 ? 1 / (1 - opacity) : 1)),
    shift: new Float32Array(own.length),
  });
  return [blendOf(mask, 0), blendOf(halves, 1), blendOf(halves, 2)];
}
