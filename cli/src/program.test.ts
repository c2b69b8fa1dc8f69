// The commands and their options against the contracts: nothing is missing, nothing meets, and completion knows them all.
import { tools } from 'tools/index.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { callsOfPages, listCommands } from './commands.ts';
import { complete } from './completion.ts';
import { mainRules } from './inputs.ts';
import { listOptions } from './option-kinds.ts';
import { phraseOf, phraseOfFile } from './option-words.ts';
import { makeProgram, ownOptions } from './program.ts';
import { listSideFiles, readOptions } from './read-options.ts';

const commands = listCommands();
const nothing = async () => undefined;
const actions = {
  call: nothing,
  logIn: nothing,
  logOut: nothing,
  serveMcp: nothing,
  printCompletion: nothing,
  complete: nothing,
};
const program = makeProgram('en', actions);
const find = (name: string) => commands.find(command => command.name === name)!;

test('every call of the catalogue is a command, but for those that serve pages alone', () => {
  const all = tools.flatMap(tool => tool.calls.map(call => `${tool.name}/${call.name}`));
  const offered = commands.map(({ tool, call }) => `${tool.name}/${call.name}`);
  expect([...offered, ...callsOfPages].sort()).toEqual(all.sort());
  const names = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  // A call without a name of its own would be named after its path.
  for (const { about, call } of commands) expect(Object.values(about)).not.toContain(call.path);
});

test.each(commands.map(command => [command.name, command] as const))(
  '%s: options have words in both languages, and none meets another',
  (name, { call }) => {
    const options = listOptions(call.options);
    const fields = Object.keys(z.toJSONSchema(call.options, { io: 'input', unrepresentable: 'any' }).properties ?? {});
    expect(options.map(({ field }) => field)).toEqual(fields);
    for (const { field } of options)
      for (const language of ['zh', 'en'] as const) expect(phraseOf(name, field, language), field).toBeTruthy();
    for (const { rule } of listSideFiles(call))
      for (const language of ['zh', 'en'] as const) expect(phraseOfFile(rule.field, language), rule.field).toBeTruthy();
    const all = [...options.map(option => option.name), ...listSideFiles(call).map(file => file.name), ...ownOptions];
    expect(new Set(all).size).toBe(all.length);
    // Each file field is either what the command works on or an option.
    const reached = [...mainRules(call), ...listSideFiles(call).map(({ rule }) => rule)].map(({ field }) => field);
    expect(reached.sort()).toEqual(call.inputs.flatMap(rule => (rule.isMade ? [] : [rule.field])).sort());
  },
);

test('texts become the values of the contract', () => {
  const read = (name: string, given: Record<string, unknown>) => readOptions(find(name).call, given, 'en');
  expect(read('convert', { format: 'png', width: '30', keepMetadata: 'everything', enlarge: true })).toEqual({
    format: 'png',
    width: 30,
    keepMetadata: 'everything',
    enlarge: true,
  });
  expect(read('enlarge', { upscale: '4' })).toEqual({ upscale: 4 });
  expect(read('ocr', { files: ['txt,md', 'pdf'], textFlag: 'true' })).toEqual({
    files: ['txt', 'md', 'pdf'],
    textFlag: true,
  });
  expect(read('gif', { delays: ['100,,200'], loop: '3', reverse: true })).toEqual({
    delays: [100, null, 200],
    loop: 3,
    reverse: true,
  });
  expect(read('convert-video', { chapters: false, targetMb: '2.5' })).toEqual({ chapters: false, targetMb: 2.5 });
  expect(read('remove-mark', { coordinates: '[{"x":1,"y":2,"w":3,"h":4}]' })).toEqual({
    coordinates: [{ x: 1, y: 2, w: 3, h: 4 }],
  });
  expect(read('id-photo', { spec: '{"widthMm":35,"heightMm":45}' })).toEqual({ spec: { widthMm: 35, heightMm: 45 } });
  expect(read('id-photo', { spec: 'cn-1-inch' })).toEqual({ spec: 'cn-1-inch' });
  // Digits in a text stay a text.
  expect(read('mark', { markContent: '2026' })).toEqual({ markContent: '2026' });
  expect(() => read('remove-mark', { coordinates: 'here' })).toThrow('--coordinates');
  expect(() => read('mark', { opacity: 'much' })).toThrow('--opacity');
});

const after = (...typed: string[]) => complete(program, typed);

test('completion knows commands, options and choices, and leaves files to the shell', () => {
  expect(after('cut')).toEqual(['cutout']);
  expect(after('con')).toEqual(['convert', 'convert-video']);
  expect(after('complet')).toEqual(['completion']);
  expect(after('convert', '--fo')).toEqual(['--format']);
  expect(after('convert', '--format', 'p')).toEqual(['png', 'pdf']);
  expect(after('convert', 'a.jpg', '--format', 'png', '--')).toContain('--quality');
  expect(after('convert', 'a')).toEqual([]);
  expect(after('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(after('filter', '--filter-type', 'neg')).toEqual(['negative']);
  expect(after('no-such', '')).toEqual([]);
});
