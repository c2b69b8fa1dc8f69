// The real catalogue of warnings has no fault, its page is up to date, and every way to break an entry is found.
import { join } from 'node:path';
import { clipWarnings } from 'contract/warnings/clips.ts';
import { editWarnings } from 'contract/warnings/edits.ts';
import type { Warning } from 'contract/warnings/entry.ts';
import { pictureWarnings } from 'contract/warnings/pictures.ts';
import { subjectWarnings } from 'contract/warnings/subjects.ts';
import { textWarnings } from 'contract/warnings/texts.ts';
import { warningCodes, warnings } from 'contract/warnings.ts';
import { expect, test } from 'vitest';
import { plantTree, readTree, root } from './tree.ts';
import { findWarningFaults, writeWarningsPage } from './warnings.ts';

const topics = {
  'Frames, colors and sizes': pictureWarnings,
  'How an edit turned out': editWarnings,
  'People and subjects': subjectWarnings,
  'Text, speech and prompts': textWarnings,
  Clips: clipWarnings,
};

test('every warning says something in both languages and is given by a run', () => {
  expect(findWarningFaults(warnings, readTree())).toEqual([]);
});

test('no code is in two topics, and the catalogue has all of them', () => {
  const codes = Object.values(topics).flatMap(Object.keys);
  expect(codes.toSorted()).toEqual(warningCodes.toSorted());
});

test('the page lists every code with its sentences', async () => {
  await expect(writeWarningsPage(topics)).toMatchFileSnapshot(join(root, 'docs/warnings.md'));
});

const sound: Warning = {
  zh: '没有保留 {count} 条字幕',
  en: '{count} {count:subtitle|subtitles} left out',
  remedy: { zh: '请选择 MKV', en: 'Choose MKV' },
};
const given = plantTree({
  'tools/cut/run.ts': "import { keep } from './keep.ts';",
  'tools/cut/keep.ts': "listWarnings({ 'subtitles-left-out': isLost })",
});

test('a sound entry that a run gives has no fault', () => {
  expect(findWarningFaults({ 'subtitles-left-out': sound }, given)).toEqual([]);
});

const spoilt: [string, Partial<Warning>, RegExp][] = [
  ['an empty sentence', { en: ' ' }, /lacks a sentence/],
  ['one language only', { en: sound.zh }, /same in both languages/],
  ['other places', { en: 'Subtitles left out' }, /other \{places\}/],
  ['a place that nothing fills', { zh: '{size}', en: 'of {size}' }, /nothing fills/],
  ['an empty remedy', { remedy: { zh: '', en: 'Choose MKV' } }, /the remedy of .* lacks a sentence/],
];

test.each(spoilt)('%s is found', (_, change, message) => {
  const faults = findWarningFaults({ 'subtitles-left-out': { ...sound, ...change } }, given);
  expect(faults).toEqual([expect.stringMatching(message)]);
  expect(faults[0]).toContain('Instead: ');
});

test('the catalogue, screens and tests do not count as giving a code', () => {
  const text = "'subtitles-left-out'";
  const tree = plantTree({
    'contract/warnings.ts': text,
    'contract/warnings/clips.ts': text,
    'tools/cut/run.ts': "import { listWarnings } from 'contract/warnings.ts';",
    'tools/cut/screen.tsx': text,
    'tools/cut/run.test.ts': text,
  });
  expect(findWarningFaults({ 'subtitles-left-out': sound }, tree)).toEqual([
    expect.stringMatching(/given by no run\. Instead: /),
  ]);
});
