// Every tool of the catalogue is complete, and a tool that lacks something gets a message about it.
import { defineHelp } from 'contract/help.ts';
import { callSchema } from 'contract/routes/tasks.ts';
import { defineTool } from 'contract/tool.ts';
import { defineWords } from 'contract/words.ts';
import { expect, test } from 'vitest';
import { findToolFaults, loadToolFolders, routeToName, type ToolFolder } from './tools.ts';
import { readTree } from './tree.ts';

test('every tool is complete', async () => {
  const folders = await loadToolFolders(readTree());
  expect(folders.length).toBeGreaterThan(0);
  expect(findToolFaults(folders)).toEqual([]);
});

const contract = defineTool({
  name: 'up-scale',
  route: '/editor/upScale',
  category: 'picture',
  icon: 'maximize',
  calls: [
    {
      name: 'enlarge',
      path: '/web/losslessAmplification',
      keyCode: 'LOSSLESS_AMPLIFICTION',
      lane: 'image',
      cost: { kind: 'none' },
      deadlineMs: 1000,
      startPercent: 20,
      inputs: [],
      options: callSchema,
    },
  ],
});
const words = defineWords({
  zh: { title: '放大', blurb: '放大图片', keywords: '放大', runMany: '放大 {count} 张' },
  en: { title: 'Enlarge', blurb: 'Enlarge pictures', keywords: 'enlarge', runMany: 'Enlarge {count}' },
});
const page = (steps: string[]) => ({ steps, questions: [{ question: '?', answer: '!' }] });
const help = defineHelp({ zh: page(['放']), en: page(['Drop']) });
const whole: ToolFolder = {
  name: 'up-scale',
  files: ['contract.ts', 'run.ts', 'run.test.ts', 'screen.tsx', 'words.ts', 'help.ts'],
  contract,
  runNames: ['enlarge'],
  words,
  help,
  exportsScreen: true,
  isListed: true,
};

test('a complete tool has no fault', () => {
  expect(findToolFaults([whole])).toEqual([]);
});

const broken: [string, Partial<ToolFolder>, RegExp][] = [
  ['no test', { files: whole.files.filter(file => file !== 'run.test.ts') }, /has no run\.test\.ts/],
  ['no screen', { exportsScreen: false }, /exports no screen/],
  ['no contract', { contract: undefined }, /exports no contract/],
  ['no help', { help: undefined }, /exports no help/],
  ['help in one language', { help: { ...help, en: page([]) } }, /says less in one language/],
  ['no words', { words: undefined }, /exports no words/],
  ['another name', { contract: { ...contract, name: 'enlarge' } }, /use the folder's name/],
  [
    'another route',
    { contract: { ...contract, route: '/editor/upScaleImage' } },
    /name folder and contract up-scale-image/,
  ],
  ['no calls', { contract: { ...contract, calls: [] }, runNames: [] }, /has no call/],
  ['a call without a run', { runNames: [] }, /no function for the call enlarge/],
  ['a run without a call', { runNames: ['enlarge', 'shrink'] }, /has shrink, which no call names/],
  ['not in the catalogue', { isListed: false }, /tools\/index\.ts does not list it/],
  ['an empty title', { words: { ...words, en: { ...words.en, title: ' ' } } }, /"title" is empty/],
  [
    'a missing blurb',
    { words: { zh: { title: '放', keywords: '放' }, en: { title: 'a', keywords: 'a' } } },
    /"blurb" is empty/,
  ],
  ['an untranslated title', { words: { ...words, en: { ...words.en, title: '放大' } } }, /same in both languages/],
  [
    'other places',
    { words: { ...words, en: { ...words.en, runMany: 'Enlarge {n}' } } },
    /"runMany" has other \{places\}/,
  ],
];

test.each(broken)('%s is found', (_, change, message) => {
  const faults = findToolFaults([{ ...whole, ...change }]);
  expect(faults).toEqual([expect.stringMatching(message)]);
  expect(faults[0]).toMatch(/^tools\/up-scale: .*Instead: /);
});

test('two tools with the same path are found', () => {
  const twin = { ...whole, name: 'gif', contract: { ...contract, name: 'gif', route: '/editor/gif' as const } };
  expect(findToolFaults([whole, twin])).toEqual([
    expect.stringMatching(/\/web\/losslessAmplification belongs to tools\/up-scale/),
  ]);
});

test('a route becomes a name in kebab case', () => {
  expect(['/editor/imageConverter', '/editor/upScale', '/editor/gif', '/editor/textToImage'].map(routeToName)).toEqual([
    'image-converter',
    'up-scale',
    'gif',
    'text-to-image',
  ]);
});
