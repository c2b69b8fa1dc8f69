// Adds rotated copies of contours to the surroundings of a hole: a piece of a contour beside the hole fits along a curve only when it is rotated.
import type { Region } from '../region.ts';
import type { Point } from './contours.ts';
import type { Curve } from './join-contours.ts';
import type { Scene, Shift, Window } from './stage.ts';

/** Half the length of a copy, and half its width across the contour, in cells. */
const radius = 9;
const halfWidth = 5;
/** Distance in cells between two places along a curve for which copies are made. */
const betweenPlaces = 5.4;
/** Directions that differ by less than this angle, in radians, count as equal. */
const sameAngle = 0.07;
/** Distance of the copies from the window, in cells, so that the rim of a hole at the window's border includes none of them. */
const gap = 8;

/** A place on a contour, and the place on a curve that it could be copied to, in pixels of the window. */
interface Move {
  readonly from: Point;
  readonly to: Point;
  /** Rotation of the copy, and the direction of the contour after it, in radians. */
  readonly angle: number;
  readonly along: number;
}

const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/** Returns the direction of a polyline at one of its points, measured over `reach` points on each side. */
function directionAt(points: readonly Point[], index: number, reach: number): number {
  const [before, after] = [points[Math.max(0, index - reach)]!, points[Math.min(points.length - 1, index + reach)]!];
  return Math.atan2(after.y - before.y, after.x - before.x);
}

/** Lists the moves that bring pieces of the contours at both ends of each curve to evenly spaced places along it. */
function planMoves(curves: readonly Curve[], cellSide: number): Move[] {
  const toPixels = ({ x, y }: Point) => ({ x: (x + 0.5) * cellSide - 0.5, y: (y + 0.5) * cellSide - 0.5 });
  return curves.flatMap(({ points, from, to }) => {
    const length = points.reduce(
      (sum, point, index) =>
        sum + (index > 0 ? Math.hypot(point.x - points[index - 1]!.x, point.y - points[index - 1]!.y) : 0),
      0,
    );
    const places = Math.max(1, Math.round(length / betweenPlaces));
    return Array.from({ length: places }, (_, place) => {
      const at = Math.floor(((place + 0.5) * points.length) / places);
      const along = directionAt(points, at, 3);
      return [from, to].map(end => {
        const index = Math.min(end.trace.length - 1, radius);
        // A trace leads away from the hole, so at the start of the curve it runs against the curve's direction.
        const direction = directionAt(end.trace, index, 4) + (end === from ? Math.PI : 0);
        return { from: toPixels(end.trace[index]!), to: toPixels(points[at]!), angle: wrap(along - direction), along };
      });
    }).flat();
  });
}

export interface Extended {
  /** The window of the group, with the copies below it. */
  readonly region: Region;
  /** Shifts that bring pieces of the contours to the curves, in pixels. */
  readonly shifts: readonly Shift[];
  /** For each pixel, the pixel of the full region that it shows (approximate in rotated copies); -1 between the copies. */
  readonly origins: Int32Array;
}

interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly colours: Uint8Array;
  readonly isHole: Uint8Array;
  readonly origins: Int32Array;
}

/** Copies a window of the full region to the top of a taller sheet, whose other pixels are unknown. */
function layWindow({ sizes }: Scene, { left, top, right, bottom }: Window, height: number): Sheet {
  const full = sizes[0]!;
  const width = right - left;
  const colours = new Uint8Array(width * height * 3);
  const isHole = new Uint8Array(width * height).fill(1);
  const origins = new Int32Array(width * height).fill(-1);
  for (let y = 0; y < bottom - top; y++) {
    const from = (top + y) * full.width + left;
    colours.set(full.colours.subarray(from * 3, (from + width) * 3), y * width * 3);
    isHole.set(full.isHole.subarray(from, from + width), y * width);
    for (let x = 0; x < width; x++) origins[y * width + x] = from + x;
  }
  return { width, height, colours, isHole, origins };
}

/** Returns 1 for the pixels of a window that are known and not barred. */
function listSources({ isHole, width }: Sheet, barred: readonly Window[], { left, top, right, bottom }: Window) {
  const isSource = isHole.map(value => 1 - value);
  for (const box of barred)
    for (let y = Math.max(top, box.top); y < Math.min(bottom, box.bottom); y++)
      for (let x = Math.max(left, box.left); x < Math.min(right, box.right); x++)
        isSource[(y - top) * width + x - left] = 0;
  return isSource;
}

/** Catmull-Rom weights of four adjacent pixels for a position between the second and the third. */
const weigh = (t: number): readonly number[] => [
  ((2 - t) * t - 1) * t * 0.5,
  ((3 * t - 5) * t * t + 2) * 0.5,
  ((4 - 3 * t) * t + 1) * t * 0.5,
  (t - 1) * t * t * 0.5,
];

/** Draws the rotated surroundings of a place, centred at `centre`, except where they depend on a pixel that may not be copied. */
function drawTurned(
  { width, height, colours, isHole, origins }: Sheet,
  isSource: Uint8Array,
  { from, angle, along }: Move,
  centre: Point,
  { reach, halfHeight }: { readonly reach: number; readonly halfHeight: number },
) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [normalX, normalY] = [-Math.sin(along), Math.cos(along)];
  for (let v = -reach; v <= reach; v++)
    for (let u = -reach; u <= reach; u++) {
      if (u * u + v * v > reach * reach || Math.abs(u * normalX + v * normalY) > halfHeight) continue;
      const x = from.x + cos * u + sin * v;
      const y = from.y - sin * u + cos * v;
      const [left, top] = [Math.floor(x) - 1, Math.floor(y) - 1];
      if (left < 0 || top < 0 || left + 3 >= width || top + 3 >= height) continue;
      let isWhole = true;
      for (let row = top; row < top + 4; row++)
        for (let column = left; column < left + 4; column++) if (!isSource[row * width + column]) isWhole = false;
      if (!isWhole) continue;
      const [across, down] = [weigh(x - left - 1), weigh(y - top - 1)];
      const pixel = (centre.y + v) * width + centre.x + u;
      for (let channel = 0; channel < 3; channel++) {
        let value = 0;
        for (let row = 0; row < 4; row++)
          for (let column = 0; column < 4; column++)
            value += down[row]! * across[column]! * colours[((top + row) * width + left + column) * 3 + channel]!;
        colours[pixel * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)));
      }
      isHole[pixel] = 0;
      origins[pixel] = origins[Math.round(y) * width + Math.round(x)]!;
    }
}

/** Returns the window of a group with rotated copies of the contours at the ends of `curves` below it. `cellSide`: side of a cell in pixels. */
export function addCopies(scene: Scene, window: Window, curves: readonly Curve[], cellSide: number): Extended {
  const width = window.right - window.left;
  const windowHeight = window.bottom - window.top;
  const reach = Math.min(Math.round(radius * cellSide), (width - 3) >> 1);
  const tile = 2 * reach + 3;
  const perRow = Math.max(1, Math.floor(width / tile));
  const copies: Move[] = [];
  const numberOf = (move: Move) => {
    const found = copies.findIndex(
      ({ from, angle }) =>
        from.x === move.from.x && from.y === move.from.y && Math.abs(wrap(angle - move.angle)) < sameAngle,
    );
    return found < 0 ? copies.push(move) - 1 : found;
  };
  const placeOf = (copy: number) => ({
    x: (copy % perRow) * tile + reach + 1,
    y: windowHeight + gap * cellSide + Math.floor(copy / perRow) * tile + reach + 1,
  });
  const shifts = planMoves(curves, cellSide).map(move => {
    const from = Math.abs(move.angle) < sameAngle ? move.from : placeOf(numberOf(move));
    return { dx: Math.round(from.x - move.to.x), dy: Math.round(from.y - move.to.y) };
  });
  const rows = Math.ceil(copies.length / perRow);
  const sheet = layWindow(scene, window, windowHeight + (rows > 0 ? gap * cellSide + rows * tile : 0));
  const isSource = listSources(sheet, scene.barred, window);
  copies.forEach((move, copy) => {
    drawTurned(sheet, isSource, move, placeOf(copy), { reach, halfHeight: halfWidth * cellSide });
  });
  return { region: sheet, shifts, origins: sheet.origins };
}
