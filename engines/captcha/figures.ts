// Drawings for pieces and holes: a figure of some kind, turned, leaned and stretched, and painted filled or as lines.
import { type Figure, figures } from './figure-kinds.ts';
import { between, random } from './random.ts';

export type FigureKind = keyof typeof figures;
export const figureKinds = Object.keys(figures) as FigureKind[];

const number = (value: number) => value.toFixed(1);

/** One drawing of a kind. */
export interface Drawing {
  readonly kind: FigureKind;
  readonly figure: Figure;
  readonly transform: string;
}

/** A drawing of that kind, turned and leaned and stretched a little. */
export function makeDrawing(kind: FigureKind): Drawing {
  const [size, lean, squeeze] = [between(0.8, 1.06), between(-18, 18), between(0.77, 1.23)];
  const turn = (random() + random() - 1) * 58;
  const scale = `${(size * squeeze).toFixed(2)} ${(size / squeeze).toFixed(2)}`;
  return { kind, figure: figures[kind](), transform: `rotate(${number(turn)}) skewX(${number(lean)}) scale(${scale})` };
}

interface Look {
  readonly isFilled: boolean;
  readonly colour: string;
  /** Of lines upon a filled figure. */
  readonly lineColour: string;
}

/** A drawing as SVG, with its middle at (x, y). */
export function paintDrawing({ figure, transform }: Drawing, x: number, y: number, look: Look): string {
  const { isFilled, colour, lineColour } = look;
  const wide = between(1.6, 2.3);
  const place = `translate(${number(x)} ${number(y)}) rotate(${number(between(-5, 5))}) ${transform}`;
  const line = (d: string, stroke: string, width: number) =>
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${number(width)}"/>`;
  // What stands out of a filled figure, such as a handle, is seen by the figure's colour below the line.
  const body = isFilled
    ? `${line(figure.details, colour, wide + 1.6)}<path d="${figure.outline}" fill="${colour}"/>${line(figure.details, lineColour, wide)}`
    : line(figure.outline, colour, wide) + line(figure.details, colour, wide);
  return `<g transform="${place}" stroke-linejoin="round" stroke-linecap="round">${body}</g>`;
}
