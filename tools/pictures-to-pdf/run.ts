// Joins images into one PDF. JPEG data is embedded unchanged; other formats are re-encoded.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { InputFile, Output, Run, Runs } from 'contract/run.ts';
import { isPlainSrgb } from 'engines/colour.ts';
import type { PdfPicture } from 'engines/formats/encode-pdf.ts';
import { type PicturePage, writePdfPages } from 'engines/formats/pdf-pages.ts';
import { takeJpeg, takePng } from 'engines/formats/pdf-picture.ts';
import { openPages, openPicture, type Picture, refuseDamage, warnOfPages } from 'engines/image.ts';
import { openOwn, previewEdge, writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import type { PdfOptions, picturesToPdf } from './contract.ts';
import { layOutPage } from './page-layout.ts';

const quality = 90;
const writtenPercent = 95;
/** Formats that are stored losslessly, up to this number of pixels: larger ones would make files too large to mail. */
const losslessTypes: readonly string[] = ['png', 'gif', 'bmp'];
const losslessPixels = 6_000_000;

async function codeAnew(picture: Picture): Promise<PdfPicture> {
  const pipeline = picture.start({ paintsColour: picture.hasAlpha }).flatten({ background: '#ffffff' });
  const isLossless = losslessTypes.includes(picture.type) && picture.width * picture.height <= losslessPixels;
  return isLossless ? takePng(await pipeline.png().toBuffer()) : takeJpeg(await pipeline.jpeg({ quality }).toBuffer());
}

async function embed(picture: Picture): Promise<PdfPicture> {
  const { metadata } = picture;
  if (picture.type !== 'jpg' || metadata.space === 'cmyk' || !isPlainSrgb(metadata)) return codeAnew(picture);
  // Decodes the image once, because a damaged one must be refused here, not shown grey by a reader.
  await picture.start().resize(8, 8, { fit: 'fill' }).raw().toBuffer();
  try {
    return {
      ...takeJpeg(await readFile(picture.path)),
      ...(metadata.orientation && { orientation: metadata.orientation }),
    };
  } catch (error) {
    // Decoders are more tolerant than the strict parser here.
    if (error instanceof AppError) return codeAnew(picture);
    throw error;
  }
}

/** Draws the page of an image at the size of a preview, because the site's page cannot show a PDF itself. */
async function drawPage(picture: Picture, options: PdfOptions) {
  const { width, height, box } = layOutPage(picture, options);
  const scale = previewEdge / Math.max(width, height);
  const inside = (points: number) => Math.max(1, Math.round(points * scale));
  const left = Math.round(box.x * scale);
  const bottom = Math.round(box.y * scale);
  const drawn = { width: inside(box.width), height: inside(box.height) };
  const page = picture
    .start()
    .flatten({ background: '#ffffff' })
    .resize({ ...drawn, fit: 'fill' })
    .extend({
      left,
      bottom,
      right: Math.max(0, inside(width) - left - drawn.width),
      top: Math.max(0, inside(height) - bottom - drawn.height),
      background: '#ffffff',
    });
  return openOwn(await page.png({ compressionLevel: 1 }).toBuffer());
}

const joinPictures: Run<PdfOptions> = async ({ options, lists, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const files: readonly InputFile[] = lists.list ?? [];
  const pictures: Picture[] = [];
  for (const file of files) pictures.push(await openPicture(file.path));
  const path = join(folder, 'joined.pdf');
  let pages = 0;
  async function* makePages(): AsyncGenerator<PicturePage> {
    for (const [index, picture] of pictures.entries()) {
      for await (const page of openPages(picture)) {
        const content = await refuseDamage(page, () => embed(page));
        pages += 1;
        yield { picture: content, ...layOutPage(page, options) };
      }
      progress((writtenPercent * (index + 1)) / pictures.length, 'working');
    }
  }
  await writePdfPages(path, makePages());
  const previewPath = await writePreview(await drawPage(pictures[0]!, options), join(folder, 'preview'), false);
  progress(100, 'writing');
  const name = nameSaved(files[0]!.name, 'pdf', pages > 1 ? `-${pages}-pages` : '');
  const found = pictures.map(warnOfPages);
  const names = ['first-frame-only', 'pages-left-out'] as const;
  const warnings = names.filter(warning => found.some(each => each[warning]));
  return {
    files: [{ path, name, type: 'pdf', previewPath }],
    meta: { pages, warnings },
  };
};

export const runs: Runs<typeof picturesToPdf> = { join: joinPictures };
