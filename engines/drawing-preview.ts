// Small pictures of drawings that are not finished. What a drawing server sends of them is decoded like its drawings: in the sandboxed child, as a raster
// image of a known type, within a limit of pixels that is checked before any is decoded.
import { maxPreview } from 'contract/drawing.ts';
import { isDrawing } from './drawing-answer.ts';
import { sharp } from './sharp.ts';

/** Servers draw up to 2.4 megapixels. */
const maxPixels = 4_000_000;
/** The first one that gives a small enough file is taken. */
const qualities = [70, 50, 30, 10];

/** Returns a JPEG within `maxPreview`, without metadata; undefined if the bytes are no such picture, since a preview is only a courtesy. */
export async function makeDrawingPreview(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (!isDrawing(bytes)) return undefined;
  const { side } = maxPreview;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#808080' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    for (const quality of qualities) {
      const jpeg = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
      if (jpeg.length <= maxPreview.bytes) return jpeg;
    }
  } catch {
    // Broken or hostile: the next one may be a picture.
  }
  return undefined;
}
