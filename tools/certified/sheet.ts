// Lays out as many copies of a photo as fit on a sheet of photo paper, with thin cutting lines.
import type { Pixels } from 'engines/pixels/plane.ts';
import type { SheetName } from './contract.ts';
import { toPixels } from './sizes/sizes.ts';

export const sheetDpi = 300;

/** Long and short side in mm: 5-inch (3R) and 6-inch (4R) photo paper, and A4. */
const papers: Readonly<Record<SheetName, readonly [number, number]>> = {
  '5-inch': [127, 89],
  '6-inch': [152, 102],
  A4: [297, 210],
};

/** The gap between two photos, for scissors, and the margin, which hobby printers cannot print on. Narrower ones are used only if more copies fit. */
const spacings = [
  { gapMm: 2, marginMm: 3 },
  { gapMm: 1, marginMm: 2 },
  { gapMm: 0.4, marginMm: 1.5 },
] as const;
const lineGrey = 190;
const cornerGrey = 90;

export interface SheetPlan {
  /** Pixels at `sheetDpi`. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly photo: { readonly width: number; readonly height: number };
  readonly gap: number;
}

const countOf = (plan: SheetPlan) => plan.columns * plan.rows;

function planOn(
  [width, height]: readonly [number, number],
  photo: SheetPlan['photo'],
  { gapMm, marginMm }: (typeof spacings)[number],
): SheetPlan {
  const gap = toPixels(gapMm, sheetDpi);
  const margin = toPixels(marginMm, sheetDpi);
  const fit = (paper: number, side: number) => Math.max(0, Math.floor((paper - 2 * margin + gap) / (side + gap)));
  return { width, height, columns: fit(width, photo.width), rows: fit(height, photo.height), photo, gap };
}

/** Returns the orientation with the most copies; undefined if not even one fits. Sides of the photo in mm. */
export function planSheet(name: SheetName, widthMm: number, heightMm: number): SheetPlan | undefined {
  const [long, short] = papers[name].map(side => toPixels(side, sheetDpi)) as [number, number];
  const photo = { width: toPixels(widthMm, sheetDpi), height: toPixels(heightMm, sheetDpi) };
  const plans = spacings.flatMap(spacing => [
    planOn([long, short], photo, spacing),
    planOn([short, long], photo, spacing),
  ]);
  const best = plans.reduce((kept, plan) => (countOf(plan) > countOf(kept) ? plan : kept));
  return countOf(best) > 0 ? best : undefined;
}

/** `photo` has the dimensions of `plan.photo`. */
export function drawSheet(plan: SheetPlan, photo: Pixels): Pixels {
  const { width, height, columns, rows, gap } = plan;
  const data = new Uint8Array(width * height * 3).fill(255);
  const paint = (x: number, y: number, grey: number) => {
    if (x >= 0 && y >= 0 && x < width && y < height) data.fill(grey, (y * width + x) * 3, (y * width + x) * 3 + 3);
  };
  const left = (width - columns * (photo.width + gap) + gap) >> 1;
  const top = (height - rows * (photo.height + gap) + gap) >> 1;
  const xs = Array.from({ length: columns }, (_, i) => left + i * (photo.width + gap));
  const ys = Array.from({ length: rows }, (_, i) => top + i * (photo.height + gap));
  for (const x of xs.flatMap(x => [x - 1, x + photo.width])) for (let y = 0; y < height; y++) paint(x, y, lineGrey);
  for (const y of ys.flatMap(y => [y - 1, y + photo.height])) for (let x = 0; x < width; x++) paint(x, y, lineGrey);
  for (const y of ys)
    for (const x of xs) {
      for (const cx of [x - 1, x + photo.width]) for (const cy of [y - 1, y + photo.height]) paint(cx, cy, cornerGrey);
      for (let row = 0; row < photo.height; row++) {
        const from = row * photo.width * 3;
        data.set(photo.data.subarray(from, from + photo.width * 3), ((y + row) * width + x) * 3);
      }
    }
  return { data, width, height };
}
