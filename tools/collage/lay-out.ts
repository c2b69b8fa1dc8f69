// Computes the position of every image of a collage and its visible part, for the run and for the page's preview.
import { keepFaces, type Box as Share } from 'engines/pixels/choose-crop.ts';
import type { CollageOptions, View } from './contract.ts';
import { findTemplate, type Part, stackRows } from './templates.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

export interface Cell extends Box {
  /** Rotation about the centre, in degrees clockwise. */
  readonly angle: number;
  /** Width of the white frame around the image, inside the cell. */
  readonly frame: number;
}

/** Lengths are in the unit that the caller chose. Later cells cover earlier ones. */
export interface Layout extends Size {
  readonly cells: readonly Cell[];
  /** Corner radius of a cell; limited to half of the cell's shorter side. */
  readonly radius: number;
}

export type LayoutOptions = Pick<CollageOptions, 'layout' | 'ratio' | 'gap' | 'border' | 'radius'>;

const ratioOf = ({ width, height }: Size) => width / height;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Returns the cells of a split box, in the order of its parts. */
function splitBox({ way, parts }: Part, box: Box, gap: number): Box[] {
  if (!parts) return [box];
  const isAcross = way === 'across';
  const room = (isAcross ? box.width : box.height) - gap * (parts.length - 1);
  const share = room / sum(parts.map(part => part.weight));
  let start = isAcross ? box.left : box.top;
  return parts.flatMap(part => {
    const length = part.weight * share;
    const place = isAcross ? { left: start, width: length } : { top: start, height: length };
    start += length + gap;
    return splitBox(part, { ...box, ...place }, gap);
  });
}

/** Returns the number of cells in each row of a grid, as equal as possible, longer rows last. */
function planGrid(count: number, frameRatio: number): number[] {
  const cost = (rows: number) => {
    const lengths = cutRows(count, rows);
    // Prefers cells that are nearly square.
    return sum(lengths.map(length => length * Math.abs(Math.log((frameRatio * rows) / length)))) / count;
  };
  let best = 1;
  for (let rows = 2; rows <= count; rows++) if (cost(rows) < cost(best) - 1e-9) best = rows;
  return cutRows(count, best);
}

const cutRows = (count: number, rows: number): number[] =>
  Array.from({ length: rows }, (_, row) => Math.floor(((row + 1) * count) / rows) - Math.floor((row * count) / rows));

/** Lays images of equal height side by side, or of equal width below each other. The shared side is `unit` long, including the border. */
function layStrip(pictures: readonly Size[], isColumn: boolean, unit: number, gap: number, border: number): Layout {
  const shared = unit - 2 * border;
  let along = border;
  const cells = pictures.map(picture => {
    const length = isColumn ? shared / ratioOf(picture) : shared * ratioOf(picture);
    const start = along;
    along += length + gap;
    const box = isColumn
      ? { left: border, top: start, width: shared, height: length }
      : { left: start, top: border, width: length, height: shared };
    return { ...box, angle: 0, frame: 0 };
  });
  const total = along - gap + border;
  return { ...(isColumn ? { width: unit, height: total } : { width: total, height: unit }), cells, radius: 0 };
}

/** Rotations in degrees, and shifts as shares of a cell to the right and down, chosen by hand so that neighbours differ. */
const leans = [-5, 4, -3, 6, -6, 3, -4, 5] as const;
const shifts = [
  [0.02, -0.03],
  [-0.03, 0.04],
  [0.04, 0.02],
  [-0.02, -0.04],
  [0.03, 0.03],
] as const;
/** Side of a scattered image as a share of its part of the frame; above 1, neighbours overlap. */
const scatteredShare = 1.12;
const frameShare = 0.018;

function scatter(pictures: readonly Size[], frame: Box, rows: Part, unit: number): Cell[] {
  return splitBox(rows, frame, 0).map((part, index) => {
    const picture = pictures[index]!;
    const edge = unit * frameShare;
    const angle = leans[index % leans.length]!;
    const turn = (Math.abs(angle) * Math.PI) / 180;
    const room = { width: part.width * scatteredShare - 2 * edge, height: part.height * scatteredShare - 2 * edge };
    const scale = Math.min(room.width / picture.width, room.height / picture.height);
    const [width, height] = [picture.width * scale + 2 * edge, picture.height * scale + 2 * edge];
    const reach = {
      x: (width * Math.cos(turn) + height * Math.sin(turn)) / 2,
      y: (width * Math.sin(turn) + height * Math.cos(turn)) / 2,
    };
    const shift = shifts[index % shifts.length]!;
    const hold = (at: number, from: number, to: number) =>
      from > to ? (from + to) / 2 : Math.min(to, Math.max(from, at));
    const x = part.left + part.width * (0.5 + shift[0]);
    const y = part.top + part.height * (0.5 + shift[1]);
    const middle = {
      x: hold(x, frame.left + reach.x, frame.left + frame.width - reach.x),
      y: hold(y, frame.top + reach.y, frame.top + frame.height - reach.y),
    };
    return { left: middle.x - width / 2, top: middle.y - height / 2, width, height, angle, frame: edge };
  });
}

/**
 * Lays out images of these upright sizes. `unit` is the shorter side of the result, or the side that the images of a strip share; all lengths scale
 * with it.
 */
export function layOut(pictures: readonly Size[], options: LayoutOptions, unit: number): Layout {
  const gap = options.gap * unit;
  const border = options.border * unit;
  const radius = options.radius * unit;
  if (options.layout === 'column' || options.layout === 'row')
    return { ...layStrip(pictures, options.layout === 'column', unit, gap, border), radius };
  const [across = 1, high = 1] = options.ratio.split(':').map(Number);
  const [width, height] = across < high ? [unit, (unit * high) / across] : [(unit * across) / high, unit];
  const frame = { left: border, top: border, width: width - 2 * border, height: height - 2 * border };
  const grid = stackRows(planGrid(pictures.length, frame.width / frame.height));
  if (options.layout === 'scattered') return { width, height, cells: scatter(pictures, frame, grid, unit), radius };
  const boxes = splitBox(findTemplate(options.layout, pictures.length) ?? grid, frame, gap);
  return { width, height, cells: boxes.map(box => ({ ...box, angle: 0, frame: 0 })), radius };
}

/** Returns the size of a cell without its frame. */
export const innerSize = ({ width, height, frame }: Cell): Size => ({
  width: width - 2 * frame,
  height: height - 2 * frame,
});

/** Returns the scale from the image's pixels to the layout's unit. */
export const scaleIn = (picture: Size, cell: Size, { zoom }: Pick<View, 'zoom'>): number =>
  Math.max(cell.width / picture.width, cell.height / picture.height) * zoom;

/** Returns the part of the image that is visible in a cell, in pixels of the image. */
export function findWindow(picture: Size, cell: Size, view: View): Box {
  const scale = scaleIn(picture, cell, view);
  const width = Math.min(picture.width, cell.width / scale);
  const height = Math.min(picture.height, cell.height / scale);
  return { left: (picture.width - width) * view.x, top: (picture.height - height) * view.y, width, height };
}

/** Limits of the result: pixels in total, and the longer side by format. */
const maxPixels = 50_000_000;
const maxSides = { jpg: 30_000, png: 30_000, webp: 16_383 } as const;

/** Returns the unit to draw with, in pixels, and whether the limits made it smaller than requested or than the resolution of the images. */
export function chooseUnit(
  pictures: readonly Size[],
  options: LayoutOptions & Pick<CollageOptions, 'format' | 'size' | 'views'>,
): { readonly unit: number; readonly isHeldBack: boolean } {
  const probe = 1000;
  const { width, height, cells } = layOut(pictures, options, probe);
  const full = Math.max(
    ...pictures.map(
      (picture, index) => probe / scaleIn(picture, innerSize(cells[index]!), options.views[index] ?? wholeView),
    ),
  );
  const wanted = Math.max(1, Math.round(Math.min(options.size ?? Number.POSITIVE_INFINITY, full)));
  const longest = (maxSides[options.format] * probe) / Math.max(width, height);
  const widest = probe * Math.sqrt(maxPixels / (width * height));
  const max = Math.max(1, Math.floor(Math.min(longest, widest)));
  return { unit: Math.min(wanted, max), isHeldBack: max < wanted };
}

export const wholeView: View = { zoom: 1, x: 0.5, y: 0.5 };

/** Returns the view of an image that was not placed by hand: the one nearest to the middle that shows its faces whole. */
export function viewFaces(picture: Size, cell: Size, faces: readonly Share[]): View {
  const part = keepFaces(faces, ratioOf(picture), ratioOf(cell));
  const share = (start: number, length: number) => (1 - length < 1e-4 ? 0.5 : Math.min(1, start / (1 - length)));
  return { zoom: 1, x: share(part.x, part.w), y: share(part.y, part.h) };
}

/** Returns whether a cell shows all of an image, so that there is nothing to place. */
export const showsAll = (picture: Size, cell: Size): boolean =>
  Math.abs(Math.log(ratioOf(picture) / ratioOf(cell))) < 1e-3;

export const inPixels = ({ width, height }: Size): Size => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});

/** Zooms a view about the centre of its visible part. */
export function zoomView(picture: Size, cell: Size, view: View, zoom: number): View {
  const before = findWindow(picture, cell, view);
  const { width, height } = findWindow(picture, cell, { ...view, zoom });
  const share = (start: number, length: number, now: number, all: number) =>
    all - now < 1e-6 ? 0.5 : Math.min(1, Math.max(0, (start + (length - now) / 2) / (all - now)));
  return {
    zoom,
    x: share(before.left, before.width, width, picture.width),
    y: share(before.top, before.height, height, picture.height),
  };
}

/** Pans a view by a distance in the units of the cell. */
export function panView(picture: Size, cell: Size, view: View, dx: number, dy: number): View {
  const scale = scaleIn(picture, cell, view);
  const share = (at: number, by: number, room: number) => (room < 1e-6 ? at : Math.min(1, Math.max(0, at - by / room)));
  return {
    ...view,
    x: share(view.x, dx, picture.width * scale - cell.width),
    y: share(view.y, dy, picture.height * scale - cell.height),
  };
}
