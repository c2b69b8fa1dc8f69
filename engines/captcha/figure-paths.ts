// Helpers for SVG paths of figures, and a parser of figures written as short strings, which are varied at random.
import { between, pick } from './random.ts';

/** SVG paths around (0, 0) that extend about 12 units in every direction. */
export interface Figure {
  readonly outline: string;
  readonly details: string;
}

export const n = (value: number) => value.toFixed(1);

export const circle = (x: number, y: number, r: number) =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;

/** Displaces every coordinate and radius at random. */
const shake = (path: string) => path.replace(/-?\d+(\.\d+)?/g, value => n(Number(value) + between(-0.6, 0.6)));

function readPath(path: string): string {
  return shake(path).replace(/\(([^)]*)\)/g, (_, inside: string) => {
    const [x, y, r] = inside.split(' ').map(Number);
    return circle(x!, y!, Math.max(0.8, r!));
  });
}

/** Picks one of the drawings and parses it: filled paths, a bar, stroked paths. (x y r) is a circle. */
export function readFigure(drawings: readonly string[]): Figure {
  const [outline, details] = pick(drawings).split('|');
  return { outline: readPath(outline!), details: readPath(details!) };
}
