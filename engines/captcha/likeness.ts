// How alike the shapes of two drawings are to a program that turns and mirrors one to lay it over the other.
import { sharp } from '../sharp.ts';
import type { Drawing } from './figures.ts';

/** Cells of a shape in each direction, and pixels that a cell is drawn with. */
const cells = 12;
const cellPixels = 3;
const side = cells * cellPixels;
const turns = [-60, -48, -36, -24, -12, 0, 12, 24, 36, 48, 60];
const scales = [0.87, 1, 1.15];

/** A picture in each of the ways it is compared in, with a mean of 0 and a length of 1. */
interface Moved {
  readonly upright: Float32Array;
  readonly moved: readonly Float32Array[];
}

export interface Shape {
  /** What is left when lines and colours are taken away. */
  readonly solid: Moved;
  readonly lines: Moved;
}

type Paint = (figure: Drawing['figure']) => string;

const paintSolid: Paint = ({ outline, details }) =>
  `<path d="${outline}" fill="#fff"/><path d="${details}" fill="none" stroke="#fff" stroke-width="2.5"/>`;
const paintLines: Paint = ({ outline, details }) =>
  `<path d="${outline}${details}" fill="none" stroke="#fff" stroke-width="3.2"/>`;

/** All drawings below each other, in white. */
async function drawAll(drawings: readonly Drawing[], paint: Paint): Promise<Buffer> {
  const all = drawings.map(({ figure, transform }, i) => {
    const place = `translate(${side / 2} ${i * side + side / 2}) scale(1.15) ${transform}`;
    return `<g transform="${place}">${paint(figure)}</g>`;
  });
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side * drawings.length}"><rect width="100%" height="100%"/>${all.join('')}</svg>`;
  return sharp(Buffer.from(markup), { unlimited: true }).extractChannel(0).raw().toBuffer();
}

function normalise(shape: Float32Array): Float32Array {
  const mean = shape.reduce((sum, value) => sum + value, 0) / shape.length;
  const length = Math.sqrt(shape.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  return shape.map(value => (value - mean) / length);
}

interface Move {
  readonly degrees: number;
  readonly flip: number;
  readonly scale: number;
}

const moves: readonly Move[] = turns.flatMap(degrees =>
  [1, -1].flatMap(flip => scales.map(scale => ({ degrees, flip, scale }))),
);

function moveShape(solid: Buffer, middle: readonly [number, number], { degrees, flip, scale }: Move): Float32Array {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const shape = new Float32Array(cells * cells);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [dx, dy] = [x + 0.5 - side / 2, y + 0.5 - side / 2];
      const from = Math.floor(flip * (cos * dx + sin * dy) + middle[0]);
      const row = Math.floor(cos * dy - sin * dx + middle[1]);
      if (from < 0 || row < 0 || from >= side || row >= side) continue;
      shape[Math.floor(y / cellPixels) * cells + Math.floor(x / cellPixels)]! += solid[row * side + from]!;
    }
  return normalise(shape);
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

function moveAbout(picture: Buffer, middle: readonly [number, number]): Moved {
  const moved = moves.map(move => moveShape(picture, middle, move));
  return { upright: moveShape(picture, middle, { degrees: 0, flip: 1, scale: 1 }), moved };
}

export async function makeShapes(drawings: readonly Drawing[]): Promise<Shape[]> {
  const [solids, lines] = await Promise.all([drawAll(drawings, paintSolid), drawAll(drawings, paintLines)]);
  return drawings.map((_, i) => {
    const [from, to] = [i * side * side, (i + 1) * side * side];
    const middle = findMiddle(solids.subarray(from, to));
    return { solid: moveAbout(solids.subarray(from, to), middle), lines: moveAbout(lines.subarray(from, to), middle) };
  });
}

function compare(a: Moved, b: Moved): number {
  let best = -1;
  for (const moved of b.moved) {
    let sum = 0;
    for (let i = 0; i < moved.length; i++) sum += moved[i]! * a.upright[i]!;
    best = Math.max(best, sum);
  }
  return best;
}

export interface Likeness {
  /** At most 1; the higher, the more alike. */
  readonly solid: number;
  readonly lines: number;
}

export const likenessOf = (a: Shape, b: Shape): Likeness => ({
  solid: compare(a.solid, b.solid),
  lines: compare(a.lines, b.lines),
});
