// The page docs/bench.md: one section per bench, so that a single bench can be run again without the others.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { photos } from './photos.ts';
import { root } from './product.ts';
import { type Line, renderTable } from './report.ts';

export interface Found {
  readonly lines: readonly Line[];
  /** Load average over one minute, before and after the bench. */
  readonly loads: readonly [number, number];
}

/** Whether BENCH_ONLY names the parts of a bench that run, so that rows of its other parts stay. */
const isPart = process.env.BENCH_ONLY !== undefined;

const page = path.join(root, 'docs/bench.md');

const renderIntro = () => `# Figures

\`npm run bench\` measures these figures on ${cpus().length} cores with Node ${process.version}; \`npm run bench <name>\` measures the section of that name again. Our figure and
the one beside it are measured alternately within the same minutes, since a machine's speed drifts; a figure with × is the median ratio of such pairs.
The product runs as \`npm start\` runs it, with its defaults. Pictures of 12 megapixels are drawn by bench/pictures.ts (gradients, edges and grain, JPEG
90) and are the same in every run. A load above a table says how busy the machine was: wall-clock times in that table include the other work. Quality
is measured on photographs that lie here or come with npm packages:

${renderPhotos()}
`;

/** One line `folder or package: names of its photographs` for each. */
function renderPhotos(): string {
  const byOwner = new Map<string, string[]>();
  for (const [name, file] of Object.entries(photos)) {
    const [, packed] = file.split('node_modules/');
    const owner = packed?.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? 'fixtures/photos';
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), name]);
  }
  return [...byOwner].map(([owner, names]) => `- \`${owner}\`: ${names.join(', ')}`).join('\n');
}

const renderLoads = ({ loads: [before, after] }: Found) =>
  `Load of the machine: ${before.toFixed(0)} before, ${after.toFixed(0)} after.`;

/** The existing sections, by name. */
function readSections(): Map<string, string> {
  const [, ...sections] = readFileSync(page, 'utf8').split(/^## /m);
  return new Map(
    sections.map(section => [section.split('\n')[0]!.trim(), section.slice(section.indexOf('\n')).trim()]),
  );
}

/** The rows of a section with `lines` in the place of those about the same; rows about others follow. */
function mergeTable(section: string, lines: readonly Line[]): string {
  const nameOf = (row: string) => row.split(' | ')[0];
  const [title = '', rule = '', ...made] = renderTable(lines).split('\n');
  const before = section.split('\n').filter(row => row.startsWith('| ') && row !== title);
  const rows = before.map(row => made.find(other => nameOf(other) === nameOf(row)) ?? row);
  return [title, rule, ...rows, ...made.filter(row => !rows.includes(row))].join('\n');
}

/** Writes new results to the page; the other benches in `order` keep their sections. */
export function renewFigures(order: readonly string[], found: ReadonlyMap<string, Found>): void {
  const kept = readSections();
  const sections = order.flatMap(name => {
    const made = found.get(name);
    const table = made && isPart ? mergeTable(kept.get(name) ?? '', made.lines) : renderTable(made?.lines ?? []);
    const text = made ? `${renderLoads(made)}\n\n${table}` : kept.get(name);
    return text ? [`## ${name}\n\n${text}\n`] : [];
  });
  writeFileSync(page, `${renderIntro()}\n${sections.join('\n')}`);
}
