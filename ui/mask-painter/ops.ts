// The marks on a picture: strokes, boxes and areas in picture pixels, each painted over the previous ones.
import { type Path, simplifyPath } from './path.ts';

interface Labelled {
  /** The label to paint; null erases. */
  readonly label: string | null;
  /** The id of the suggestion that it came from. */
  readonly from?: string;
}

interface StrokeOp extends Labelled {
  readonly kind: 'stroke';
  readonly width: number;
  readonly path: Path;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface BoxOp extends Labelled, Box {
  readonly kind: 'box';
}

/** Closed outlines, filled by the non-zero winding rule; an outline in the opposite direction cuts a hole. */
interface AreaOp extends Labelled {
  readonly kind: 'area';
  readonly rings: readonly Path[];
}

export type MaskOp = StrokeOp | BoxOp | AreaOp;

/** A colour to mark with, and its meaning. */
export interface MaskLabel {
  readonly id: string;
  readonly name: string;
  /** #rrggbb, drawn semi-transparently over the picture. */
  readonly color: string;
}

/** A suggested mark, which can be ticked. */
export interface Proposal {
  readonly id: string;
  /** A description, e.g. "a logo". */
  readonly name: string;
  /** Bounding box in picture pixels. */
  readonly box: Box;
  /** The mark it becomes when ticked. */
  readonly op: MaskOp;
  /** Ticked initially. */
  readonly isLikely: boolean;
}

/** These limits keep the list below about 150 KB of JSON, because it is saved with the options at each change. */
export const limits = { ops: 600, points: 12_000 };

const pathsOf = (op: MaskOp): readonly Path[] =>
  op.kind === 'stroke' ? [op.path] : op.kind === 'area' ? op.rings : [];

export const countPoints = (ops: readonly MaskOp[]): number =>
  ops.flatMap(pathsOf).reduce((sum, path) => sum + path.length / 2, 0);

/** Simplifies a mark; outlines with fewer than three points are dropped. */
function coarsen(op: MaskOp, tolerance: number): MaskOp {
  if (op.kind === 'stroke') return { ...op, path: simplifyPath(op.path, tolerance) };
  if (op.kind === 'box') return op;
  const rings = op.rings.map(ring => simplifyPath(ring, tolerance)).filter(ring => ring.length >= 6);
  return { ...op, rings };
}

/** Returns the list with one more mark, simplified if there are too many points, or undefined if the list is full. */
export function addOp(ops: readonly MaskOp[], op: MaskOp): readonly MaskOp[] | undefined {
  if (ops.length >= limits.ops) return undefined;
  let list: readonly MaskOp[] = [...ops, op];
  for (let tolerance = 1; countPoints(list) > limits.points; tolerance *= 2)
    list = list.map(each => coarsen(each, tolerance));
  return list;
}

/** Returns the boxes in whole pixels, clipped to the picture, or undefined unless all marks are boxes of this label. */
export function asBoxes(ops: readonly MaskOp[], label: string, width: number, height: number): Box[] | undefined {
  const boxes: Box[] = [];
  for (const op of ops) {
    if (op.kind !== 'box' || op.label !== label) return undefined;
    const x = Math.max(0, Math.round(op.x));
    const y = Math.max(0, Math.round(op.y));
    const w = Math.min(width, Math.round(op.x + op.w)) - x;
    const h = Math.min(height, Math.round(op.y + op.h)) - y;
    if (w > 0 && h > 0) boxes.push({ x, y, w, h });
  }
  return boxes;
}

/** Scales marks to a picture of another size. Strokes stay round: their width follows the smaller ratio. */
export function scaleOps(ops: readonly MaskOp[], ratioX: number, ratioY: number): MaskOp[] {
  const scale = (path: Path) => path.map((value, index) => value * (index % 2 === 0 ? ratioX : ratioY));
  return ops.map(op => {
    if (op.kind === 'stroke') return { ...op, width: op.width * Math.min(ratioX, ratioY), path: scale(op.path) };
    if (op.kind === 'area') return { ...op, rings: op.rings.map(scale) };
    return { ...op, x: op.x * ratioX, y: op.y * ratioY, w: op.w * ratioX, h: op.h * ratioY };
  });
}
