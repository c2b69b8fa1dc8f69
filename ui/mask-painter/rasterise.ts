// Rasterises marks in bands of rows: a pixel is set if its centre is covered. Uses no canvas, so there are no canvas limits and the result is the
// same in every browser.
import type { MaskOp } from './ops.ts';
import type { Path } from './path.ts';

export interface Band {
  /** Width of the mask in pixels. */
  readonly width: number;
  /** The first row, and the number of rows. */
  readonly top: number;
  readonly rows: number;
  /** Mask pixels per picture pixel. */
  readonly scale: number;
}

type FillSpan = (row: number, from: number, to: number) => void;

/** Returns the rows of the band whose centres lie between two heights. */
function rowsBetween(low: number, high: number, { top, rows }: Band): [first: number, end: number] {
  return [Math.max(0, Math.ceil(low - 0.5) - top), Math.min(rows, Math.floor(high - 0.5) - top + 1)];
}

/** Fills all points within `radius` of a segment. The shape is convex, so each row intersects it in one span. */
function fillCapsule(ax: number, ay: number, bx: number, by: number, radius: number, band: Band, fill: FillSpan): void {
  const length = Math.hypot(bx - ax, by - ay);
  const nx = length > 0 ? (-(by - ay) / length) * radius : 0;
  const ny = length > 0 ? ((bx - ax) / length) * radius : 0;
  const corners = [ax + nx, ay + ny, bx + nx, by + ny, bx - nx, by - ny, ax - nx, ay - ny];
  const [first, end] = rowsBetween(Math.min(ay, by) - radius, Math.max(ay, by) + radius, band);
  for (let row = first; row < end; row += 1) {
    const y = band.top + row + 0.5;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    const reach = (x: number, away: number) => {
      low = Math.min(low, x - away);
      high = Math.max(high, x + away);
    };
    if (Math.abs(y - ay) <= radius) reach(ax, Math.sqrt(radius * radius - (y - ay) ** 2));
    if (Math.abs(y - by) <= radius) reach(bx, Math.sqrt(radius * radius - (y - by) ** 2));
    for (let i = 0; i < 8; i += 2) {
      const [x0, y0, x1, y1] = [corners[i]!, corners[i + 1]!, corners[(i + 2) % 8]!, corners[(i + 3) % 8]!];
      if (y0 <= y !== y1 <= y) reach(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), 0);
    }
    fill(row, low, high);
  }
}

function fillStroke(path: Path, width: number, band: Band, fill: FillSpan): void {
  const { scale } = band;
  const at = (index: number) => path[Math.min(index, path.length - 2 + (index % 2))]! * scale;
  for (let i = 0; i < Math.max(2, path.length - 2); i += 2)
    fillCapsule(at(i), at(i + 1), at(i + 2), at(i + 3), (width * scale) / 2, band, fill);
}

/** Fills by the non-zero winding rule (Foley et al., Computer Graphics, scan conversion of polygons). */
function fillRings(rings: readonly Path[], band: Band, fill: FillSpan): void {
  const { scale, top } = band;
  const crossings: [x: number, turn: number][][] = Array.from({ length: band.rows }, () => []);
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x0, y0] = [ring[i]! * scale, ring[i + 1]! * scale];
      const [x1, y1] = [ring[(i + 2) % ring.length]! * scale, ring[(i + 3) % ring.length]! * scale];
      const [first, end] = rowsBetween(Math.min(y0, y1), Math.max(y0, y1), band);
      for (let row = first; row < end; row += 1) {
        const y = top + row + 0.5;
        if (y0 <= y !== y1 <= y) crossings[row]!.push([x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), y1 > y0 ? 1 : -1]);
      }
    }
  }
  crossings.forEach((found, row) => {
    found.sort((a, b) => a[0] - b[0]);
    let winding = 0;
    found.forEach(([x, turn], index) => {
      winding += turn;
      const next = found[index + 1];
      if (winding !== 0 && next) fill(row, x, next[0]);
    });
  });
}

/** Returns one byte per pixel of the band, row by row: 1 where `label` was painted last. */
export function rasteriseBand(ops: readonly MaskOp[], label: string, band: Band): Uint8Array {
  const { width, scale } = band;
  const pixels = new Uint8Array(width * band.rows);
  for (const op of ops) {
    const value = op.label === label ? 1 : 0;
    const fill: FillSpan = (row, from, to) => {
      const first = Math.max(0, Math.ceil(from - 0.5));
      const end = Math.min(width, Math.floor(to - 0.5) + 1);
      if (end > first) pixels.fill(value, row * width + first, row * width + end);
    };
    if (op.kind === 'stroke') fillStroke(op.path, op.width, band, fill);
    else if (op.kind === 'area') fillRings(op.rings, band, fill);
    else {
      const [first, end] = rowsBetween(op.y * scale, (op.y + op.h) * scale, band);
      for (let row = first; row < end; row += 1) fill(row, op.x * scale, (op.x + op.w) * scale);
    }
  }
  return pixels;
}
