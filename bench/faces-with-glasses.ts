// Faces of the ground, of which it is known whether they wear glasses.

import { type Face, findFaces } from 'engines/faces/faces.ts';
import { cropFace } from 'engines/faces/see-glasses.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { sharp } from 'engines/sharp.ts';
import { groundPictures, type Half } from './ground/ground.ts';
import { photos } from './photos.ts';

/** Smaller heads, in pixels of a picture of `side`, are refused by the tool. */
const minHead = 90;
const side = 1400;

export interface KnownFace {
  /** Of the picture. */
  readonly name: string;
  readonly pixels: Pixels;
  readonly face: Face;
  readonly crop: Uint8Array;
  readonly hasGlasses: boolean;
}

async function read(file: string): Promise<Pixels> {
  const upright = sharp(file).rotate().flatten({ background: '#fff' }).toColourspace('srgb');
  const inside = upright.resize(side, side, { fit: 'inside', withoutEnlargement: true }).removeAlpha();
  const { data, info } = await inside.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const headOf = ({ crown, chin }: Face) => Math.hypot(crown[0] - chin[0], crown[1] - chin[1]);

/** Photographs of `tune`'s side beside the ground, without glasses. */
const others = Object.entries(photos).filter(([name]) => /^(friends|woman|man)/.test(name));

/** Groups of the ground with glasses are left out, since nothing tells which of the faces wears them. */
export async function* listKnownFaces(half: Half): AsyncGenerator<KnownFace> {
  const listed = groundPictures({ half, kind: 'photo' })
    .filter(({ holds }) => holds.has('face'))
    .map(({ name, file, holds }) => ({ name, file, hasGlasses: holds.has('glasses') }));
  const more = half === 'tune' ? others.map(([name, file]) => ({ name, file, hasGlasses: false })) : [];
  for (const { name, file, hasGlasses } of [...listed, ...more]) {
    const pixels = await read(file);
    const faces = (await findFaces(pixels)).filter(face => headOf(face) >= minHead);
    if (hasGlasses && faces.length > 1) continue;
    for (const face of faces) yield { name, pixels, face, crop: cropFace(pixels, face), hasGlasses };
  }
}
