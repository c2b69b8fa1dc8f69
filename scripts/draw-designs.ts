// Draws design templates side by side on one sheet for inspection: `npm run draw-designs -- menu zh,en sheet.png`. The first argument is a
// category, ids separated by commas, or `all`.
import { writeFileSync } from 'node:fs';
import { encodePng, openCanvas } from '../engines/artwork-canvas.ts';
import { designTemplates } from '../tools/design/contract.ts';
import { openDesignPainter } from '../web/build/paint-design.ts';

const [which = 'all', languages = 'zh,en', out = 'designs.png', cell = '420', columns = '4'] = process.argv.slice(2);
const wanted = which.split(',');
const cellPx = Number(cell);
const gapPx = 16;
const painter = await openDesignPainter();
const jobs = designTemplates
  .filter(({ id, category }) => which === 'all' || wanted.includes(id) || wanted.includes(category))
  .flatMap(template => languages.split(',').map(language => ({ template, language: language as 'zh' | 'en' })));
const drawn = await Promise.all(
  jobs.map(({ template, language }) => painter.paint(template.render(language), cellPx / template.width)),
);
const rows = drawn.flatMap((_, index) =>
  index % Number(columns) === 0 ? [drawn.slice(index, index + Number(columns))] : [],
);
const heights = rows.map(row => Math.max(...row.map(({ height }) => height)));
const sheet = openCanvas(
  Number(columns) * (cellPx + gapPx) + gapPx,
  heights.reduce((sum, height) => sum + height + gapPx, gapPx),
);
const context = sheet.getContext('2d');
context.fillStyle = '#8a8a8a';
context.fillRect(0, 0, sheet.width, sheet.height);
let top = gapPx;
for (const [index, row] of rows.entries()) {
  for (const [column, canvas] of row.entries()) context.drawImage(canvas, gapPx + column * (cellPx + gapPx), top);
  top += heights[index]! + gapPx;
}
writeFileSync(out, await encodePng(sheet));
