// Lists of names and prices, with dotted leaders as on printed menus.
import { type Sketch, shape, text } from './sketch.ts';

interface RowLook {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Distance from one row to the next. */
  readonly gap: number;
  readonly size: number;
  readonly color: string;
  /** Colour of the dots. */
  readonly line: string;
  readonly price?: string;
  readonly weight?: number;
}

/** Lays out rows of a name, its price and an optional description. */
export function priceRows(rows: readonly (readonly string[])[], look: RowLook): Sketch[] {
  const { x, y, width, gap, size, color, line, price = color, weight = 500 } = look;
  const aside = size * 3.4;
  return rows.flatMap(([name = '', amount = '', about], index) => {
    const top = y + index * gap;
    const baseline = top + size * 1.02;
    const nameWidth = width - aside;
    const estimated = [...name].reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? 1 : 0.6), 0) * size;
    const from = x + Math.min(nameWidth, estimated + size * 0.5);
    const to = x + width - [...amount].length * size * 0.6 - size * 0.5;
    return [
      text(name, x, top, nameWidth, { size, weight, color }),
      ...(to - from > size
        ? [shape('line', from, baseline - 2, to - from, 4, { stroke: line, strokeWidth: 3, isDashed: true })]
        : []),
      text(amount, x + width - aside, top, aside, { size, weight: 700, color: price, align: 'right' }),
      ...(about ? [text(about, x, top + size * 1.38, width, { size: size * 0.72, color })] : []),
    ];
  });
}
