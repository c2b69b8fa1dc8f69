// Tests PDFs from images: the order of the pages, and the position of the image on each.
import { readFile } from 'node:fs/promises';
import { fixture, refusalOf } from 'engines/test-pictures.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { tryRun } from '../test-run.ts';
import { pdfOptions } from './contract.ts';
import { layOutPage } from './page-layout.ts';
import { runs } from './run.ts';

const join = (names: readonly string[], options: z.input<typeof pdfOptions> = {}) =>
  tryRun(runs.join, pdfOptions, options, { lists: { list: names.map(fixture) } });

const pagesOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/Type \/Page \/Parent 2 0 R \/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))],
  );

/** Checks that every object starts where the cross-reference table says. */
function expectSoundTable(pdf: Buffer): void {
  const text = pdf.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const rows = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(rows.length).toBeGreaterThan(4);
  for (const [index, at] of rows.entries()) expect(text.slice(at, at + 12)).toContain(`${index + 1} 0 obj`);
  expect(text.slice(start, start + 4)).toBe('xref');
}

test("each image gets a page, in order and in the image's orientation", async () => {
  const { bytes, file, output } = await join(['plain.jpg', 'portrait-exif-6.jpg', 'plain.heic', 'transparent.png']);
  expect(file).toMatchObject({ type: 'pdf', name: 'plain-4-pages.pdf' });
  expect(output.meta).toEqual({ pages: 4, warnings: [] });
  expect(pagesOf(bytes).slice(0, 3)).toEqual([
    [842, 595],
    [595, 842],
    [842, 595],
  ]);
  expectSoundTable(bytes);
});

test('a JPEG is embedded unchanged, without its personal metadata', async () => {
  const { bytes } = await join(['gps-and-xmp.jpg']);
  const source = await readFile(fixture('gps-and-xmp.jpg'));
  const scan = source.subarray(source.lastIndexOf(Buffer.from([0xff, 0xda])));
  expect(bytes.includes(scan.subarray(0, 200))).toBe(true);
  expect(bytes.includes('Exif')).toBe(false);
  expect(bytes.includes('xmp')).toBe(false);
});

test('pages can have the size of the images', async () => {
  const { bytes, file } = await join(['plain.png'], { pageSize: 'picture', margin: 'none' });
  expect(pagesOf(bytes)).toEqual([[64, 32]]);
  expect(file.name).toBe('plain.pdf');
});

test('the preview is the first page with its margins, not the image alone', async () => {
  const { output } = await join(['plain.jpg'], { orientation: 'portrait', margin: 'large' });
  const { data, info } = await sharp(output.files[0]!.previewPath!).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([764, 1080]);
  const isWhite = (x: number, y: number) => {
    const at = (y * info.width + x) * 3;
    return data.subarray(at, at + 3).every(v => v > 250);
  };
  // 20 mm of 297.
  const border = Math.round((20 / 297) * 1080);
  expect(isWhite(border - 16, 540)).toBe(true);
  expect(isWhite(border + 4, 540)).toBe(false);
  expect([isWhite(382, 10), isWhite(382, 1070), isWhite(382, 540)]).toEqual([true, true, false]);
});

describe('the layout', () => {
  test.each([
    [{ pageSize: 'a4', orientation: 'auto', margin: 'none' }, [842, 595], [0, 87, 842, 421]],
    [{ pageSize: 'a4', orientation: 'portrait', margin: 'none' }, [595, 842], [0, 272, 595, 298]],
    [{ pageSize: 'letter', orientation: 'landscape', margin: 'large' }, [792, 612], [57, 136, 679, 339]],
    [{ pageSize: 'picture', orientation: 'portrait', margin: 'small' }, [240, 140], [20, 20, 200, 100]],
  ] as const)('%o', (options, page, box) => {
    const laid = layOutPage({ width: 200, height: 100 }, options);
    expect([laid.width, laid.height].map(Math.round)).toEqual(page);
    const { x, y, width, height } = laid.box;
    expect([x, y, width, height].map(points => Math.round(points) + 0)).toEqual(box);
  });
});

test('every page of a TIFF becomes a page, in its own size, among the other images', async () => {
  const { bytes, file, output } = await join(['plain.png', 'three-pages.tiff', 'two-pages-of-text.tiff'], {
    pageSize: 'picture',
    margin: 'none',
  });
  expect(output.meta).toMatchObject({ pages: 6, warnings: [] });
  expect(file.name).toBe('plain-6-pages.pdf');
  const boxes = [...bytes.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(boxes.map(box => box[1])).toEqual(['64', '24', '24', '24', '560', '620']);
});

test('a broken image among valid ones is refused', async () => {
  expect(await refusalOf(join(['plain.jpg', 'truncated.jpg']))).toBe('FILE_CORRUPT');
});
