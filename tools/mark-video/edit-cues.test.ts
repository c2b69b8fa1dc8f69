// Tests that edits of single lines keep subtitles in order and their times valid.
import { expect, test } from 'vitest';
import {
  addCue,
  changeCue,
  type DraftCue,
  mergeCue,
  parseTime,
  removeCue,
  shiftCues,
  splitCue,
  splitLanguages,
} from './edit-cues.ts';

const cues: DraftCue[] = [
  { id: 'a', start: 1, end: 3, text: 'One two three' },
  { id: 'b', start: 4, end: 6, text: '你好，世界', second: 'Hello world' },
];

test('a new line ends before the next one starts', () => {
  const { cues: added, id } = addCue(cues, 3.5);
  expect(added.map(cue => cue.id)).toEqual(['a', id, 'b']);
  expect(added[1]).toMatchObject({ start: 3.5, end: 4, text: '' });
  expect(addCue(cues, 9).cues.at(-1)).toMatchObject({ start: 9, end: 11 });
});

test("a line's end stays after its start, and lines stay sorted", () => {
  expect(changeCue(cues, 'a', { start: 5 })[1]).toMatchObject({ id: 'a', start: 5, end: 7 });
  expect(changeCue(cues, 'a', { end: 0 })[0]).toMatchObject({ start: 1, end: 1.1 });
  expect(removeCue(cues, 'a')).toEqual([cues[1]]);
});

test("a line is split at the clip's position, or by its text, and merged again", () => {
  const split = splitCue(cues, 'a', 2.5);
  expect(split.map(({ start, end, text }) => [start, end, text])).toEqual([
    [1, 2.5, 'One two'],
    [2.5, 3, 'three'],
    [4, 6, '你好，世界'],
  ]);
  const byText = splitCue(cues, 'b', 0);
  expect(byText.slice(1).map(({ end, text, second }) => [end, text, second])).toEqual([
    [5.2, '你好，', 'Hello'],
    [6, '世界', 'world'],
  ]);
  expect(mergeCue(split, 'a')[0]).toMatchObject({ start: 1, end: 3, text: 'One two\nthree' });
});

test('all lines are shifted, and those before the beginning are removed', () => {
  expect(shiftCues(cues, -3.5).map(({ start, end }) => [start, end])).toEqual([[0.5, 2.5]]);
  expect(shiftCues(cues, 0.25)[0]).toMatchObject({ start: 1.25, end: 3.25 });
});

test('the last line of each cue becomes the second language', () => {
  const [cue] = splitLanguages([{ id: 'c', start: 0, end: 1, text: '一\n二\nthree' }]);
  expect(cue).toMatchObject({ text: '一\n二', second: 'three' });
});

test.each([
  ['1:02.5', 62.5],
  ['62,5', 62.5],
  ['0:01:02', 62],
  ['1：02', 62],
  ['x', undefined],
  ['', undefined],
])('%s is a time', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds);
});
