// Fields: smooth or out-of-focus parts of a scene, drawn once on a small grid and interpolated.
import { boxBlur } from '../box-filter.ts';

/** Values over a rectangle of the scene, one per plane at each grid point. */
export interface Field {
  readonly planes: readonly Float32Array[];
  readonly columns: number;
  readonly rows: number;
  /** Top left corner of the rectangle, and the distance between grid points. */
  readonly left: number;
  readonly top: number;
  readonly step: number;
}

interface Extent {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function makeField({ left, top, width, height }: Extent, rows: number, planes: number): Field {
  const step = height / rows;
  const columns = Math.max(2, Math.ceil(width / step) + 1);
  const size = columns * (rows + 1);
  return {
    planes: Array.from({ length: planes }, () => new Float32Array(size)),
    columns,
    rows: rows + 1,
    left,
    top,
    step,
  };
}

/** Sets each grid point to the values that `read` writes for its position. */
export function fillField(field: Field, read: (x: number, y: number, to: number[]) => void): void {
  const values = field.planes.map(() => 0);
  for (let row = 0, at = 0; row < field.rows; row++) {
    for (let column = 0; column < field.columns; column++, at++) {
      read(field.left + column * field.step, field.top + row * field.step, values);
      for (let k = 0; k < values.length; k++) field.planes[k]![at] = values[k]!;
    }
  }
}

/** Returns a copy blurred by about `sigma` units; the border is repeated. */
export function blurField(field: Field, sigma: number): Field {
  const radius = Math.max(1, Math.round((Math.sqrt(4 * (sigma / field.step) ** 2 + 1) - 1) / 2));
  return { ...field, planes: field.planes.map(plane => boxBlur(plane, field.columns, field.rows, radius, 3)) };
}

/** Composites a bokeh disc over the field: a disc that gets brighter towards its rim, as out-of-focus lights do. */
export function addDisc(
  { planes, columns, rows, left, top, step }: Field,
  disc: { x: number; y: number; radius: number; colour: readonly number[]; strength: number; rim: number },
): void {
  const { x, y, radius, colour, strength, rim } = disc;
  const soft = Math.max(step * 0.8, radius * 0.05);
  const reach = radius + soft;
  const firstRow = Math.max(0, Math.ceil((y - reach - top) / step));
  const lastRow = Math.min(rows - 1, Math.floor((y + reach - top) / step));
  const firstColumn = Math.max(0, Math.ceil((x - reach - left) / step));
  const lastColumn = Math.min(columns - 1, Math.floor((x + reach - left) / step));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const distance = Math.hypot(left + column * step - x, top + row * step - y);
      const cover = Math.min(1, Math.max(0, (radius + soft - distance) / (2 * soft)));
      if (cover === 0) continue;
      const share = strength * cover * (1 - rim + rim * Math.min(1, distance / radius) ** 4);
      const at = row * columns + column;
      for (let k = 0; k < planes.length; k++) planes[k]![at]! += (colour[k]! - planes[k]![at]!) * share;
    }
  }
}

/** Samples a plane bilinearly; beyond the field, the border is repeated. */
export function readField(field: Field, plane: number, x: number, y: number): number {
  const { columns, rows, left, top, step } = field;
  const across = Math.min(columns - 1.001, Math.max(0, (x - left) / step));
  const down = Math.min(rows - 1.001, Math.max(0, (y - top) / step));
  const column = Math.floor(across);
  const row = Math.floor(down);
  const data = field.planes[plane]!;
  const at = row * columns + column;
  const u = across - column;
  const upper = data[at]! + (data[at + 1]! - data[at]!) * u;
  const lower = data[at + columns]! + (data[at + columns + 1]! - data[at + columns]!) * u;
  return upper + (lower - upper) * (down - row);
}

/** Returns the number of rows of a field with at most `max` rows: small images need no more than their pixels show. */
export const rowsFor = (max: number, side: number): number => Math.max(48, Math.min(max, Math.round(side * 0.75)));
