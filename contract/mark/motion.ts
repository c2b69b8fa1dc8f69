// Moving marks in clips: scrolling across the frame, or jumping between positions. The page and the server both use this module, so the result
// matches the preview.
import { type Placed, type Point, type Position, placeMark, type Size, turnedSize } from './place.ts';

export const motions = ['none', 'scroll', 'jump'] as const;
export type Motion = (typeof motions)[number];

export interface Moving {
  readonly motion: Motion;
  /** In seconds: the duration of one scroll cycle, or the time that a jumping mark stays in one position. */
  readonly period: number;
}

/** Ordered so that consecutive positions are far apart. */
const spots = ['bottom-left', 'top-right', 'center', 'bottom-right', 'top-left'] as const satisfies readonly Position[];
/** Distance from the frame's edges, as a fraction of its shorter edge. */
const spotMargin = 0.04;

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The centres of a jumping mark, in order. The first is its configured place, which replaces the nearest position. */
export function listSpots(picture: Size, placed: Placed): Point[] {
  const { width, height, centre, degrees } = placed;
  // A mark is not scaled down for a position, so its box is given as fractions.
  const box = { markW: width / picture.width, markH: height / picture.height, size: 0 };
  const shape = { width, height, unit: width };
  const all = spots.map(
    position => placeMark(picture, shape, { position, margin: spotMargin, rotate: degrees, ...box }).centre,
  );
  const nearest = all.reduce((best, spot) => (distance(spot, centre) < distance(best, centre) ? spot : best));
  return [centre, ...all.filter(spot => spot !== nearest)];
}

/** A scrolling mark moves from right to left and re-enters when it has left the frame; this is the distance of one cycle. */
export const scrollLength = (picture: Size, placed: Placed): number =>
  picture.width + turnedSize(placed, placed.degrees).width;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** The position of a mark after this many seconds, starting at its configured place. */
export function moveMark(picture: Size, placed: Placed, { motion, period }: Moving, seconds: number): Placed {
  if (motion === 'none' || seconds <= 0) return placed;
  if (motion === 'jump') {
    const all = listSpots(picture, placed);
    return { ...placed, centre: all[Math.floor(seconds / period) % all.length]! };
  }
  const length = scrollLength(picture, placed);
  const half = (length - picture.width) / 2;
  const gone = (seconds / period) * length;
  return { ...placed, centre: { x: modulo(placed.centre.x + half - gone, length) - half, y: placed.centre.y } };
}
