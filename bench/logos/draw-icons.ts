// Draws the icons, and lists the pictures and clips of `tune`, from which bench/logos/train.py makes its material. Run:
// node --conditions=source bench/logos/draw-icons.ts FOLDER, where FOLDER/node_modules has the packages below.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sharp } from '../../engines/sharp.ts';
import { groundClips, groundPictures, listPictures } from '../ground/ground.ts';

/** Packages under @iconify-json and how many of their icons are drawn. CC0: simple-icons, logos, cryptocurrency-color; Apache-2.0: mdi, noto; the
 * rest MIT. */
const sets = {
  'simple-icons': 900,
  logos: 900,
  'skill-icons': 300,
  'circle-flags': 200,
  flag: 250,
  'cryptocurrency-color': 350,
  devicon: 400,
  tabler: 350,
  ph: 350,
  mdi: 400,
  noto: 300,
  'vscode-icons': 250,
  'fluent-emoji-flat': 350,
  meteocons: 60,
} as const;
/** Sets of one colour, which training chooses. */
const isPlain = (set: string) => ['simple-icons', 'tabler', 'ph', 'mdi'].includes(set);
const side = 96;
const longest = { wide: 6, high: 3 };

interface IconSet {
  readonly icons: Readonly<
    Record<string, { body: string; left?: number; top?: number; width?: number; height?: number }>
  >;
  readonly width?: number;
  readonly height?: number;
}

/** Returns the icon as RGBA, or nothing where it is too long or not drawn. */
async function drawIcon(set: IconSet, name: string): Promise<Buffer | undefined> {
  const { body, left = 0, top = 0, width = set.width ?? 16, height = set.height ?? 16 } = set.icons[name]!;
  if (width / height > longest.wide || height / width > longest.high) return undefined;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}">${body.replaceAll('currentColor', '#fff')}</svg>`;
  const density = Math.min(2400, (72 * 160) / Math.max(width, height));
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const drawn = sharp(Buffer.from(svg), { density }).resize(side, side, { fit: 'contain', background: clear });
  try {
    return await drawn.ensureAlpha().raw().toBuffer();
  } catch {
    return undefined;
  }
}

const folder = process.argv[2]!;
const drawn: Buffer[] = [];
const kinds: string[] = [];
for (const [name, count] of Object.entries(sets)) {
  const file = path.join(folder, 'node_modules/@iconify-json', name, 'icons.json');
  const set = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
  const all = Object.keys(set.icons);
  for (let k = 0; k < all.length; k += Math.max(1, all.length / count)) {
    const icon = await drawIcon(set, all[Math.floor(k)]!);
    if (icon?.length !== side * side * 4) continue;
    drawn.push(icon);
    kinds.push(isPlain(name) ? 'plain' : 'coloured');
  }
}
writeFileSync(path.join(folder, 'icons.raw'), Buffer.concat(drawn));
writeFileSync(path.join(folder, 'icons.txt'), kinds.join('\n'));
const pictures = groundPictures({ half: 'tune' }).filter(({ holds, kind }) => !holds.has('mark') && kind !== 'scan');
const clips = groundClips({ half: 'tune', kind: ['live', 'rendered', 'made'] }).filter(
  ({ holds }) => !holds.has('mark'),
);
const list = {
  pictures: pictures.map(({ file }) => file),
  clips: clips.map(({ file, name }) => ({ file, name })),
  // Photographs from elsewhere that are also in `judge` are left out.
  judged: listPictures()
    .filter(({ half }) => half === 'judge')
    .map(({ packed }) => packed.sha256),
};
writeFileSync(path.join(folder, 'list.json'), JSON.stringify(list));
console.log(`${drawn.length} icons, ${pictures.length} pictures, ${clips.length} clips`);
