// Decodes a picture for reading: not larger than helps, and with a ground that lets its letters be seen.
import { isSeenThrough, type Picture, readPixels } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';

/** More than this shows nothing that could be read better, and takes memory three times over. */
const mostPixels = 40_000_000;
/** A drawing says a size, but has no pixels to lose: small ones are drawn larger. */
const drawnLongEdge = 2000;
const onWhite = '#ffffff';
const onDark = '#202020';
/** Visible parts lighter than this are read before a dark ground. */
const lightFrom = 160;

/** What stands behind what shows through: whichever lets light or dark letters be seen. */
export async function chooseBackground(picture: Picture): Promise<string> {
  if (!(await isSeenThrough(picture))) return onWhite;
  const small = picture.start().resize(256, 256, { fit: 'inside', withoutEnlargement: true });
  const { data } = await readPixels(small, 4);
  let [light, weight] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    light += alpha * (data[at]! * 0.3 + data[at + 1]! * 0.59 + data[at + 2]! * 0.11);
    weight += alpha;
  }
  return weight > 0 && light / weight > lightFrom ? onDark : onWhite;
}

/** The first frame, upright, at most 40 megapixels. */
export async function decode(picture: Picture, background: string): Promise<Pixels> {
  const { width, height } = picture;
  const isDrawn = picture.type === 'svg';
  const scale = isDrawn ? Math.max(1, drawnLongEdge / Math.max(width, height)) : 1;
  const shrink = Math.min(1, Math.sqrt(mostPixels / (width * height * scale ** 2)));
  const pipeline = picture.start({ scale, paintsColour: true }).flatten({ background });
  const fitted =
    shrink < 1
      ? pipeline.resize(
          Math.max(1, Math.round(width * scale * shrink)),
          Math.max(1, Math.round(height * scale * shrink)),
          {
            fit: 'fill',
          },
        )
      : pipeline;
  return readPixels(fitted, 3);
}
