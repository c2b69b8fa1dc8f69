// Finds the subject of an image, to be drawn in front of another background.
import type { Output } from 'contract/run.ts';
import { type Picture, readPixels } from 'engines/image.ts';
import { keepFaces } from 'engines/matte/keep-faces.ts';
import { findMatte } from 'engines/matte/matte.ts';
import type { SubjectMatte } from 'engines/pixels/anime/ground.ts';
import { sharp } from 'engines/sharp.ts';
import { longestSide } from './choose-frame.ts';

/** Returns the matte of the whole image, no larger than drawings are: of people if there are any, otherwise of the main subject. */
export async function findSubject(picture: Picture): Promise<SubjectMatte> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const flat = picture.start({ paintsColour: true }).flatten({ background: '#808080' });
  const { data } = await readPixels(flat.resize(width, height, { fit: 'fill' }), 3);
  const pixels = { data: new Uint8Array(data), width, height };
  const { alpha } = await findMatte(pixels);
  await keepFaces(pixels, alpha);
  return { data: alpha, width, height };
}

export async function saveMatte({ data, width, height }: SubjectMatte, path: string): Promise<Output['files'][number]> {
  await sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toFile(path);
  return { path, name: 'matte.png', type: 'png', width, height };
}
