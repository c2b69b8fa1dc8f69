// Weighs the estimates of a plane's masked pixels: the views of other frames, the undone blend and the smooth filling. All pixels of a block share
// the displacements of its views, so offsets and interpolation weights are computed once a block.
import { findSpecks } from './find-specks.ts';
import type { Match } from './match-blocks.ts';
import type { Patch, PatchPlane } from './patch.ts';
import { type Block, blockSide } from './plan-blocks.ts';
import { type Look, type Masks, minError } from './plan-look.ts';
import { maskAround, sampleLevel, setSpline } from './sample-level.ts';

/** Largest error of a match in squared levels; beyond it the match shows something else. */
const maxError = 220;
/** Error of the undone blend: about one level times the gain, in addition to the noise that the blend amplifies. */
const blendError = 1;
/** Matches whose weight is a smaller share of the best one would only blur it: the mean of several views has half of their finest texture. */
const minShare = 0.85;
/** A pixel that stands out from all around it may be an error of its best view. More views remove an error and confirm a detail. */
const minShareOfSpecks = 0.2;
/** Pixels by which chroma is compared around a block. */
const maxCompared = 96;
const fewestCompared = 8;
/** Chroma is smoother than luma, and so are its errors. */
const chromaShare = 0.35;

/** What another frame, or a carried patch, shows of the places hidden in this one. */
export interface View {
  readonly patch: Patch;
  /** Per plane: 0 clean, 1 undone, 2 hidden. */
  readonly masks: Masks;
  /** One per block. */
  readonly matches: readonly (Match | undefined)[];
  /** Additional error of its masked pixels, in squared levels. */
  readonly extra: number;
  /** Whether its masked pixels include filled ones. */
  readonly isCarried: boolean;
}

/** One plane of a frame, and what is known about its masked pixels, in the order of the look's places. */
export interface Weighed {
  readonly look: Look;
  readonly c: 0 | 1 | 2;
  readonly views: readonly View[];
  /** Noise of the frame in squared levels. */
  readonly noise: number;
  /** Levels with the blend undone, where the mask is 1. */
  readonly undone: Float32Array;
  readonly smooth: Float32Array;
  /** Squared errors of the smooth filling; infinite where it is only the last resort. */
  readonly smoothErrors: Float32Array;
}

/** One plane of a view as one block sees it. */
interface BlockView {
  readonly data: Uint8Array;
  readonly mask: Uint8Array;
  readonly plane: PatchPlane;
  readonly extra: number;
  readonly isCarried: boolean;
  /** Displacement in pixels of the plane, and as the offset of the pixel up and left of it. */
  x: number;
  y: number;
  offset: number;
  /** Offsets of the neighbours that the displaced pixel touches; zero where it lies on whole pixels. */
  right: number;
  below: number;
  /** Offset of the nearest pixel. */
  nearest: number;
  /** Whether the block with its surroundings stays inside the plane. */
  isInside: boolean;
  /** Squared error of a clean pixel. */
  error: number;
  brighter: number;
  readonly across: Float64Array;
  readonly down: Float64Array;
  weight: number;
}

const openBlockView = ({ patch, masks, extra, isCarried }: View, c: 0 | 1 | 2): BlockView => ({
  ...{ data: patch[c].data, mask: masks[c], plane: patch[c], extra, isCarried },
  ...{ x: 0, y: 0, offset: 0, right: 0, below: 0, nearest: 0, isInside: false, error: 0, brighter: 0, weight: 0 },
  ...{ across: new Float64Array(4), down: new Float64Array(4) },
});

interface BlockPlace {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** Sets how a view of a plane is displaced for a block. `half`: 2 for a plane of half the size, for which matches are halved; otherwise 1. */
function moveView(view: BlockView, match: Match, { left, top, side }: BlockPlace, half: 1 | 2): void {
  const { width, height } = view.plane;
  view.x = match.x / half;
  view.y = match.y / half;
  const [wholeX, wholeY] = [Math.floor(view.x), Math.floor(view.y)];
  view.offset = wholeY * width + wholeX;
  view.right = view.x > wholeX ? 1 : 0;
  view.below = view.y > wholeY ? width : 0;
  view.nearest = Math.round(view.y) * width + Math.round(view.x);
  const [u, v] = [left + wholeX, top + wholeY];
  view.isInside = u >= 1 && v >= 1 && u + side + 1 < width && v + side + 1 < height;
  setSpline(view.across, view.x - wholeX);
  setSpline(view.down, view.y - wholeY);
}

/**
 * Returns the mean squared difference in chroma between the clean pixels around a block and those that a view shows in their place. Matches compare luma
 * alone, and where that is flat, every displacement fits. `mask`: that of `plane`.
 */
function missAround(
  { x, y, mask: hides, data, isCarried }: BlockView,
  block: Block,
  plane: PatchPlane,
  mask: Uint8Array,
) {
  const { width, height } = plane;
  const [across, down] = [Math.round(x), Math.round(y)];
  let [sum, count] = [0, 0];
  for (let k = 0; k < Math.min(block.columns.length, maxCompared); k++) {
    const [left, top] = [block.columns[k]! >> 1, block.rows[k]! >> 1];
    const [u, v] = [left + across, top + down];
    if (mask[top * width + left] || u < 0 || v < 0 || u >= width || v >= height) continue;
    if (hides[v * width + u] === 2 && !isCarried) continue;
    sum += (data[v * width + u]! - plane.data[top * width + left]!) ** 2;
    count++;
  }
  return count < fewestCompared ? 0 : sum / count;
}

/** Writes the weighted mean of all estimates of a plane's masked pixels to `out`. Returns the pixels without any estimate. */
export function weighPlane(
  { look, c, views, noise, undone, smooth, smoothErrors }: Weighed,
  out: PatchPlane,
): number[] {
  const { width, height } = out;
  const { blocks } = look;
  const half = c === 0 ? 1 : 2;
  const scale = c === 0 ? 1 : chromaShare;
  const mask = look.masks[c];
  const { gain } = look.mark.blends[c];
  const places = look.places[c]!;
  const starts = look.starts[c]!;
  const all = views.map(view => openBlockView(view, c));
  const seen: BlockView[] = [];

  /** Sets `seen` to the views that show the block. */
  function see(block: number): void {
    seen.length = 0;
    const { x, y, samples, leader } = blocks[block]!;
    const compared = blocks[samples.length > 0 ? block : leader];
    for (let k = 0; k < views.length; k++) {
      const match = views[k]!.matches[block];
      if (!match || match.error > maxError) continue;
      const view = all[k]!;
      moveView(view, match, { left: x / half, top: y / half, side: blockSide / half }, half);
      view.error = Math.max(minError, match.error - noise) * scale;
      if (c > 0 && compared) view.error = Math.max(view.error, missAround(view, compared, out, mask));
      view.brighter = c === 0 ? match.brighter : 0;
      seen.push(view);
    }
  }

  /** Returns the squared error of a pixel in a view; infinite where the view hides it. */
  function errorIn(view: BlockView, i: number): number {
    const { mask: hides, right, below, extra, isCarried } = view;
    let state: number;
    if (view.isInside) {
      const at = i + view.offset;
      state = Math.max(hides[at]!, hides[at + right]!, hides[at + below]!, hides[at + right + below]!);
    } else {
      const y = Math.floor(i / width);
      const [u, v] = [i - y * width + view.x, y + view.y];
      if (u < 0 || v < 0 || u > width - 1 || v > height - 1) return Number.POSITIVE_INFINITY;
      state = maskAround(hides, width, height, u, v);
    }
    if (isCarried) return view.error + (state === 0 ? 0 : extra) * scale;
    if (state === 2) return Number.POSITIVE_INFINITY;
    return state === 0 ? view.error : view.error + (noise + blendError) * gain[i + view.nearest]! ** 2 * scale;
  }

  function levelIn(view: BlockView, i: number): number {
    if (!view.isInside) {
      const y = Math.floor(i / width);
      return sampleLevel(view.plane, i - y * width + view.x, y + view.y);
    }
    const { data, across, down } = view;
    const [first, second, third, fourth] = [across[0]!, across[1]!, across[2]!, across[3]!];
    let level = 0;
    let at = i + view.offset - width;
    for (let row = 0; row < 4; row++, at += width)
      level +=
        down[row]! * (first * data[at - 1]! + second * data[at]! + third * data[at + 1]! + fourth * data[at + 2]!);
    return level;
  }

  /** Writes the mean of one pixel's estimates, of views whose weight is at least `share` of the best one's. Returns false if there is none. */
  function weigh(place: number, share: number): boolean {
    const i = places[place]!;
    let best = 0;
    // Weights come first, so that no levels are sampled from views that are far worse than the best.
    for (let k = 0; k < seen.length; k++) {
      const weight = 1 / errorIn(seen[k]!, i);
      seen[k]!.weight = weight;
      if (weight > best) best = weight;
    }
    let sum = 0;
    let total = 0;
    for (let k = 0; k < seen.length; k++) {
      const view = seen[k]!;
      const { weight } = view;
      if (weight < best * share || weight === 0) continue;
      sum += weight * (levelIn(view, i) - view.brighter);
      total += weight;
    }
    if (mask[i] === 1) {
      const weight = 1 / ((noise + blendError) * gain[i]! ** 2 * scale);
      sum += weight * undone[place]!;
      total += weight;
    }
    const smoothed = 1 / smoothErrors[place]!;
    sum += smoothed * smooth[place]!;
    total += smoothed;
    const level = total > 0 ? sum / total : smooth[place]!;
    out.data[i] = Math.max(0, Math.min(255, Math.round(level)));
    return total > 0;
  }

  const unknown: number[] = [];
  for (let block = 0; block < blocks.length; block++) {
    if (starts[block] === starts[block + 1]) continue;
    see(block);
    for (let place = starts[block]!; place < starts[block + 1]!; place++)
      if (!weigh(place, minShare)) unknown.push(places[place]!);
  }
  let block = -1;
  for (const place of findSpecks(out, mask, places)) {
    if (block < 0 || place >= starts[block + 1]!) {
      while (place >= starts[block + 1]!) block++;
      see(block);
    }
    weigh(place, minShareOfSpecks);
  }
  return unknown;
}
