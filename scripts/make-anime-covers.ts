// Draws the covers of the anime looks from the sample portrait: `npm run draw-anime-covers`. Run it after a look has changed.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { animeLookIds } from 'contract/anime-looks.ts';
import { findFaces } from 'engines/faces/faces.ts';
import { drawAnime } from 'engines/pixels/anime/draw-anime.ts';
import { sharp } from 'engines/sharp.ts';
import { chooseFrame, placeFaces } from 'tools/image-anime/choose-frame.ts';

const side = 220;
/** Larger than displayed, so that lines and dots are as fine as in a drawing, but still visible. */
const drawn = { width: 460, height: 460 };
const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'tools/image-anime/covers');
mkdirSync(folder, { recursive: true });
const portrait = sharp(path.join(root, 'web/src/files/samples/portrait.jpg')).removeAlpha().toColourspace('srgb');
const { data, info } = await portrait.clone().raw().toBuffer({ resolveWithObject: true });
const faces = (await findFaces({ data, width: info.width, height: info.height })).map(({ mesh }) => mesh);
const head = chooseFrame(info, faces, { crop: 'head' });
/** Tighter crop than an avatar's, because a cover is displayed very small. */
const nearer = 0.78;
const width = Math.round(head.width * nearer);
const left = head.left + Math.round((head.width - width) / 2);
const top = head.top + Math.round((head.height - width) * 0.3);
const height = width;
const frame = { left, top, width, height, drawn };
const cut = await portrait
  .extract({ left, top, width, height })
  .resize(drawn.width, drawn.height, { fit: 'fill' })
  .raw()
  .toBuffer();
for (const look of animeLookIds) {
  const wishes = { look, strength: 1, line: 1.15, seed: 0 };
  const result = drawAnime({ data: new Uint8Array(cut), ...drawn }, placeFaces(faces, frame), wishes);
  await sharp(result.data, { raw: { ...drawn, channels: 3 } })
    .resize(side, side)
    .webp({ quality: 78, effort: 6 })
    .toFile(path.join(folder, `${look}.webp`));
}
