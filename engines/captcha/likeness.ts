// How alike the shapes of two drawings are to a program that turns and mirrors one to lay it over the other.
import { sharp } from '../sharp.ts';
import type { Drawing } from './figures.ts';

/** Cells of a shape in each direction, and pixels that a cell is drawn with. */
const cells = 18;
const cellPixels = 2;
const side = cells * cellPixels;
const shownScale = 1.1;
const turns = [-60, -48, -36, -24, -12, 0, 12, 24, 36, 48, 60];
const scales = [0.92, 1.08];

/** A picture in each of the ways it is compared in, with a mean of 0 and a length of 1. */
interface Moved {
  readonly upright: Float32Array;
  readonly moved: readonly Float32Array[];
}

export interface Shape {
  /** From the origin of the drawing to the middle of its surface. */
  readonly middle: { readonly x: number; readonly y: number };
  /** What is left when lines and colours are taken away. */
  readonly solid: Moved;
  /** Where light and dark meet when it is painted filled, and when it is painted as lines. */
  readonly filledEdges: Moved;
  readonly lineEdges: Moved;
}

type Paint = (figure: Drawing['figure']) => string;

const line = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
const paintSolid: Paint = ({ outline, details }) => `<path d="${outline}" fill="#fff"/>${line(details, '#fff', 3.5)}`;
const paintFilled: Paint = figure => paintSolid(figure) + line(figure.details, '#000', 2);
const paintLines: Paint = ({ outline, details }) => line(outline + details, '#fff', 2);

/** All drawings below each other, white on black. */
async function drawAll(drawings: readonly Drawing[], paint: Paint): Promise<Buffer> {
  const all = drawings.map(({ figure, transform }, i) => {
    const place = `translate(${side / 2} ${i * side + side / 2}) scale(${shownScale}) ${transform}`;
    return `<g transform="${place}">${paint(figure)}</g>`;
  });
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side * drawings.length}"><rect width="100%" height="100%"/>${all.join('')}</svg>`;
  return sharp(Buffer.from(markup), { unlimited: true }).blur(0.9).extractChannel(0).raw().toBuffer();
}

/** How steep the picture is at each pixel. */
function findEdges(picture: Buffer): Buffer {
  const edges = Buffer.alloc(picture.length);
  for (let i = side; i < picture.length - side; i++) {
    const [across, down] = [picture[i + 1]! - picture[i - 1]!, picture[i + side]! - picture[i - side]!];
    edges[i] = Math.min(255, Math.hypot(across, down));
  }
  return edges;
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
  const [solids, filled, lines] = await Promise.all(
    [paintSolid, paintFilled, paintLines].map(paint => drawAll(drawings, paint)),
  );
  const [filledEdges, lineEdges] = [findEdges(filled!), findEdges(lines!)];
  return drawings.map((_, i) => {
    const own = (pictures: Buffer) => pictures.subarray(i * side * side, (i + 1) * side * side);
    const middle = findMiddle(own(solids!));
    return {
      middle: { x: (middle[0] - side / 2) / shownScale, y: (middle[1] - side / 2) / shownScale },
      solid: moveAbout(own(solids!), middle),
      filledEdges: moveAbout(own(filledEdges), middle),
      lineEdges: moveAbout(own(lineEdges), middle),
    };
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

/** At most 1; the higher, the more alike. */
export interface Likeness {
  readonly solid: number;
  readonly edges: number;
}

/** Of the drawing on a piece, painted filled or as lines, and one in a hole, painted the other way. */
export const likenessOf = (onPiece: Shape, inHole: Shape, isPieceFilled: boolean): Likeness => ({
  solid: compare(onPiece.solid, inHole.solid),
  edges: isPieceFilled
    ? compare(onPiece.filledEdges, inHole.lineEdges)
    : compare(onPiece.lineEdges, inHole.filledEdges),
});
