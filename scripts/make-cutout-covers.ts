// Makes the photographs among the cutout's backgrounds, and the covers of all backgrounds: `node scripts/make-cutout-covers.ts`. Run it
// after a background has changed.
import path from 'node:path';
import { openOwn } from 'engines/preview.ts';
import type { Sharp } from 'sharp';
import { backgroundIds, isPhotoId, type PhotoId } from 'tools/cutout-image/backgrounds.ts';
import { drawBackground } from 'tools/cutout-image/draw-background.ts';
import { photos } from '../bench/photos.ts';

const tool = path.join(path.dirname(import.meta.dirname), 'tools/cutout-image');
const [width, height] = [240, 180];
const longEdge = 1600;

interface Source {
  readonly file: string;
  /** Crop: left, top, width, height. */
  readonly part?: readonly [number, number, number, number];
  /** Standard deviation of the blur, in pixels of the result: the background of a subject is out of focus. */
  readonly blur: number;
  /** Colours for a grey photograph: the RGB levels that replace black and white. */
  readonly tone?: readonly [dark: readonly number[], light: readonly number[]];
}

const [hills = '', wall = ''] = ['hills.jpg', 'wall.jpg'].map(name => path.join(path.dirname(photos.peaks), name));
const sources: Readonly<Record<PhotoId, Source>> = {
  'photo-sea': { file: photos.sea, blur: 2.5 },
  'photo-valley': {
    file: photos.clouds,
    blur: 3,
    tone: [
      [18, 28, 38],
      [236, 244, 252],
    ],
  },
  'photo-forest': {
    file: photos.forest,
    blur: 3,
    tone: [
      [12, 26, 22],
      [226, 240, 226],
    ],
  },
  'photo-hills': {
    file: hills,
    blur: 3,
    tone: [
      [38, 22, 46],
      [255, 214, 170],
    ],
  },
  'photo-wood': { file: photos.chair, part: [120, 15, 510, 205], blur: 1 },
  'photo-yellow': { file: wall, part: [950, 150, 900, 1000], blur: 1.5 },
};

function openSource({ file, part, blur, tone }: Source): Sharp {
  const whole = openOwn(file).toColourspace('srgb').removeAlpha();
  const cut = part ? whole.extract({ left: part[0], top: part[1], width: part[2], height: part[3] }) : whole;
  const soft = cut.resize(longEdge, longEdge, { fit: 'inside', kernel: 'cubic' }).blur(blur);
  if (!tone) return soft;
  const [dark, light] = tone;
  return soft.linear(
    light.map((level, k) => (level - dark[k]!) / 255),
    [...dark],
  );
}

for (const id of backgroundIds.filter(isPhotoId)) {
  await openSource(sources[id])
    .webp({ quality: 68, effort: 6 })
    .toFile(path.join(tool, 'photos', `${id}.webp`));
}
for (const id of backgroundIds) {
  const cover = isPhotoId(id)
    ? openOwn(path.join(tool, 'photos', `${id}.webp`)).resize(width, height, { fit: 'cover' })
    : openOwn(Buffer.from(drawBackground(id, width, height, width).svg));
  await cover.webp({ quality: 80, effort: 6 }).toFile(path.join(tool, 'covers', `${id}.webp`));
}
