// Tests that edits of single lines keep subtitles in order and their times valid.
import { expect, test } from 'vitest';
import {
  addCue,
  changeCue,
  type DraftCue,
  findRoom,
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
  const { cues: added, id } = addCue(cues, findRoom(cues, 3.5, 20));
  expect(added.map(cue => cue.id)).toEqual(['a', id, 'b']);
  expect(added[1]).toMatchObject({ start: 3.5, end: 4, text: '' });
  expect(findRoom(cues, 9, 20)).toEqual({ start: 9, end: 11 });
  expect(findRoom(cues, 9, undefined)).toEqual({ start: 9, end: 11 });
});

test('within another line, a new one is placed in the next free time behind it and changes no other', () => {
  expect(findRoom(cues, 2, 20)).toEqual({ start: 3, end: 4 });
  // Between the two, it is free from 3.8 for too short a time to be read.
  expect(findRoom(cues, 3.8, 20)).toEqual({ start: 6, end: 8 });
  const close = [...cues, { id: 'c', start: 6, end: 7, text: 'Directly behind it' }];
  expect(findRoom(close, 5, 20)).toEqual({ start: 7, end: 9 });
  // A long line covers a short one that begins later.
  expect(findRoom([{ id: 'd', start: 0, end: 8, text: '' }, ...cues], 2, 20)).toEqual({ start: 8, end: 10 });
});

test('a new line never lies behind the end of the clip', () => {
  expect(findRoom(cues, 9.5, 10)).toEqual({ start: 9.5, end: 10 });
  expect(findRoom(cues, 10, 10)).toEqual({ start: 9.5, end: 10 });
  // Nothing is free until the end, so it is shown together with the line there.
  expect(findRoom(cues, 5, 6.2)).toEqual({ start: 5, end: 6.2 });
  expect(findRoom([], 0, 0.3)).toEqual({ start: 0, end: 0.3 });
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
