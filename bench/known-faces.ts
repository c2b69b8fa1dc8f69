// Faces of the ground's half `judge`, of which it is known whether they wear glasses or a hat, and whether their eyes are closed.

import { type Face, findFaces } from 'engines/faces/faces.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { sharp } from 'engines/sharp.ts';
import { type GroundPicture, groundPictures } from './ground/ground.ts';

/** Smaller heads, in pixels of a picture of `side`, are refused by the tool. */
const minHead = 90;
const side = 1400;

export interface KnownFace {
  /** Of the picture. */
  readonly name: string;
  readonly pixels: Pixels;
  readonly face: Face;
  readonly holds: GroundPicture['holds'];
}

async function read(file: string): Promise<Pixels> {
  const upright = sharp(file).rotate().flatten({ background: '#fff' }).toColourspace('srgb');
  const inside = upright.resize(side, side, { fit: 'inside', withoutEnlargement: true }).removeAlpha();
  const { data, info } = await inside.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const headOf = ({ crown, chin }: Face) => Math.hypot(crown[0] - chin[0], crown[1] - chin[1]);

/** Groups in which one of several faces wears something, or has closed eyes, are left out, since nothing tells which. */
export async function* listKnownFaces(): AsyncGenerator<KnownFace> {
  const listed = groundPictures({ half: 'judge', kind: 'photo' }).filter(({ holds }) => holds.has('face'));
  for (const { name, file, holds } of listed) {
    const pixels = await read(file);
    const faces = (await findFaces(pixels)).filter(face => headOf(face) >= minHead);
    const isGroup = faces.length > 1;
    if (isGroup && (holds.has('glasses') || holds.has('hat') || holds.has('shut'))) continue;
    for (const face of faces) yield { name, pixels, face, holds };
  }
}
