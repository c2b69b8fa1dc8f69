// The thickness of a mark.
import { measureDistance } from '../pixels/distance.ts';

/** No mark is thicker. */
const max = 254;

/** Returns the distance in pixels of the innermost set pixel from the nearest one that is not set; zero when all are set. */
export function measureDepth(mask: Uint8Array, width: number, height: number): number {
  const clean = mask.map(value => (value ? 0 : 255));
  if (!clean.includes(255)) return 0;
  return Math.min(
    max,
    measureDistance(clean, width, height, max).reduce((deepest, each) => Math.max(deepest, each), 0),
  );
}
