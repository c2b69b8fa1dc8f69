// Converts the network's probability map into rectangles around lines of text. Source: Liao et al., "Real-time scene text detection with
// differentiable binarization", AAAI 2020: the network is trained on shrunken lines, which are expanded again by area over perimeter.
import { findComponents } from '../pixels/components.ts';
import { findSmallestRectangle, growRectangle, type Point, type TiltedRectangle } from './rectangle.ts';

export interface TextMap {
  /** 0..1 for every pixel, row by row from the top. */
  readonly map: Float32Array;
  readonly width: number;
  readonly height: number;
}

export interface TextRegion {
  readonly rectangle: TiltedRectangle;
  /** Mean of the map inside. */
  readonly score: number;
}

export interface RegionRules {
  /** Minimum probability of a pixel in a line. */
  readonly pixelScore: number;
  /** Minimum mean probability of a region. */
  readonly minScore: number;
  /** Expansion of the shrunken lines, as a multiple of area over perimeter. */
  readonly growth: number;
}

export const defaultRules: RegionRules = { pixelScore: 0.3, minScore: 0.5, growth: 1.6 };
/** Minimum side of a shrunken line, in pixels of the map. */
const shortestSide = 2;

interface Blob {
  readonly outline: readonly Point[];
  readonly score: number;
}

function measureBlob({ map, width }: TextMap, pixels: readonly number[]): Blob {
  /** The first and the last pixel of each row. */
  const rows = new Map<number, [number, number]>();
  let sum = 0;
  for (const at of pixels) {
    const x = at % width;
    const y = (at - x) / width;
    sum += map[at]!;
    const ends = rows.get(y);
    if (!ends) rows.set(y, [x, x]);
    else if (x < ends[0]) ends[0] = x;
    else if (x > ends[1]) ends[1] = x;
  }
  const outline: Point[] = [];
  for (const [y, [from, to]] of rows) outline.push([from, y], [from, y + 1], [to + 1, y], [to + 1, y + 1]);
  return { outline, score: sum / pixels.length };
}

/** Returns rectangles in pixels of the map, in no particular order. */
export function findRegions(textMap: TextMap, rules: RegionRules = defaultRules): TextRegion[] {
  const isText = Uint8Array.from(textMap.map, value => (value > rules.pixelScore ? 1 : 0));
  const regions: TextRegion[] = [];
  for (const pixels of findComponents(isText, textMap.width, 'side')) {
    const { outline, score } = measureBlob(textMap, pixels);
    if (score < rules.minScore) continue;
    const core = findSmallestRectangle(outline);
    if (Math.min(core.width, core.height) < shortestSide) continue;
    const by = (core.width * core.height * rules.growth) / (2 * (core.width + core.height));
    regions.push({ rectangle: growRectangle(core, by), score });
  }
  return regions;
}
