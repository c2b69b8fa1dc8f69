// Pages of PDFs: their size in pixels, and text in fonts that a PDF names but does not contain.
import { expect, test } from 'vitest';
import { makeBlank, makeUnembedded } from '../test-pdfs.ts';
import type { RawPixels } from './decode-dib.ts';
import { openPdf } from './render-pdf.ts';

async function draw(pdf: Buffer, dpi: number): Promise<RawPixels> {
  const document = await openPdf(pdf);
  try {
    return await document.draw(0, dpi);
  } finally {
    document.close();
  }
}

/** The box around all dark pixels. */
function boxOf({ data, width, height, channels }: RawPixels) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[(y * width + x) * channels]! < 128)
        [left, top, right, bottom] = [
          Math.min(left, x),
          Math.min(top, y),
          Math.max(right, x + 1),
          Math.max(bottom, y + 1),
        ];
  return { width: right - left, height: bottom - top };
}

test.each([
  ['A4', 595.276, 841.89, 150, 1240, 1754],
  ['A4', 595.276, 841.89, 300, 2480, 3508],
  ['A4', 595.276, 841.89, 72, 595, 842],
  ['A5', 419.528, 595.276, 150, 874, 1240],
  ['letter', 612, 792, 150, 1275, 1650],
  ['a stamp', 0.4, 0.4, 72, 1, 1],
])('a page of %s, %d × %d points, at %i dpi has %i × %i pixels', async (_name, width, height, dpi, wide, tall) => {
  const drawn = await draw(makeBlank(width, height), dpi);
  expect([drawn.width, drawn.height]).toEqual([wide, tall]);
});

test.each([
  ['simplified Chinese', { font: 'STSong-Light', encoding: 'UniGB-UCS2-H', ordering: 'GB1' }],
  ['simplified Chinese, as Windows names it', { font: 'SimSun', encoding: 'UniGB-UCS2-H', ordering: 'GB1' }],
  ['traditional Chinese', { font: 'MSung-Light', encoding: 'UniCNS-UCS2-H', ordering: 'CNS1' }],
  ['Japanese', { font: 'KozMinPro-Regular', encoding: 'UniJIS-UCS2-H', ordering: 'Japan1' }],
])('%s is drawn although the PDF lacks the font, and with the right characters', async (_name, font) => {
  const one = boxOf(await draw(makeUnembedded({ ...font, code: '4E00' }), 72));
  expect(one.width).toBeGreaterThan(600);
  expect(one.height).toBeGreaterThan(20);
  expect(one.height).toBeLessThan(150);
  const day = boxOf(await draw(makeUnembedded({ ...font, code: '65E5' }), 72));
  expect(day.height).toBeGreaterThan(550);
  expect(day.width).toBeLessThan(day.height);
});

test('a code of GBK leads to its character', async () => {
  // 一 in GBK
  const font = { font: 'SimSun', encoding: 'GBK-EUC-H', ordering: 'GB1', code: 'D2BB' };
  const one = boxOf(await draw(makeUnembedded(font), 72));
  expect(one.width).toBeGreaterThan(600);
  expect(one.height).toBeLessThan(150);
});
