// Draws the covers of the drawing styles with the illustrator itself: `node scripts/make-drawing-covers.ts`. Run it after a style has changed.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { styleIds } from 'contract/drawing.ts';
import { composeScene } from 'engines/illustrator/compose.ts';
import { readPrompt } from 'engines/illustrator/read-prompt.ts';
import { paintScene } from 'engines/illustrator/styles/paint-scene.ts';
import { sharp } from 'engines/sharp.ts';

/** Painted larger than shown, so that strokes and dots are as fine as in a drawing. */
const painted = { width: 420, height: 420 };
const side = 210;
const folder = path.join(path.dirname(import.meta.dirname), 'tools/text-to-image/covers');
mkdirSync(folder, { recursive: true });
const scene = composeScene(readPrompt('a house, a big tree and a cat by a lake, mountains'), { ...painted, seed: 28 });
for (const id of styleIds) {
  const { data } = await paintScene(scene, id, painted, 5);
  await sharp(data, { raw: { ...painted, channels: 3 } })
    .resize(side, side, { kernel: id === 'pixel' ? 'nearest' : 'lanczos3' })
    .webp({ quality: 74, effort: 6 })
    .toFile(path.join(folder, `${id}.webp`));
}
