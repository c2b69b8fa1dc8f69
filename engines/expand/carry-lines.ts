// Continues lines that cross the frame: the border's colours along them fade into the pieces beyond, over a few pixels. Across such a line, as in
// waves on water, a seam is visible however well the pieces fit. Where there is no line nothing is carried, since it would only smear.

import type { Region } from '../inpaint/region.ts';
import { luma } from '../inpaint/seams.ts';
import type { Sides } from './sides.ts';

/** Distance over which lines are carried: share of the longer side, and limits in pixels. */
const reachShare = 0.014;
const [minReach, maxReach] = [6, 40];
/** Coherence of the structure tensor at which lines begin to be carried, and at which they are carried in full. */
const [minCoherence, fullCoherence] = [0.3, 0.7];
/** Maximum slope of a line (pixels along the border per pixel outwards); lines closer to parallel with the border are left out. */
const maxSlope = 2;
/** Difference in grey levels between border and piece at which they show different things and the line counts half. */
const halfDifference = 45;

interface Line {
  /** Pixels along the border per pixel outwards. */
  readonly slope: number;
  /** 0..1. */
  readonly clarity: number;
}

/** One side of the frame: `u` runs along it, `v` outwards from its last known row of pixels, which is 0. */
interface Side {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly at: (u: number, v: number) => number;
}

function listSides({ width, height }: Region, { left, right, top, bottom }: Sides): Side[] {
  const columns = { from: left, to: width - right };
  const rows = { from: top, to: height - bottom };
  return [
    { ...rows, depth: left, at: (u: number, v: number) => u * width + left - v },
    { ...rows, depth: right, at: (u: number, v: number) => u * width + width - right - 1 + v },
    { ...columns, depth: top, at: (u: number, v: number) => (top - v) * width + u },
    { ...columns, depth: bottom, at: (u: number, v: number) => (height - bottom - 1 + v) * width + u },
  ].filter(({ depth }) => depth > 0);
}

/** Returns the distance in pixels over which lines are carried in an image of this size. */
export const lineReach = (width: number, height: number): number =>
  Math.min(maxReach, Math.max(minReach, Math.round(reachShare * Math.max(width, height))));

/** Finds the line through each place of a side by the structure tensor of the pixels inside it. */
function findLines({ colours }: Region, { from, to, at }: Side, radius: number): Line[] {
  const grey = (u: number, v: number) => luma(colours, at(Math.min(to - 1, Math.max(from, u)), v) * 3);
  // Sums over a few rows inwards, then over adjacent places.
  const rows = Array.from({ length: to - from }, (_, index) => {
    const u = from + index;
    let [uu, uv, vv] = [0, 0, 0];
    for (let v = -1; v >= -radius; v--) {
      const slopeU = (grey(u + 1, v) - grey(u - 1, v)) / 2;
      const slopeV = (grey(u, v + 1) - grey(u, v - 1)) / 2;
      uu += slopeU * slopeU;
      uv += slopeU * slopeV;
      vv += slopeV * slopeV;
    }
    return [uu, uv, vv] as const;
  });
  return rows.map((_, index) => {
    let [uu, uv, vv] = [0, 0, 0];
    for (let near = Math.max(0, index - radius); near <= Math.min(rows.length - 1, index + radius); near++) {
      const row = rows[near]!;
      uu += row[0];
      uv += row[1];
      vv += row[2];
    }
    const coherence = Math.hypot(uu - vv, 2 * uv) / (uu + vv + 1e-3);
    const across = 0.5 * Math.atan2(2 * uv, uu - vv);
    // The line is perpendicular to the steepest gradient.
    const [alongU, alongV] = [-Math.sin(across), Math.cos(across)];
    const slope = alongU / (Math.abs(alongV) < 1e-6 ? 1e-6 : alongV);
    const clarity = Math.min(1, Math.max(0, (coherence - minCoherence) / (fullCoherence - minCoherence)));
    return { slope, clarity: Math.abs(slope) > maxSlope ? 0 : clarity };
  });
}

/**
 * Carries lines into `data`, three numbers per pixel, which contains the pieces. `sources`: index of the source pixel of each new pixel, -1
 * elsewhere. `reach`: as returned by `lineReach`.
 */
export function carryLines(data: Uint8Array, region: Region, sides: Sides, sources: Int32Array, reach: number): void {
  const { width, height, colours, isHole } = region;
  const radius = Math.max(2, Math.round(reach / 4));
  const picture = { across: width - sides.left - sides.right, down: height - sides.top - sides.bottom };
  if (Math.min(picture.across, picture.down) < radius + 3) return;
  for (const side of listSides(region, sides)) {
    const { from, to, depth, at } = side;
    const lines = findLines(region, side, radius);
    for (let u = from; u < to; u++) {
      for (let v = 1; v <= Math.min(reach, depth); v++) {
        const pixel = at(u, v);
        const source = sources[pixel]!;
        if (source < 0) continue;
        // Follows the line back to the border, where its slope may differ slightly.
        const near = Math.round(u - lines[u - from]!.slope * v);
        const slope = lines[Math.min(to - 1, Math.max(from, near)) - from]!.slope;
        const root = u - slope * v;
        const first = Math.floor(root);
        if (first < from || first + 1 >= to) continue;
        const { clarity } = lines[Math.round(root) - from] ?? lines[first - from]!;
        if (clarity === 0) continue;
        const share = root - first;
        const ends = [at(first, 0), at(first + 1, 0)] as const;
        // The piece's own pixels at that place of the border.
        const [dx, dy] = [(source % width) - (pixel % width), Math.floor(source / width) - Math.floor(pixel / width)];
        const seen = ends.map(end => {
          const [x, y] = [(end % width) + dx, Math.floor(end / width) + dy];
          const place = y * width + x;
          return x >= 0 && y >= 0 && x < width && y < height && !isHole[place] ? place : -1;
        });
        if (seen[0]! < 0 || seen[1]! < 0) continue;
        const mix = (places: readonly number[], channel: number) =>
          (1 - share) * colours[places[0]! * 3 + channel]! + share * colours[places[1]! * 3 + channel]!;
        const differences = [0, 1, 2].map(channel => {
          const correction = data[pixel * 3 + channel]! - colours[source * 3 + channel]!;
          return mix(ends, channel) - mix(seen, channel) - correction;
        });
        const size = Math.hypot(...differences) / Math.sqrt(3);
        const weight = (clarity * (1 - (v - 1) / reach) ** 2) / (1 + (size / halfDifference) ** 2);
        for (let channel = 0; channel < 3; channel++) {
          const value = data[pixel * 3 + channel]! + weight * differences[channel]!;
          data[pixel * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)));
        }
      }
    }
  }
}
