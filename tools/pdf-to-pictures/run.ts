// Renders the requested pages of a PDF one by one, each as a separate image.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import type { Output, Run, Runs } from 'contract/run.ts';
import { choosesColours } from 'engines/encode.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { openPdf } from 'engines/formats/render-pdf.ts';
import { fromPixels } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { maxPages, type PagesOptions, type pdfToPictures } from './contract.ts';

const openedPercent = 5;
const quality = 90;

/** Returns page indices from 0, ascending and unique; all if the text is empty. Pages that do not exist are ignored. */
export function readRange(said: string, pageCount: number): number[] {
  const parts = said.split(/[,，、\s]+(?!-)(?<!-[,，、\s]+)/).filter(Boolean);
  if (parts.length === 0) return Array.from({ length: pageCount }, (_, page) => page);
  const wanted = new Set<number>();
  for (const part of parts) {
    const [first = '', last] = part.split('-').map(number => number.trim());
    const from = first === '' ? 1 : Number(first);
    const to = last === undefined ? from : last === '' ? pageCount : Number(last);
    for (let page = Math.max(1, from); page <= Math.min(pageCount, to); page++) wanted.add(page - 1);
  }
  return [...wanted].sort((a, b) => a - b);
}

function write(pixels: RawPixels, format: PagesOptions['format'], path: string) {
  const page = fromPixels(pixels).removeAlpha();
  if (format === 'png') return page.png().toFile(path);
  if (format === 'jpg') return page.jpeg({ quality, chromaSubsampling: '4:4:4' }).toFile(path);
  return page.webp({ quality, smartSubsample: choosesColours(pixels, true) }).toFile(path);
}

const draw: Run<PagesOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const { format, dpi } = options;
  const input = inputs.fileUrl!;
  const pdf = await openPdf(await readFile(input.path));
  try {
    const { pageCount } = pdf;
    const pages = readRange(options.pages, pageCount);
    if (pages.length === 0)
      throw new AppError(pageCount === 0 ? 'FILE_CORRUPT' : 'PAGES_MISSING', { count: pageCount });
    if (pages.length > maxPages) throw new AppError('PAGES_TOO_MANY', { count: pages.length, most: maxPages });
    const digits = String(pageCount).length;
    const files: Output['files'][number][] = [];
    for (const [index, page] of pages.entries()) {
      progress(openedPercent + ((100 - openedPercent) * index) / pages.length, 'working');
      const number = String(page + 1).padStart(digits, '0');
      const path = join(folder, `page-${number}.${media[format].extensions[0]}`);
      const pixels = await pdf.draw(page, dpi);
      await write(pixels, format, path);
      const { width, height } = pixels;
      files.push({ path, name: nameSaved(input.name, format, `-${number}`), type: format, width, height });
    }
    progress(100, 'writing');
    return { files, meta: { pages: pages.length, pageCount, warnings: [] } };
  } finally {
    pdf.close();
  }
};

export const runs: Runs<typeof pdfToPictures> = { draw };
