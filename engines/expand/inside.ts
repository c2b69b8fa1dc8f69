// A copy of the image itself, at the size in which people and the subject are searched for, without the area around it.
import type { Region } from '../inpaint/region.ts';
import { findMatte } from '../matte/matte.ts';
import type { Pixels } from '../pixels/plane.ts';
import { fromPixels } from '../preview.ts';
import type { Sides } from './sides.ts';

/** Longer side of the copy in pixels. */
const longSide = 1280;

export interface Inside {
  readonly pixels: Pixels;
  /** Width of the copy over that of the image. */
  readonly scale: number;
  /** Returns the alpha of the subject, 0..255 for each pixel of the copy. The network runs once. Not to be modified. */
  readonly findSubject: () => Promise<Uint8Array>;
}

/** `region`: an image with `sides` around it. `matteFile`: an ONNX file to use instead of the bundled network. */
export async function lookInside(
  region: Region,
  { left, right, top, bottom }: Sides,
  matteFile: string | undefined,
): Promise<Inside> {
  const across = region.width - left - right;
  const down = region.height - top - bottom;
  const scale = Math.min(1, longSide / Math.max(across, down));
  const width = Math.max(1, Math.round(across * scale));
  const height = Math.max(1, Math.round(down * scale));
  const data = await fromPixels({ data: region.colours, width: region.width, height: region.height, channels: 3 })
    .extract({ left, top, width: across, height: down })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const pixels: Pixels = { data, width, height };
  let subject: Promise<Uint8Array> | undefined;
  const findSubject = () => {
    subject ??= findMatte(pixels, { modelFile: matteFile }).then(({ alpha }) => alpha);
    return subject;
  };
  return { pixels, scale, findSubject };
}
