// Makes the page of a PDF that shows an image with its text as an invisible layer. The data of a JPEG is embedded unchanged.
import { readFile } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { encodeAs } from 'engines/encode.ts';
import type { PdfPicture } from 'engines/formats/encode-pdf.ts';
import { takeJpeg, takePng } from 'engines/formats/pdf-picture.ts';
import type { Picture } from 'engines/image.ts';
import type { PdfText, SearchablePage } from 'engines/text/searchable-pdf.ts';

const quality = 88;
/** Maximum pixels stored losslessly, which suits screenshots; a larger photograph would need many megabytes. */
const maxLosslessPixels = 6_000_000;

async function takeOver(picture: Picture): Promise<PdfPicture> {
  const { metadata } = picture;
  const keepsProfile = metadata.icc && canKeepProfile(metadata, 'jpg');
  return {
    ...takeJpeg(await readFile(picture.path)),
    ...(keepsProfile && { profile: metadata.icc! }),
    ...(metadata.orientation && { orientation: metadata.orientation }),
  };
}

async function codeAnew(picture: Picture, background: string): Promise<PdfPicture> {
  const isLossless = ['png', 'gif', 'bmp', 'svg', 'ico'].includes(picture.type);
  const isSmall = picture.width * picture.height <= maxLosslessPixels;
  const format = isLossless && isSmall ? 'png' : 'jpg';
  const flat = picture.start().flatten({ background }).toColourspace('srgb');
  const bytes = await encodeAs(flat, format, { quality, source: picture.metadata }).toBuffer();
  return format === 'png' ? takePng(bytes) : takeJpeg(bytes);
}

async function embed(picture: Picture, background: string): Promise<PdfPicture> {
  if (picture.type !== 'jpg' || picture.metadata.space === 'cmyk') return codeAnew(picture, background);
  try {
    return await takeOver(picture);
  } catch (error) {
    // Decoders are more tolerant than the strict parser here; files that they reject were refused before.
    if (error instanceof AppError) return codeAnew(picture, background);
    throw error;
  }
}

interface PageText {
  /** The background for transparent pixels. */
  readonly background: string;
  readonly texts: readonly PdfText[];
  readonly turn: number;
}

/** Returns the page; the quads of the texts are in pixels of the image. */
export async function drawPage(picture: Picture, { background, texts, turn }: PageText): Promise<SearchablePage> {
  const { width, height } = picture;
  return { picture: await embed(picture, background), width, height, texts, turn };
}
