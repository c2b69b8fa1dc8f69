// Copies of pictures at other sizes, for networks that restore at a part of the size.
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The picture itself if it has that size. */
export async function resize(
  pixels: Pixels,
  { width, height }: Size,
  kernel: 'lanczos3' | 'cubic' = 'lanczos3',
): Promise<Pixels> {
  if (pixels.width === width && pixels.height === height) return pixels;
  const raw = { width: pixels.width, height: pixels.height, channels: 3 } as const;
  const resized = sharp(pixels.data, { raw }).resize(width, height, { fit: 'fill', kernel });
  return { data: await resized.raw().toBuffer(), width, height };
}
