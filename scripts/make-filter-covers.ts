// Draws the covers of the photo filters from the sample photograph: `node scripts/make-filter-covers.ts`. Run it after a look has changed.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { lookIds } from 'contract/looks.ts';
import { applyLook } from 'engines/pixels/looks/apply-look.ts';
import { sharp } from 'engines/sharp.ts';

const side = 160;
const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'tools/photo-filter/covers');
mkdirSync(folder, { recursive: true });
const photo = await sharp(path.join(root, 'web/src/files/samples/mountains.jpg'))
  .resize(side, side, { fit: 'cover' })
  .removeAlpha()
  .toColourspace('srgb')
  .raw()
  .toBuffer();
for (const id of lookIds) {
  const data = new Uint8Array(photo);
  applyLook({ data, channels: 3, width: side, height: side }, id, 100);
  const raw = { width: side, height: side, channels: 3 as const };
  await sharp(data, { raw })
    .webp({ quality: 70, effort: 6 })
    .toFile(path.join(folder, `${id}.webp`));
}
