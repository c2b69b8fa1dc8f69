// The area to be removed: boxes and a painted mask, as one mask of the picture's size.
import { AppError } from 'contract/errors.ts';
import { openPicture, type Picture, refuseDamage } from 'engines/image.ts';
import type { RemoveCallOptions } from './contract.ts';

type Coordinates = RemoveCallOptions['coordinates'];

/** From here on a grey of the painted mask is white. */
const halfWhite = 128;

/** The painted mask stretched over the picture, pixel by pixel; what shows through is black. */
async function readPainted(path: string, { width, height }: Picture): Promise<Uint8Array> {
  const painted = await openPicture(path);
  const grey = await refuseDamage(painted, () =>
    painted
      .start()
      .flatten({ background: '#000000' })
      .resize(width, height, { fit: 'fill', kernel: 'nearest' })
      .toColourspace('b-w')
      .extractChannel(0)
      .raw()
      .toBuffer(),
  );
  return Uint8Array.from(grey, value => (value >= halfWhite ? 1 : 0));
}

/** A box covers every pixel it touches. */
function drawBoxes(mask: Uint8Array, { width, height }: Picture, boxes: Coordinates): void {
  for (const { x, y, w, h } of boxes) {
    const left = Math.max(0, Math.floor(x));
    const right = Math.min(width, Math.ceil(x + w));
    const bottom = Math.min(height, Math.ceil(y + h));
    if (left >= right) continue;
    for (let row = Math.max(0, Math.floor(y)); row < bottom; row++)
      mask.fill(1, row * width + left, row * width + right);
  }
}

/** One byte a pixel, 1 where something is to be removed. Refuses MASK_EMPTY. */
export async function readMask(
  picture: Picture,
  paintedPath: string | undefined,
  coordinates: Coordinates,
): Promise<Uint8Array> {
  const mask = paintedPath ? await readPainted(paintedPath, picture) : new Uint8Array(picture.width * picture.height);
  drawBoxes(mask, picture, coordinates);
  if (!mask.includes(1)) throw new AppError('MASK_EMPTY');
  return mask;
}
