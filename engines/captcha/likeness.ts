// Similarity of two drawings for a program that rotates and mirrors one to fit the other: by their filled shapes and by
// the directions of their edges.
import { sharp } from '../sharp.ts';
import type { Drawing } from './figures.ts';

const side = 36;
/** Side of a cell in pixels, and number of edge directions. */
const [cellPixels, bins] = [4, 8];
const cells = side / cellPixels;
const shownScale = 1.1;
/** Weight of the shape; the edges have the rest. */
const shapeWeight = 0.5;

export interface Shape {
  /** Offset of the drawing's centroid from its origin. */
  readonly middle: { readonly x: number; readonly y: number };
  /** The features of the drawing as it is, normalised to unit length. */
  readonly upright: Float32Array;
  /** The features of the drawing rotated and mirrored in many ways. */
  readonly moved: readonly Float32Array[];
}

type Paint = (figure: Drawing['figure']) => string;

const line = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
const paintSolid: Paint = ({ outline, details }) => `<path d="${outline}" fill="#fff"/>${line(details, '#fff', 3.5)}`;
const paintFilled: Paint = figure => paintSolid(figure) + line(figure.details, '#000', 2);
const paintLines: Paint = ({ outline, details }) => line(outline + details, '#fff', 2);

/** All drawings in one column, white on black. */
async function drawAll(drawings: readonly Drawing[], paintOf: (i: number) => Paint): Promise<Buffer> {
  const all = drawings.map(({ figure, transform }, i) => {
    const place = `translate(${side / 2} ${i * side + side / 2}) scale(${shownScale}) ${transform}`;
    return `<g transform="${place}">${paintOf(i)(figure)}</g>`;
  });
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side * drawings.length}"><rect width="100%" height="100%"/>${all.join('')}</svg>`;
  return sharp(Buffer.from(markup), { unlimited: true }).blur(0.9).extractChannel(0).raw().toBuffer();
}

interface Move {
  readonly degrees: number;
  readonly flip: number;
}

const upright: Move = { degrees: 0, flip: 1 };
const moves: readonly Move[] = [-45, -30, -15, 0, 15, 30, 45].flatMap(degrees =>
  [1, -1].map(flip => ({ degrees, flip })),
);

/** The picture shifted so that the given centre lies in the middle. */
function movePicture(picture: Buffer, middle: readonly [number, number], { degrees, flip }: Move): Uint8Array {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const moved = new Uint8Array(side * side);
  for (let i = 0; i < moved.length; i++) {
    const dx = (i % side) + 0.5 - side / 2;
    const dy = Math.floor(i / side) + 0.5 - side / 2;
    const column = Math.floor(flip * (cos * dx + sin * dy) + middle[0]);
    const row = Math.floor(cos * dy - sin * dx + middle[1]);
    if (column >= 0 && row >= 0 && column < side && row < side) moved[i] = picture[row * side + column]!;
  }
  return moved;
}

/** Normalised to zero mean and the given length, so that a dot product is a correlation. */
function normalise(values: Float32Array, length: number): Float32Array {
  let [sum, squares] = [0, 0];
  for (const value of values) sum += value;
  const mean = sum / values.length;
  for (const value of values) squares += (value - mean) ** 2;
  const scale = length / (Math.sqrt(squares) || 1);
  return values.map(value => (value - mean) * scale);
}

/** A histogram of edge directions for each cell. */
function findDirections(picture: Uint8Array): Float32Array {
  const found = new Float32Array(cells * cells * bins);
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const i = y * side + x;
      const across = picture[i + 1]! - picture[i - 1]!;
      const down = picture[i + side]! - picture[i - side]!;
      const size = Math.sqrt(across * across + down * down);
      if (size < 8) continue;
      const direction = ((Math.atan2(down, across) / Math.PI + 1) % 1) * bins;
      const low = Math.floor(direction);
      const part = direction - low;
      const cell = (Math.floor(y / cellPixels) * cells + Math.floor(x / cellPixels)) * bins;
      found[cell + (low % bins)]! += size * (1 - part);
      found[cell + ((low + 1) % bins)]! += size * part;
    }
  return found;
}

function shrink(picture: Uint8Array): Float32Array {
  const small = new Float32Array((side / 2) ** 2);
  for (let i = 0; i < picture.length; i++)
    small[Math.floor(i / side / 2) * (side / 2) + Math.floor((i % side) / 2)]! += picture[i]!;
  return small;
}

function findMiddle(solid: Buffer): readonly [number, number] {
  let [x, y, sum] = [0, 0, 1e-6];
  for (let i = 0; i < solid.length; i++) {
    x += solid[i]! * (i % side);
    y += solid[i]! * Math.floor(i / side);
    sum += solid[i]!;
  }
  return [x / sum + 0.5, y / sum + 0.5];
}

interface Painted {
  readonly drawing: Drawing;
  readonly isFilled: boolean;
}

export async function makeShapes(painted: readonly Painted[]): Promise<Shape[]> {
  const drawings = painted.map(({ drawing }) => drawing);
  const [solids, shown] = await Promise.all([
    drawAll(drawings, () => paintSolid),
    drawAll(drawings, i => (painted[i]!.isFilled ? paintFilled : paintLines)),
  ]);
  return painted.map((_, i) => {
    const own = (pictures: Buffer) => pictures.subarray(i * side * side, (i + 1) * side * side);
    const middle = findMiddle(own(solids));
    const describe = (move: Move) => {
      const edges = normalise(findDirections(movePicture(own(shown), middle, move)), 1);
      const shape = normalise(shrink(movePicture(own(solids), middle, move)), Math.sqrt(shapeWeight));
      const both = new Float32Array(edges.length + shape.length);
      both.set(edges);
      both.set(shape, edges.length);
      return both;
    };
    return {
      middle: { x: (middle[0] - side / 2) / shownScale, y: (middle[1] - side / 2) / shownScale },
      upright: describe(upright),
      get moved() {
        return moves.map(describe);
      },
    };
  });
}

/** Higher for more similar drawings. */
export function likenessOf(a: Float32Array, moved: readonly Float32Array[]): number {
  let best = Number.NEGATIVE_INFINITY;
  for (const other of moved) {
    let sum = 0;
    for (let i = 0; i < a.length; i++) sum += a[i]! * other[i]!;
    best = Math.max(best, sum);
  }
  return best;
}
