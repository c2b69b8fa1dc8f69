// Marks of clips that move: across the frame, or from spot to spot. The page and the server both ask here, so the result matches the preview.
import { type Placed, type Point, type Position, placeMark, type Size, turnedSize } from './place.ts';

export const motions = ['none', 'scroll', 'jump'] as const;
export type Motion = (typeof motions)[number];

export interface Moving {
  readonly motion: Motion;
  /** Seconds: how long a scrolling mark takes to come back to its place, how long a jumping one stays in one. */
  readonly period: number;
}

/** Each far from the one before. */
const spots = ['bottom-left', 'top-right', 'center', 'bottom-right', 'top-left'] as const satisfies readonly Position[];
/** From the frame's edges, as a fraction of its shorter edge. */
const spotMargin = 0.04;

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The centres of a jumping mark in their order; the first is its own place, which takes that of the nearest spot. */
export function listSpots(picture: Size, placed: Placed): Point[] {
  const { width, height, centre, degrees } = placed;
  // A mark is not made smaller for a spot, so its box is given as fractions.
  const box = { markW: width / picture.width, markH: height / picture.height, size: 0 };
  const shape = { width, height, unit: width };
  const all = spots.map(
    position => placeMark(picture, shape, { position, margin: spotMargin, rotate: degrees, ...box }).centre,
  );
  const nearest = all.reduce((best, spot) => (distance(spot, centre) < distance(best, centre) ? spot : best));
  return [centre, ...all.filter(spot => spot !== nearest)];
}

/** A scrolling mark goes from the right to the left and comes in again when none of it is left; this is how far it goes in one period. */
export const scrollLength = (picture: Size, placed: Placed): number =>
  picture.width + turnedSize(placed, placed.degrees).width;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** Where a mark lies after so many seconds of its time; at first in its place. */
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
