// Puts an image into a PDF: with its own encoded data if the options allow that, otherwise re-encoded.
import { readFile } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import type { PictureType } from 'contract/media.ts';
import { canKeepProfile, isPlainSrgb } from 'engines/colour.ts';
import { encodeAs } from 'engines/encode.ts';
import { maxPagePoints, type PdfPicture, writePdf } from 'engines/formats/encode-pdf.ts';
import { type PicturePage, writePdfPages } from 'engines/formats/pdf-pages.ts';
import { takeJpeg, takePng } from 'engines/formats/pdf-picture.ts';
import { openPages, type Picture, refuseDamage } from 'engines/image.ts';
import { openOwn } from 'engines/preview.ts';
import { type ConvertOptions, defaultQuality } from './contract.ts';
import { resizes, shapeAndColour } from './shape.ts';
import type { Attempt, Written } from './written.ts';

const losslessTypes: readonly PictureType[] = ['png', 'gif', 'bmp', 'tiff', 'svg', 'ico'];

interface Embedded {
  readonly content: PdfPicture;
  readonly usesQuality: boolean;
  readonly look: NonNullable<Written['look']>;
}

/** Whether the file's own encoded data can be embedded. A quality below the default asks for a smaller file, so it is re-encoded. */
function canTakeOver(picture: Picture, options: ConvertOptions, { quality, size }: Attempt): boolean {
  const { metadata, hasAlpha } = picture;
  if (size || resizes(options) || hasAlpha || quality < defaultQuality) return false;
  const keepsProfile = options.colorProfile === 'keep' && canKeepProfile(metadata, picture.type);
  if (metadata.space === 'cmyk' ? !keepsProfile : !keepsProfile && !isPlainSrgb(metadata)) return false;
  if (picture.type === 'jpg') return true;
  const isSimple = !metadata.isProgressive && metadata.depth === 'uchar' && (metadata.orientation ?? 1) === 1;
  return picture.type === 'png' && isSimple;
}

async function takeOver(picture: Picture, options: ConvertOptions): Promise<Embedded> {
  const bytes = await readFile(picture.path);
  const { metadata } = picture;
  const content = {
    ...(picture.type === 'jpg' ? takeJpeg(bytes) : takePng(bytes)),
    ...(metadata.icc && options.colorProfile === 'keep' && { profile: metadata.icc }),
    ...(metadata.orientation && { orientation: metadata.orientation }),
  };
  return { content, usesQuality: false, look: () => picture.start() };
}

async function codeAnew(picture: Picture, options: ConvertOptions, { quality, size }: Attempt): Promise<Embedded> {
  const isLossless = quality >= defaultQuality && losslessTypes.includes(picture.type);
  // In sRGB: only takeOver embeds a profile in the page.
  const pipeline = await shapeAndColour(
    picture,
    { ...options, colorProfile: 'srgb', keepMetadata: false },
    size,
    'jpg',
  );
  const bytes = await encodeAs(pipeline, isLossless ? 'png' : 'jpg', { quality, source: picture.metadata }).toBuffer();
  const content = isLossless ? takePng(bytes) : takeJpeg(bytes);
  return { content, usesQuality: !isLossless, look: () => openOwn(bytes) };
}

async function embed(picture: Picture, options: ConvertOptions, attempt: Attempt): Promise<Embedded> {
  if (!canTakeOver(picture, options, attempt)) return codeAnew(picture, options, attempt);
  try {
    return await takeOver(picture, options);
  } catch (error) {
    // Decoders are more tolerant than the strict parser here. They refuse files that they cannot read either.
    if (error instanceof AppError) return codeAnew(picture, options, attempt);
    throw error;
  }
}

/** The size of the page in pixels, upright. */
function seenSize({ orientation = 1, width, height }: PdfPicture) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Writes a document with every page of a TIFF. */
async function writeDocument(picture: Picture, options: ConvertOptions, attempt: Attempt): Promise<Written> {
  const made: Pick<Embedded, 'content' | 'usesQuality' | 'look'>[] = [];
  async function* makePages(): AsyncGenerator<PicturePage> {
    for await (const page of openPages(picture)) {
      const embedded = await refuseDamage(page, () => embed(page, options, attempt));
      const size = seenSize(embedded.content);
      const scale = Math.min(1, maxPagePoints / Math.max(size.width, size.height));
      const sides = { width: size.width * scale, height: size.height * scale };
      // The first page alone is kept, for the preview.
      if (made.length === 0) made.push(embedded);
      yield { picture: embedded.content, ...sides, box: { x: 0, y: 0, ...sides } };
    }
  }
  const bytes = await writePdfPages(attempt.path, makePages());
  const { content, usesQuality, look } = made[0]!;
  return { ...seenSize(content), bytes, usesQuality, keepsProfile: content.profile !== undefined, look };
}

export async function writePdfOf(picture: Picture, options: ConvertOptions, attempt: Attempt): Promise<Written> {
  if (picture.type === 'tiff' && picture.pages > 1) return writeDocument(picture, options, attempt);
  const { content, usesQuality, look } = await embed(picture, options, attempt);
  const bytes = await writePdf(attempt.path, content);
  return { ...seenSize(content), bytes, usesQuality, keepsProfile: content.profile !== undefined, look };
}
