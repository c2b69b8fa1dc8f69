// Drawings for pieces and holes: a figure of some kind, rotated, sheared and stretched, painted filled or outlined.
import { drawnKinds } from './figure-kinds.ts';
import { type Figure, n, readFigure } from './figure-paths.ts';
import { householdPictograms } from './pictograms-household.ts';
import { leisurePictograms } from './pictograms-leisure.ts';
import { naturePictograms } from './pictograms-nature.ts';
import { townPictograms } from './pictograms-town.ts';
import { between, pick, random } from './random.ts';

const writtenKinds = {
  ...naturePictograms,
  ...leisurePictograms,
  ...townPictograms,
  ...householdPictograms,
} as const;

type WrittenKind = keyof typeof writtenKinds;
export type FigureKind = keyof typeof drawnKinds | WrittenKind;
export const figureKinds = [...Object.keys(drawnKinds), ...Object.keys(writtenKinds)] as FigureKind[];

const isWritten = (kind: FigureKind): kind is WrittenKind => Object.hasOwn(writtenKinds, kind);

/** One drawing of a kind. */
export interface Drawing {
  readonly kind: FigureKind;
  readonly figure: Figure;
  readonly transform: string;
}

/** Makes a drawing of a kind, slightly rotated, sheared and stretched, and mirrored half of the time. */
export function makeDrawing(kind: FigureKind): Drawing {
  const [size, lean, squeeze] = [between(0.95, 1.1), between(-8, 8), between(0.9, 1.12)];
  const turn = (random() + random() - 1) * 35;
  const scale = `${(pick([-1, 1]) * size * squeeze).toFixed(2)} ${(size / squeeze).toFixed(2)}`;
  const figure = isWritten(kind) ? readFigure(writtenKinds[kind]) : drawnKinds[kind]();
  return { kind, figure, transform: `rotate(${n(turn)}) skewX(${n(lean)}) scale(${scale})` };
}

interface Look {
  readonly isFilled: boolean;
  readonly colour: string;
  /** Colour of the lines drawn over a filled figure. */
  readonly lineColour: string;
}

/** Returns a drawing as SVG, centred at (x, y). */
export function paintDrawing({ figure, transform }: Drawing, x: number, y: number, look: Look): string {
  const { isFilled, colour, lineColour } = look;
  const wide = between(1.6, 2.3);
  const place = `translate(${n(x)} ${n(y)}) rotate(${n(between(-5, 5))}) ${transform}`;
  const line = (d: string, stroke: string, width: number) =>
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}"/>`;
  // Lines that extend beyond a filled figure, such as a handle, are drawn in the fill colour first.
  const body = isFilled
    ? `${line(figure.details, colour, wide + 1.6)}<path d="${figure.outline}" fill="${colour}"/>${line(figure.details, lineColour, wide)}`
    : line(figure.outline, colour, wide) + line(figure.details, colour, wide);
  return `<g transform="${place}" stroke-linejoin="round" stroke-linecap="round">${body}</g>`;
}
