// `npm run new-template -- <category> <name>`: writes the file of a new design template, which draws a heading, a plate and a line of text.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { designCategories } from '../contract/artwork/designs.ts';

const [category = '', name = ''] = process.argv.slice(2);
const folder = join(import.meta.dirname, '../tools/design/templates');

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

if (!Object.hasOwn(designCategories, category))
  refuse(`There is no category ${category}. Use one of: ${Object.keys(designCategories).join(', ')}.`);
if (!/^[a-z]+(-[a-z]+)*$/.test(name))
  refuse('Name it in kebab case, e.g. npm run new-template -- poster spring-concert.');
const file = join(folder, category, `${name}.ts`);
if (existsSync(file)) refuse(`${file} is there already.`);

const constant = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
writeFileSync(
  file,
  `// What it is for, and what it looks like, in one sentence.
import { box, fit, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const ${constant} = defineTemplate({
  id: '${name}',
  category: '${category}',
  size: 'square',
  title: { zh: '标题', en: 'Title' },
  tags: { zh: '搜索词', en: 'search words' },
  palette: 'ocean',
  draw: ({ c, w, t }) => {
    const heading = t('大标题', 'Heading');
    return [
      text(heading, 80, 120, w - 160, { size: fit(heading, w - 160, 200), weight: 900, color: c.ink, leading: 1.15 }),
      box(80, 820, w - 160, 160, c.accent, { radius: 0.5 }),
      text(t('时间、地点或电话', 'When, where or a number'), 120, 868, w - 240, {
        size: 48,
        weight: 700,
        color: c.paper,
        align: 'center',
      }),
    ];
  },
});
`,
);
process.stdout.write(
  `Wrote ${file}. List it in tools/design/templates.ts, then look at it:\nnpm run draw-designs -- ${name} zh,en /tmp/${name}.png\n`,
);
