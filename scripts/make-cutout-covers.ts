// Draws the covers of the cutout's backgrounds: `node scripts/make-cutout-covers.ts`. Run it after a background has changed.
import path from 'node:path';
import { openOwn } from 'engines/preview.ts';
import { backgroundIds } from 'tools/cutout-image/backgrounds.ts';
import { drawBackground } from 'tools/cutout-image/draw-background.ts';

const folder = path.join(path.dirname(import.meta.dirname), 'tools/cutout-image/covers');
const width = 240;
const height = 180;
for (const id of backgroundIds) {
  const { svg } = drawBackground(id, width, height, width);
  await openOwn(Buffer.from(svg))
    .webp({ quality: 80, effort: 6 })
    .toFile(path.join(folder, `${id}.webp`));
}
