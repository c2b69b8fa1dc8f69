// Looks at an SVG before it is rendered: its size, and the pictures packed into it, which the renderer would unpack unasked.
import { AppError } from 'contract/errors.ts';
import { sharp } from '../sharp.ts';
import { checkPixels } from './picture-limits.ts';

export const maxSvgBytes = 20 * 1024 * 1024;

/** How base64 of PNG, JPEG, WebP and GIF begins, wherever it stands: in an attribute, a style or an entity. */
const packedPicture = /(?:iVBORw0KGgo|\/9j\/|UklGR|R0lGOD)[A-Za-z0-9+/=\s]{32,}/g;
/** Enough for the header of any of them. */
const headCharacters = 64 * 1024;

async function countPixels(base64: string): Promise<number> {
  try {
    const { width, height } = await sharp(Buffer.from(base64.slice(0, headCharacters), 'base64'), {
      limitInputPixels: false,
    }).metadata();
    return width * height;
  } catch {
    // Not a picture after all, or a broken one: the renderer leaves its place empty.
    return 0;
  }
}

/** Refuses FILE_TOO_LARGE and, for all packed pictures together, PIXELS_TOO_MANY. */
export async function checkSvg(bytes: Buffer): Promise<void> {
  if (bytes.length > maxSvgBytes) throw new AppError('FILE_TOO_LARGE', { maxMb: maxSvgBytes / 1024 / 1024 });
  let pixels = 0;
  for (const [base64] of bytes.toString('latin1').matchAll(packedPicture)) {
    pixels += await countPixels(base64);
    if (pixels > 0) checkPixels(pixels, 1);
  }
}
