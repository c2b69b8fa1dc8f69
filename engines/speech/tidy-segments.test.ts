// Subtitle lines from recogniser output, including invalid output.
import type { SpeechSegment } from 'contract/speech.ts';
import { describe, expect, test } from 'vitest';
import { tidySegments } from './tidy-segments.ts';

const piece = { start: 10, end: 20 };
const tidy = (...found: readonly (readonly [number, number, string])[]) =>
  tidySegments(
    found.map(([start, end, text]) => ({ start, end, text })),
    piece,
  );

describe('lines', () => {
  test('are timed relative to the whole clip and trimmed', () => {
    expect(tidy([0, 2, '  Hello\n there '], [2, 4.0004, 'again'])).toEqual([
      { start: 10, end: 12, text: 'Hello there' },
      { start: 12, end: 14, text: 'again' },
    ]);
  });

  test.each(['[BLANK_AUDIO]', '(music)', '♪♪', '...', '（音乐）', '', '  ', '<|nospeech|>'])(
    '%j says nothing',
    text => {
      expect(tidy([0, 2, text])).toEqual([]);
    },
  );

  test('get wrong times clamped to the piece and ordered', () => {
    const lines = tidy(
      [-5, 400, 'one'],
      [Number.NaN, 3, 'two'],
      [8, 2, 'three'],
      [9, Number.POSITIVE_INFINITY, 'four'],
    );
    for (const [at, { start, end }] of lines.entries()) {
      expect(start >= 10 && end <= 20 && end > start).toBe(true);
      if (at > 0) expect(start).toBeGreaterThanOrEqual(lines[at - 1]!.end);
    }
    expect(lines.map(({ text }) => text).join(' ')).toBe('one two three four');
  });

  test('repeat at most twice when a recogniser loops, also across pieces', () => {
    const stuck = Array.from({ length: 8 }, (_, at) => [at, at + 1, 'Thank you.'] as const);
    expect(tidy(...stuck)).toHaveLength(2);
    const before = [
      { start: 0, end: 1, text: 'Thank you.' },
      { start: 1, end: 2, text: 'Thank you.' },
    ];
    expect(tidySegments([{ start: 0, end: 1, text: 'Thank you.' }], piece, before)).toEqual([]);
  });

  test('that were split still count as repeated in the next piece', () => {
    const text =
      'We went down to the harbour before the sun was up, and the boats were already out with the gulls behind them.';
    const lines: SpeechSegment[] = [];
    for (const start of [0, 10, 20, 30, 40])
      lines.push(...tidySegments([{ start: 0, end: 9, text }], { start, end: start + 10 }, lines));
    expect(lines.map(line => line.text).join(' ')).toBe(`${text} ${text}`);
  });

  test('that only end like a repeated one are kept', () => {
    const said = ['I said thank you.', 'thank you.', 'thank you.'];
    expect(tidy(...said.map((text, at) => [at, at + 1, text] as const)).map(({ text }) => text)).toEqual(said);
  });

  test('with times beyond their piece last as long as the piece', () => {
    expect(tidy([30, 32, 'one'], [32, 34, 'two'])).toEqual([{ start: 10, end: 20, text: 'one two' }]);
  });

  test('of a hundred thousand characters are split in one go', () => {
    const text = 'la, '.repeat(25_000).trim();
    const lines = tidy([0, 10, text]);
    expect(lines.map(line => line.text).join(' ')).toBe(text);
    for (const line of lines) expect(line.text.length).toBeLessThanOrEqual(84);
  });

  test('are split after a sentence when long, dividing the time', () => {
    const first = 'We went down to the harbour before the sun was up that day.';
    const second = 'The boats were already out, and only the gulls were left there.';
    const lines = tidy([0, 10, `${first} ${second}`]);
    expect(lines.map(({ text }) => text)).toEqual([first, second]);
    expect(lines[0]!.end).toBeCloseTo(15, 0);
    expect([lines[0]!.start, lines[1]!.end]).toEqual([10, 20]);
  });

  test('are split after commas in Chinese', () => {
    const text =
      '今天我们来说说怎么把一段很长的话分成两行，这样字幕就不会占满整个画面，看起来也更清楚一些，大家觉得怎么样';
    const lines = tidy([0, 10, text]);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(line => line.text).join('')).toBe(text);
    for (const line of lines.slice(0, -1)) expect(line.text).toMatch(/，$/);
  });

  test('of characters outside the BMP are as long as others of their width', () => {
    const text = '𠀀'.repeat(60);
    const lines = tidy([0, 10, text]);
    expect(lines.map(line => line.text).join('')).toBe(text);
    for (const line of lines) expect([...line.text].length).toBeLessThanOrEqual(42);
    expect(tidy([0, 4, `${'🙂'.repeat(21)} ${'🙂'.repeat(22)}`])).toHaveLength(2);
  });

  test('contain no control characters', () => {
    expect(tidy([0, 1, 'a\u0000b\u001bc'])[0]!.text).toBe('a b c');
  });
});
