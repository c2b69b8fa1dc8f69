// `npm run new-tool` in a copy of the catalogue: its output compiles, passes the linter, and fails the checks until it is completed.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToCatalogue, NewToolRefused, toCamel, writeTool } from '../scripts/new-tool.ts';
import { findToolFaults, loadToolFolders } from './tools.ts';
import { readTree, root } from './tree.ts';

let copy: string;
const read = (file: string) => readFileSync(path.join(copy, file), 'utf8');
const run = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(path.join(root, 'node_modules/.bin', program), args, {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'new-tool-'));
  for (const name of ['tsconfig.base.json', 'biome.json', '.gitignore'])
    cpSync(path.join(root, name), path.join(copy, name));
  mkdirSync(path.join(copy, 'tools'));
  writeFileSync(
    path.join(copy, 'tools/index.ts'),
    "// The catalogue.\nimport type { ToolContract } from 'contract/tool.ts';\n\nconst catalogue = [] as const;\nexport const tools: readonly ToolContract[] = catalogue;\n",
  );
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  expect(writeTool(copy, 'sky-swap')).toHaveLength(6);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the folder and its line in the catalogue are written', () => {
  expect(readdirSync(path.join(copy, 'tools/sky-swap')).sort()).toEqual([
    'contract.ts',
    'help.ts',
    'run.test.ts',
    'run.ts',
    'screen.tsx',
    'words.ts',
  ]);
  expect(read('tools/index.ts')).toContain("import { skySwap } from './sky-swap/contract.ts';");
  expect(read('tools/index.ts')).toContain('= [skySwap] as const;');
});

test('the generated files compile', () => {
  const config = {
    extends: './tsconfig.base.json',
    compilerOptions: { lib: ['ES2024', 'DOM', 'DOM.Iterable'], jsx: 'react-jsx', types: ['node'] },
    include: ['tools/**/*.ts', 'tools/**/*.tsx'],
  };
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config));
  expect(run('tsc', ['-p', '.'])).toEqual({ status: 0, output: '' });
});

test('the generated files pass the linter', () => {
  const { status, output } = run('biome', ['check', '--vcs-enabled=false', 'tools']);
  expect(output).not.toMatch(/Found \d+ (error|warning)/);
  expect(status).toBe(0);
});

test('the generated test fails and says what to write', () => {
  const { status, output } = run('vitest', ['run', '--root', copy, '--reporter', 'verbose']);
  expect(output).toContain('tools/sky-swap/run.test.ts: run the tool on a file of fixtures/');
  expect(status).toBe(1);
});

test('the completeness check names every empty text, and reports nothing else', async () => {
  const faults = findToolFaults(await loadToolFolders(readTree(copy), copy));
  const words = ['title', 'blurb', 'keywords', 'runOne'];
  expect(faults).toEqual([
    ...words.map(word => expect.stringMatching(`tools/sky-swap: its word "${word}" is empty`)),
    expect.stringMatching('tools/sky-swap: its help says less'),
  ]);
});

test('invalid names are refused, and nothing is written', () => {
  const before = readdirSync(path.join(copy, 'tools'));
  for (const name of [
    '',
    'SkySwap',
    'up_scale',
    'up--scale',
    '-up',
    'up-',
    '../up',
    'up/scale',
    '2x',
    'up scale',
    '放大',
  ])
    expect(() => writeTool(copy, name), name).toThrow(NewToolRefused);
  expect(() => writeTool(copy, 'sky-swap')).toThrow('tools/sky-swap is there already');
  expect(readdirSync(path.join(copy, 'tools'))).toEqual(before);
});

test('the command prints the reason for its refusal', () => {
  const script = path.join(root, 'scripts/new-tool.ts');
  expect(run('node', [script, 'SkySwap'])).toMatchObject({
    status: 1,
    output: expect.stringContaining('use kebab case'),
  });
  expect(run('node', [script])).toMatchObject({
    status: 1,
    output: expect.stringContaining('npm run new-tool <name>'),
  });
  expect(existsSync(path.join(root, 'tools/SkySwap'))).toBe(false);
});

test('a tool can be added to the real catalogue, in its order and its form', () => {
  const before = readFileSync(path.join(root, 'tools/index.ts'), 'utf8');
  const names = ['a-first-one', 'brand-new-tool', 'happy-picture', 'other-picture', 'quite-another', 'zebra-stripes'];
  const after = names.reduce(addToCatalogue, before);
  for (const name of names) expect(after.split(`./${name}/contract.ts`)).toHaveLength(2);
  expect(after.split('\n').every(line => line.length <= 120)).toBe(true);
  writeFileSync(path.join(copy, 'many.ts'), after);
  expect(run('biome', ['check', '--vcs-enabled=false', 'many.ts']).status).toBe(0);
  expect(toCamel('image-to-text')).toBe('imageToText');
});

test('a catalogue with another structure is left unchanged', () => {
  expect(() => addToCatalogue('export const tools = [];', 'sky-swap')).toThrow('another shape');
});
