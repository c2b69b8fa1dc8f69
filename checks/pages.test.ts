// The documentation for engineers names only what exists, and has a section for every bench.
import { expect, test } from 'vitest';
import { findBenchFaults } from './bench-sections.ts';
import { findDocFaults } from './docs.ts';
import { plantTree, readTree } from './tree.ts';

test('every path and script in the documentation exists', () => {
  expect(findDocFaults(readTree())).toEqual([]);
});

test('every bench has a section with its figures', () => {
  expect(findBenchFaults(readTree())).toEqual([]);
});

test('a bench without a section, a section without a bench, and a list that is not found are told', () => {
  const run =
    "const benches = {\n  fill: async () => (await import('./fill.ts')).bench,\n  'find-marks': async () => (await import('./f.ts')).b,\n";
  const planted = { 'bench/run.ts': run, 'docs/bench.md': '# Figures\n\n## fill\n\n## gone\n' };
  expect(findBenchFaults(plantTree(planted))).toEqual([
    'docs/bench.md has no section "find-marks". Instead: run it, and write down its figures.',
    'docs/bench.md has a section "gone" without a bench. Instead: delete it, or list the bench in bench/run.ts.',
  ]);
  expect(findBenchFaults(plantTree({ ...planted, 'bench/run.ts': 'const benches = [];' }))[0]).toBe(
    'bench/run.ts lists no bench that this check can read. Instead: correct the check.',
  );
});

const tree = {
  'package.json': '{"scripts":{"check":"x"}}',
  'server/src/start.ts': '',
  'server/src/tasks/store.ts': '',
  'tools/gif/run.ts': '',
  'docs/decisions/a.md': '',
};
const findIn = (text: string) => findDocFaults(plantTree({ ...tree, 'CONTRIBUTING.md': text }));

const existing = [
  '`server/src/start.ts`',
  '`server/src/start.ts:12`',
  '`server/src/`',
  '`tools/<name>/run.ts`',
  '`server/src/*/store.ts`',
  '`server/src/{start.ts,tasks/store.ts}`',
  '`server/…/store.ts`',
  '[a decision](docs/decisions/a.md)',
  '`npm run check`',
];
const others = [
  '`/web/task/{taskId}`',
  '`image/webp`',
  '`DATA_DIR/objects`',
  '`{code, msg}`',
  '`web/dist/`',
  'server/src/gone.ts',
];

test.each([...existing, ...others])('%s is accepted', text => {
  expect(findIn(text)).toEqual([]);
});

test('a code block is skipped', () => {
  expect(findIn('```\n`server/src/gone.ts`\n```')).toEqual([]);
});

const gone: [string, RegExp][] = [
  ['`server/src/gone.ts`', /CONTRIBUTING\.md:1 names server\/src\/gone\.ts/],
  ['\n`server/src/coins/`', /CONTRIBUTING\.md:2/],
  ['`tools/<name>/help.md`', /placeholder/],
  ['`server/src/{start.tsx,stop.ts}`', /not there/],
  ['`tasks/store.ts`', /write it from the root: server\/src\/tasks\/store\.ts/],
  ['`gone.ts`', /not there/],
  ['[a page](docs/gone.md)', /docs\/gone\.md/],
  ['`npm run lint`', /no such script/],
];

test.each(gone)('%s is found', (text, message) => {
  const faults = findIn(text);
  expect(faults).toEqual([expect.stringMatching(message)]);
  expect(faults[0]).toContain('Instead: ');
});
