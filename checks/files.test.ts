// Files are short, begin with a sentence, are well named, and name no host that only their author can reach.
import { expect, test } from 'vitest';
import { findHostFaults } from './hosts.ts';
import { findLimitFaults, findNameFaults } from './names.ts';
import { findHeadFaults, findQuantile, findScraps, findSizeFaults } from './sizes.ts';
import { plantTree, readTree } from './tree.ts';

const lines = (count: number, head = '// What it is for.') => `${head}\n${'x();\n'.repeat(count - 1)}`;
const some = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`ui/file-${length}-${index}.ts`, lines(length)]));

test('files and functions are short', () => {
  expect(findSizeFaults(readTree())).toEqual([]);
});

test('a file of more than 400 lines is found unless its head gives the reason', () => {
  const around = some(40, 30);
  expect(findSizeFaults(plantTree({ ...around, 'ui/tall.ts': lines(401) }))).toEqual([
    expect.stringMatching(/^ui\/tall\.ts has 401 lines\. Instead: /),
  ]);
  const reason = '// The table of pairs; long because a table read in one go is easier than two halves.';
  expect(findSizeFaults(plantTree({ ...around, 'ui/tall.ts': lines(401, reason) }))).toEqual([]);
  expect(findSizeFaults(plantTree({ ...around, 'ui/tall.ts': lines(400) }))).toEqual([]);
});

test('too many long files and too many long functions are found, many medium-sized ones are not', () => {
  expect(findSizeFaults(plantTree(some(9, 200)))).toEqual([]);
  expect(findSizeFaults(plantTree({ ...some(9, 10), ...some(2, 251) }))).toEqual([
    expect.stringMatching(/^One file in twenty/),
  ]);
  const long = `// Long.\nfunction run() {\n${'  x();\n'.repeat(40)}}\n`;
  expect(findSizeFaults(plantTree({ ...some(9, 10), 'ui/a.ts': long }))).toEqual([
    expect.stringMatching(/^One function in twenty/),
  ]);
});

test('a function of more than 120 lines is found unless its docstring gives the reason', () => {
  const around = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`ui/short-${index}.ts`, '// Short.\nconst run = () => x();\n']),
  );
  const plant = (above: string, count = 121, file = 'ui/long.ts') =>
    findSizeFaults(
      plantTree({
        ...around,
        [file]: `// Long.\n${above}export const run = () => {\n${'  x();\n'.repeat(count - 2)}};\n`,
      }),
    );
  expect(plant('')).toEqual([expect.stringMatching(/^ui\/long\.ts:2 begins a function of 121 lines\. Instead: /)]);
  expect(plant('', 120)).toEqual([]);
  expect(plant('', 121, 'ui/long.test.ts')).toEqual([]);
  expect(plant('/** Runs. In one piece because its loop reads arrays that closures slow down. */\n')).toEqual([]);
  expect(plant('/**\n * Runs. In one piece\n * because its loop is slower otherwise.\n */\n')).toEqual([]);
  // A reason without a reason, and one that belongs to something else.
  expect(plant('/** Runs. In one piece because. */\n')).toHaveLength(1);
  expect(plant('/** In one piece because it is so. */\nconst other = 1;\n')).toHaveLength(1);
  expect(plant('// In one piece because it is so.\n')).toHaveLength(1);
});

test('no short file has a single importer', () => {
  expect(findScraps(readTree())).toEqual([]);
});

test('a short file with a single importer is found', () => {
  const tree = plantTree({
    'engines/a.ts': "import './scrap.ts'; import './twice.ts'; import './tall.ts';",
    'engines/b.ts': "import './twice.ts';",
    'engines/scrap.ts': lines(20),
    'engines/twice.ts': lines(20),
    'engines/tall.ts': lines(21),
    'engines/c.test.ts': "import './scrap.ts';",
  });
  expect(findScraps(tree)).toEqual([expect.stringMatching(/^engines\/scrap\.ts .* engines\/a\.ts/)]);
});

test('a quantile is one of the values', () => {
  expect(findQuantile([5, 1, 3], 0.5)).toBe(3);
  expect(findQuantile([1, 2, 3, 4], 0.5)).toBe(2);
  expect(findQuantile([], 0.5)).toBe(0);
});

test('every source file begins with a sentence', () => {
  expect(findHeadFaults(readTree())).toEqual([]);
});

test('a file without a sentence is found', () => {
  const tree = plantTree({
    'ui/a.ts': 'export const a = 1;\n// Too late to say what this is.',
    'ui/b.ts': '// biome-ignore lint: because it is so.\nexport const b = 1;',
    'ui/c.ts': '// todo\n',
    'ui/theme.css': '.a { color: red }',
    'server/migrations/0002-coins.sql': 'create table coin ();',
    'ui/good.ts': '// Two lines of words that say\n// what this is for.\n',
    'ui/good.css': '/* The colours of the product. */',
    'server/migrations/0001-tasks.sql': '-- Tasks, and what they read.',
    'scripts/good.ts': '#!/usr/bin/env node\n// Starts the whole thing.\n',
  });
  expect(findHeadFaults(tree).map(fault => fault.split(' ')[0])).toEqual([
    'ui/a.ts',
    'ui/b.ts',
    'ui/c.ts',
    'ui/theme.css',
    'server/migrations/0002-coins.sql',
  ]);
});

test('names are in kebab case and say something', () => {
  expect(findNameFaults(readTree())).toEqual([]);
});

test('bad names are found', () => {
  const names = [
    'ui/utils.ts',
    'server/src/common/a.ts',
    'web/src/shared.test.ts',
    'ui/FileRow.tsx',
    'ui/file_row.css',
    'webSrc/a.json',
  ];
  const faults = findNameFaults(plantTree(Object.fromEntries(names.map(name => [name, '']))));
  expect(faults).toHaveLength(names.length);
  expect(faults.join('\n')).toMatch(/rename it to file-row\.tsx/);
  expect(faults.every(fault => fault.includes('Instead: '))).toBe(true);
  const good = [
    'README.md',
    '.gitignore',
    'ui/files/file-row.tsx',
    'web/index.zh.html',
    'docs/help/image-converter.zh.md',
    '.ci/run',
  ];
  expect(findNameFaults(plantTree(Object.fromEntries(good.map(name => [name, '']))))).toEqual([]);
});

test('limits are named max or min', () => {
  expect(findLimitFaults(readTree())).toEqual([]);
});

test('a limit of another name is found', () => {
  const [most, least] = ['most', 'least'].map(word => `${word}Bytes`);
  const planted = plantTree({
    'ui/a.ts': `export const ${most} = 2;`,
    'engines/b.ts': `if (bytes < rule.${least}) return;`,
    'ui/c.ts': 'const maxBytes = almost(atMost, findMostFrequent(mostly));',
    'docs/d.md': most!,
  });
  expect(findLimitFaults(planted)).toEqual([
    expect.stringContaining('Instead: maxBytes'),
    expect.stringContaining('Instead: minBytes'),
  ]);
});

test('no file names a registry or a private host', () => {
  expect(findHostFaults(readTree())).toEqual([]);
});

test('each way to name such a host is found', () => {
  const host = ['registry', 'npmjs', 'org'].join('.');
  const lock = (resolved: string) => JSON.stringify({ packages: { 'node_modules/a': { resolved } } });
  const planted: Record<string, string> = {
    'package-lock.json': lock(`https://packages.example/a.tgz`),
    'docs/install.md': `npm i --registry https://${host}/`,
    '.npmrc': `registry = https://packages.example/`,
    'server/src/a.ts': `const mirror = 'http://cache.build.${'internal'}/debian';`,
  };
  for (const [file, text] of Object.entries(planted))
    expect(findHostFaults(plantTree({ [file]: text }))).toEqual([expect.stringMatching(/Instead: /)]);
  expect(findHostFaults(plantTree({ 'package-lock.json': lock('contract') }))).toEqual([]);
  expect(findHostFaults(plantTree({ 'ui/a.ts': 'registry.items.push(registry.get(name));' }))).toEqual([]);
  expect(findHostFaults(plantTree({ '.npmrc': 'omit-lockfile-registry-resolved=true' }))).toEqual([]);
  expect(
    findHostFaults(plantTree({ 'server/src/links/a.test.ts': `'http://metadata.google.${'internal'}/'` })),
  ).toEqual([]);
});
