// Draws the covers of the scenes for product pictures: `npm run draw-covers`. Run it after a scene has changed; ids as arguments restrict
// it to those.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sceneIds } from 'contract/scenes.ts';
import { renderScene } from 'engines/pixels/scenes/render-scene.ts';
import { sharp } from 'engines/sharp.ts';

/** Larger than displayed, so that grain and texture are as fine as in a photograph. */
const rendered = 300;
const side = 150;
const folder = path.join(path.dirname(import.meta.dirname), 'tools/ai-product/covers');
const asked = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
for (const id of asked.length > 0 ? asked : sceneIds) {
  const { data, width, height } = renderScene(id, rendered, rendered);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(side, side)
    .webp({ quality: 72, effort: 6 })
    .toFile(path.join(folder, `${id}.webp`));
}
