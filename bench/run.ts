// `npm run bench [names]`: runs the benches and writes what they found to docs/bench.md; with names, only prints those.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { benchBatch } from './batch.ts';
import { benchCutout } from './cutout.ts';
import { benchEnlarge } from './enlarge.ts';
import { benchFill } from './fill.ts';
import { benchIdPhoto } from './id-photo.ts';
import { benchMalformed } from './malformed.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { root } from './product.ts';
import { type Bench, type Line, renderTable } from './report.ts';
import { benchResponsiveness } from './responsiveness.ts';
import { benchSameMark } from './same-mark.ts';
import { benchSharpen } from './sharpen.ts';
import { benchText } from './text.ts';
import { benchThroughput } from './throughput.ts';
import { benchTiny } from './tiny.ts';

const benches: Readonly<Record<string, Bench>> = {
  throughput: benchThroughput,
  tiny: benchTiny,
  responsiveness: benchResponsiveness,
  batch: benchBatch,
  malformed: benchMalformed,
  cutout: benchCutout,
  'id-photo': benchIdPhoto,
  fill: benchFill,
  'same-mark': benchSameMark,
  text: benchText,
  enlarge: benchEnlarge,
  sharpen: benchSharpen,
  memory: benchMemory,
  page: benchPage,
};

const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!Object.hasOwn(benches, name))
    throw new Error(`There is no bench ${name}; there are ${Object.keys(benches).join(', ')}`);
}

const lines: Line[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name} …`);
  const found = await bench();
  lines.push(...found);
  console.log(renderTable(found));
}

if (wanted.length === 0) {
  const intro = `# Figures

Made by \`npm run bench\` on ${cpus().length} cores with Node ${process.version}. Ours and what stands beside it run in the same minutes, in turns, since
a machine's speed drifts; a figure with × is the median ratio of such pairs. Photographs are drawn by bench/pictures.ts: gradients, edges
and grain, JPEG 90, the same in every run. The product runs as \`npm start\` runs it, on its defaults.
`;
  writeFileSync(path.join(root, 'docs/bench.md'), `${intro}\n${renderTable(lines)}\n`);
}
process.exit(lines.every(line => line.isMet) ? 0 : 1);
