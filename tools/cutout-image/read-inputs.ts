// Reads what comes in: the picture as it is seen, and what a person has painted to correct the network.
import type { InputFile } from 'contract/run.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import type { Painted } from 'engines/matte/matte.ts';
import type { Pixels } from 'engines/pixels/plane.ts';

const mostMaskSide = 4096;

interface SeenPixels {
  readonly pixels: Pixels;
  /** The picture's own alpha, 0..255; absent when it is solid everywhere. */
  readonly seen?: Uint8Array;
}

/** What is seen through lies on white, since the colours under it mean nothing. */
export async function readSeenPixels(picture: Picture): Promise<SeenPixels> {
  const start = () => picture.start({ paintsColour: true });
  if (!(await isSeenThrough(picture))) return { pixels: await readPixels(start(), 3) };
  const { data, width, height } = await readPixels(start(), 4);
  const flat = new Uint8Array(width * height * 3);
  const seen = new Uint8Array(width * height);
  for (let i = 0, from = 0, to = 0; i < seen.length; i++, from += 4, to += 3) {
    const alpha = data[from + 3]!;
    seen[i] = alpha;
    for (let k = 0; k < 3; k++) flat[to + k] = Math.round((data[from + k]! * alpha + 255 * (255 - alpha)) / 255);
  }
  return { pixels: { data: flat, width, height }, seen };
}

/** Multiplies one alpha (0..255) into another of the same size. */
export function multiplyAlpha(alpha: Uint8Array, by: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.round((alpha[i]! * by[i]!) / 255);
}

/** A painted mask, white on black or white on nothing; a larger one is read no finer than strokes are. */
export async function readStrokes(input: InputFile | undefined): Promise<Painted | undefined> {
  if (!input) return undefined;
  const picture = await openPicture(input.path);
  return refuseDamage(picture, async () => {
    const { data, info } = await picture
      .start()
      .flatten({ background: '#000000' })
      .resize(mostMaskSide, mostMaskSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  });
}
