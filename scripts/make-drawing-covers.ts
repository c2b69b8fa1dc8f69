// Draws the covers of the drawing styles and the examples of prompts with the illustrator itself: `npm run draw-covers`. Run it after a
// style or a first prompt has changed.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type StyleName, styleIds } from 'contract/drawing.ts';
import { promptCategories } from 'contract/drawing-prompts.ts';
import { composeScene } from 'engines/illustrator/compose.ts';
import { readPrompt } from 'engines/illustrator/read-prompt.ts';
import { paintScene } from 'engines/illustrator/styles/paint-scene.ts';
import { sharp } from 'engines/sharp.ts';

/** Larger than displayed, so that strokes and dots are as fine as in a drawing. */
const painted = { width: 420, height: 420 };
const side = 210;
const root = path.dirname(import.meta.dirname);

async function drawPicture(prompt: string, style: StyleName, seed: number, folder: string, name: string) {
  mkdirSync(path.join(root, folder), { recursive: true });
  const scene = composeScene(readPrompt(prompt), { ...painted, seed });
  const { data } = await paintScene(scene, style, painted, 5);
  await sharp(data, { raw: { ...painted, channels: 3 } })
    .resize(side, side, { kernel: style === 'pixel' ? 'nearest' : 'lanczos3' })
    .webp({ quality: 74, effort: 6 })
    .toFile(path.join(root, folder, `${name}.webp`));
}

for (const id of styleIds)
  await drawPicture('a house, a big tree and a cat by a lake, mountains', id, 28, 'tools/text-to-image/covers', id);
for (const { id, prompts, exampleStyle } of promptCategories)
  await drawPicture(prompts[0]?.en ?? '', exampleStyle, 7, 'web/src/drawing/examples', id);
