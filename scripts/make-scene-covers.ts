// Draws the covers of the scenes that products stand in: `npm run draw-covers`. Run it after a scene has changed; ids as arguments draw those alone.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sceneIds } from 'contract/scenes.ts';
import { renderScene } from 'engines/pixels/scenes/render-scene.ts';
import { sharp } from 'engines/sharp.ts';

/** Rendered larger than shown, so that grain and texture are as fine as in a picture. */
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
