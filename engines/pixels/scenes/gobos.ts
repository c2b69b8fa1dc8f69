// Gobos, which shape the lamp's light: leaves, a window, blinds. A gobo is the share of light that passes, as a function of the ground plane.
import { blurField, type Field, fillField, makeField, rowsFor } from './field.ts';
import { hashAt, smoothStep } from './noise.ts';

const extent = { left: -2, top: -1.6, width: 4, height: 5.2 };
const rows = 420;

function draw(side: number, read: (x: number, y: number) => number, sigma: number): Field {
  const field = makeField(extent, rowsFor(rows, side * 2), 1);
  fillField(field, (x, y, to) => {
    to[0] = read(x, y);
  });
  return blurField(field, sigma);
}

/** A window with crossbars: its left and bottom edges, panes across and up, size of a pane, and slant. */
export const windowPanes =
  (
    left: number,
    bottom: number,
    across: number,
    up: number,
    [width, height]: readonly [number, number],
    lean: number,
    sigma = 0.012,
  ) =>
  (side: number): Field =>
    draw(
      side,
      (x, y) => {
        const a = (x - left - lean * (y - bottom)) / width;
        const b = (y - bottom) / height;
        if (a < 0 || b < 0 || a > across || b > up) return 0;
        const bar = 0.05;
        const isBar = Math.abs(a - Math.round(a)) < bar || Math.abs(b - Math.round(b)) < (bar * width) / height;
        return isBar ? 0 : 1;
      },
      sigma,
    );

/** The slats of a blind, as slanted stripes. */
export const blinds =
  (stripes: number, open: number, lean: number, sigma = 0.014) =>
  (side: number): Field =>
    draw(
      side,
      (x, y) => {
        const a = (y - lean * x) * stripes;
        const isEdge = Math.abs(x) > 1.15;
        return !isEdge && a - Math.floor(a) < open ? 1 : 0;
      },
      sigma,
    );

interface Frond {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly length: number;
}

/** Coverage of a point by a palm frond, 0 or 1: leaflets on both sides of a curved rib. */
function frondAt({ x, y, angle, length }: Frond, px: number, py: number): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = ((px - x) * cos + (py - y) * sin) / length;
  if (along < -0.1 || along > 1.15) return 0;
  const bend = 0.16 * along * along;
  const off = (-(px - x) * sin + (py - y) * cos) / length - bend;
  const side = Math.abs(off);
  const start = along - 0.75 * side;
  const reach = 0.5 * Math.sin(Math.PI * Math.min(1, Math.max(0, start) ** 0.6)) ** 0.75;
  if (start < 0 || start > 1) return 0;
  if (side < 0.011 * (1 - along)) return 1;
  const leaflet = start * 17 + (off > 0 ? 0.5 : 0);
  const width = 0.36 * (1 - side / Math.max(0.02, reach)) ** 0.5;
  return side < reach && Math.abs(leaflet - Math.round(leaflet)) < width ? 1 : 0;
}

/** Palm fronds. */
export const palm =
  (fronds: readonly Frond[], sigma = 0.02) =>
  (side: number): Field =>
    draw(
      side,
      (x, y) =>
        1 -
        Math.min(
          1,
          fronds.reduce((max, frond) => Math.max(max, frondAt(frond, x, y)), 0),
        ),
      sigma,
    );

/** Twigs of a tree: clusters of leaves around a point, sparser with the distance from it. */
export const leaves =
  (salt: number, count: number, [fromX, fromY]: readonly [number, number], spread: number, sigma = 0.016) =>
  (side: number): Field => {
    const all = Array.from({ length: count }, (_, i) => {
      const cluster = Math.floor(i / 7);
      const far = spread * hashAt(cluster, 1, salt) ** 0.8;
      const angle = hashAt(cluster, 2, salt) * 2 * Math.PI;
      const own = hashAt(i, 3, salt) * 2 * Math.PI;
      const out = 0.05 + 0.12 * hashAt(i, 4, salt);
      return {
        x: fromX + far * Math.cos(angle) + out * Math.cos(own),
        y: fromY + far * Math.sin(angle) + out * Math.sin(own),
        cos: Math.cos(own + 0.5),
        sin: Math.sin(own + 0.5),
        long: 0.06 + 0.07 * hashAt(i, 5, salt),
      };
    });
    return draw(
      side,
      (x, y) => {
        for (const { x: cx, y: cy, cos, sin, long } of all) {
          const [right, down] = [x - cx, y - cy];
          if (Math.abs(right) > long || Math.abs(down) > long) continue;
          const a = (right * cos + down * sin) / long;
          const b = (-right * sin + down * cos) / long;
          if (Math.abs(a) < 1 && Math.abs(b) < 0.34 * (1 - a * a)) return 0;
        }
        return 1;
      },
      sigma,
    );
  };

/** A bright band between two soft edges, as through a door left ajar. */
export const slit =
  (from: number, to: number, lean: number, sigma = 0.03) =>
  (side: number): Field =>
    draw(
      side,
      (x, y) => {
        const a = x - lean * y;
        return smoothStep(from - 0.01, from + 0.01, a) * smoothStep(to + 0.01, to - 0.01, a);
      },
      sigma,
    );
