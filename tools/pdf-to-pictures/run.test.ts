// Tests the pages of a PDF as images: selection, size and content.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePdfPages } from 'engines/formats/pdf-pages.ts';
import { takeJpeg } from 'engines/formats/pdf-picture.ts';
import { openPdf } from 'engines/formats/render-pdf.ts';
import { sharp } from 'engines/sharp.ts';
import { makePatternPdf } from 'engines/test-pdfs.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { tryRun } from '../test-run.ts';
import { pagesOptions } from './contract.ts';
import { readRange, runs } from './run.ts';

const colours = ['#c03020', '#20a040', '#2040c0'];
let folder: string;
let path: string;

/** Yields a page of 144 x 72 points for each colour. */
async function* makePages() {
  for (const background of colours) {
    const plain = sharp({ create: { width: 40, height: 20, channels: 3, background } });
    const picture = takeJpeg(await plain.jpeg({ quality: 95 }).toBuffer());
    yield { picture, width: 144, height: 72, box: { x: 0, y: 0, width: 144, height: 72 } };
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  path = join(folder, 'report.pdf');
  await writePdfPages(path, makePages());
});
afterAll(() => rm(folder, { recursive: true }));

const draw = (options: z.input<typeof pagesOptions> = {}, file = path) =>
  tryRun(runs.draw, pagesOptions, options, { inputs: { fileUrl: file } });

test.each(['jpg', 'png', 'webp'] as const)('every page becomes a %s of the requested resolution', async format => {
  const { output } = await draw({ format, dpi: 144 });
  expect(output.files.map(({ name, type, width, height }) => [name, type, width, height])).toEqual(
    [1, 2, 3].map(page => [`report-${page}.${format}`, format, 288, 144]),
  );
  for (const [index, { path: file }] of output.files.entries()) {
    const [red = 0, green = 0, blue = 0] = await sharp(file).resize(1, 1).removeAlpha().raw().toBuffer();
    const wanted = [1, 3, 5].map(at => Number.parseInt(colours[index]!.slice(at, at + 2), 16));
    for (const [channel, level] of [red, green, blue].entries())
      expect(Math.abs(level - wanted[channel]!)).toBeLessThan(8);
  }
});

test('only the requested pages are rendered', async () => {
  const { output } = await draw({ pages: '3, 1', dpi: 72 });
  expect(output.files.map(({ name }) => name)).toEqual(['report-1.jpg', 'report-3.jpg']);
  expect(output.meta).toMatchObject({ pages: 2, pageCount: 3 });
});

test.each([
  ['', [0, 1, 2, 3, 4]],
  ['2', [1]],
  ['1-3, 2，5', [0, 1, 2, 4]],
  ['4 - 9', [3, 4]],
  ['4-', [3, 4]],
  ['9-12', []],
  ['0', []],
  ['0-2', [0, 1]],
  ['-2', [0, 1]],
  ['2-0', []],
  ['0,3', [2]],
] as const)('the range "%s" of five pages is parsed', (said, pages) => {
  expect(readRange(said, 5)).toEqual(pages);
});

test('files that cannot be rendered are refused', async () => {
  expect(await refusalOf(draw({ pages: '7-9' }))).toBe('PAGES_MISSING');
  const broken = join(folder, 'broken.pdf');
  await writeFile(broken, '%PDF-1.5\nnothing that any reader knows');
  expect(await refusalOf(draw({}, broken))).toBe('FILE_CORRUPT');
  expect(pagesOptions.safeParse({ pages: 'all of them' }).success).toBe(false);
  expect(pagesOptions.safeParse({ dpi: 2400 }).success).toBe(false);
});

test('a page that never finishes rendering is aborted', async () => {
  const pdf = await openPdf(makePatternPdf(), { stepCpuMs: 1500, megapixelCpuMs: 100 });
  expect(pdf.pageCount).toBe(1);
  expect(await refusalOf(pdf.draw(0, 150))).toBe('DEADLINE');
  pdf.close();
});
