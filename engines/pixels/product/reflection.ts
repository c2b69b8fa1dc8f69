// Reflection of a product in a glossy ground: mirrored at its lower outline, fainter and more blurred with distance.

import type { SceneLight } from './scene-light.ts';
import { blurPlane, findFoot, type Laid, shrinkAlpha } from './shadows.ts';

/** `colours` is premultiplied by the alpha in `data`, so that both may be interpolated. */
export interface Reflection extends Laid {
  readonly colours: Float32Array;
}

const maxSide = 520;
/** Share of the product's height over which the reflection fades to 1/e, because higher parts recede from the viewer. */
const fadeShare = 0.62;
/** Maximum height of the outline above the lowest foot that still counts as standing, as a share of the width: the front of a round bottom. */
const hangShare = 0.14;

/** Returns the lower outline without dents: the lower convex hull of the feet, by Andrew's monotone chain (1979). */
function hullOf(foot: Int32Array, width: number): Float64Array {
  const lowest = foot.reduce((max, y) => Math.max(max, y), 0);
  const chain: number[] = [];
  for (let x = 0; x < width; x++) {
    if (foot[x]! < 0 || lowest - foot[x]! > hangShare * width) continue;
    while (chain.length > 1) {
      const b = chain.at(-1)!;
      const a = chain.at(-2)!;
      if ((foot[b]! - foot[a]!) * (x - a) > (foot[x]! - foot[a]!) * (b - a)) break;
      chain.pop();
    }
    chain.push(x);
  }
  const line = new Float64Array(width).fill(lowest);
  for (let i = 0; i + 1 < chain.length; i++) {
    const [a, b] = [chain[i]!, chain[i + 1]!];
    for (let x = a; x <= b; x++) line[x] = foot[a]! + ((foot[b]! - foot[a]!) * (x - a)) / (b - a);
  }
  // Beyond the feet, the outline continues horizontally.
  const [first, last] = [chain[0] ?? 0, chain.at(-1) ?? width - 1];
  for (let x = 0; x < first; x++) line[x] = line[first]!;
  for (let x = last + 1; x < width; x++) line[x] = line[last]!;
  return line;
}

/** Draws the reflection of `rgba`, the lit product of width * height pixels. */
export function drawReflection(rgba: Uint8ClampedArray, width: number, height: number, light: SceneLight): Reflection {
  const alpha = shrinkAlpha(rgba, width, height, maxSide);
  const { scale } = alpha;
  const line = hullOf(findFoot(alpha), alpha.width);
  const border = Math.ceil(0.06 * alpha.width) + 1;
  const shownRows = Math.ceil(Math.min(alpha.height, 1.5 * fadeShare * alpha.height));
  const plane = { width: alpha.width + 2 * border, height: shownRows + Math.ceil(hangShare * alpha.width) + border };
  const top = Math.floor(Math.min(...line)) + 1;
  const size = plane.width * plane.height;
  const planes = Array.from({ length: 4 }, () => new Float32Array(size));
  for (let x = 0; x < alpha.width; x++) {
    for (let row = 0; row < plane.height; row++) {
      const down = row + top - line[x]!;
      const from = Math.round(line[x]! - down + 1);
      if (down < 0.5 || from < 0) continue;
      const cover = alpha.data[from * alpha.width + x]!;
      if (cover === 0) continue;
      const sourceX = Math.min(width - 1, Math.floor((x + 0.5) * scale));
      const sourceY = Math.min(height - 1, Math.floor((from + 0.5) * scale));
      const source = (sourceY * width + sourceX) * 4;
      const at = row * plane.width + x + border;
      planes[3]![at] = cover;
      for (let k = 0; k < 3; k++) planes[k]![at] = rgba[source + k]! * cover;
    }
  }
  const widest = Math.max(0.6, light.roughness * 0.16 * alpha.height);
  const near = planes.map(data => blurPlane({ data, ...plane }, 0.5, 0.5));
  const far = planes.map(data => blurPlane({ data, ...plane }, widest, widest * 1.6));
  const data = new Float32Array(size);
  const colours = new Float32Array(size * 3);
  for (let row = 0, at = 0; row < plane.height; row++) {
    const share = Math.min(1, row / (0.5 * alpha.height));
    const fade = light.mirror * Math.exp(-row / (fadeShare * alpha.height));
    for (let x = 0; x < plane.width; x++, at++) {
      const cover = near[3]![at]! * (1 - share) + far[3]![at]! * share;
      data[at] = cover * fade;
      for (let k = 0; k < 3; k++) colours[at * 3 + k] = (near[k]![at]! * (1 - share) + far[k]![at]! * share) * fade;
    }
  }
  return { data, colours, ...plane, left: -border * scale, top: top * scale, scale };
}
