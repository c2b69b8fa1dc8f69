// Tests edits of a page: text is added to the piece in which it is typed.
import { describe, expect, it } from 'vitest';
import type { PageParagraph } from './contract.ts';
import { editParagraph, pieceAt, placeOf, showParagraph } from './page.ts';

const make = (...parts: (readonly [before: string, text: string])[]): PageParagraph => ({
  kind: 'text',
  pieces: parts.map(([before, text]) => ({ before, text, score: 0.5, quad: [0, 0, 1, 0, 1, 1, 0, 1] })),
});
const partsOf = ({ pieces }: PageParagraph) => pieces.map(({ before, text }) => [before, text]);

const lines = make(['', 'one two'], ['\n ', 'three'], ['\n', '四']);
const row = make(['\t', 'a'], ['\t\t', 'b']);

describe('the shown text', () => {
  it('joins lines or keeps line breaks', () => {
    expect(showParagraph(lines, false)).toBe('one two three四');
    expect(showParagraph(lines, true)).toBe('one two\nthree\n四');
    expect(showParagraph(make(['', 'exam-'], ['\n-', 'ple']), false)).toBe('example');
  });

  it('maps a position to its piece and back', () => {
    expect([0, 7, 8, 13, 14].map(place => pieceAt(lines, false, place))).toEqual([0, 0, 1, 1, 2]);
    expect([0, 1, 2].map(piece => placeOf(lines, true, piece))).toEqual([0, 8, 14]);
  });
});

describe('an edit', () => {
  it.each([
    [
      'within a piece',
      false,
      'one 2 three四',
      [
        ['', 'one 2'],
        ['\n ', 'three'],
        ['\n', '四'],
      ],
    ],
    [
      'at the end of a piece',
      true,
      'one two!\nthree\n四',
      [
        ['', 'one two!'],
        ['\n ', 'three'],
        ['\n', '四'],
      ],
    ],
    [
      'at the start of a piece',
      false,
      'one two Xthree四',
      [
        ['', 'one two'],
        ['\n ', 'Xthree'],
        ['\n', '四'],
      ],
    ],
    [
      'over a break of the picture',
      false,
      'one twhree四',
      [
        ['', 'one tw'],
        ['', 'hree'],
        ['\n', '四'],
      ],
    ],
    [
      'that joins two lines',
      true,
      'one twothree\n四',
      [
        ['', 'one two'],
        ['', 'three'],
        ['\n', '四'],
      ],
    ],
    [
      'that takes everything away',
      false,
      '',
      [
        ['', ''],
        ['', ''],
        ['', ''],
      ],
    ],
    [
      'with a break of its own',
      false,
      'one\ntwo three四',
      [
        ['', 'one\ntwo'],
        ['\n ', 'three'],
        ['\n', '四'],
      ],
    ],
  ] as const)('%s', (_name, keepsLines, text, parts) => {
    const edited = editParagraph(lines, keepsLines, text);
    expect(showParagraph(edited, keepsLines)).toBe(text);
    expect(partsOf(edited)).toEqual(parts);
  });

  it.each(['Z\ta\t\tb', '\ta\tZ\tb', '\t\t\tb', '\ta\t\tb\tZ', '\taZ\t\tb', '\ta\t\tZb'])(
    'of a cell gives the row %j',
    text => expect(showParagraph(editParagraph(row, false, text), false)).toBe(text),
  );

  it('of a hyphenated word keeps it unbroken', () => {
    const edited = editParagraph(make(['', 'exam-'], ['\n-', 'ple']), false, 'examples');
    expect(showParagraph(edited, false)).toBe('examples');
  });

  it('marks only its own pieces as certain', () => {
    expect(editParagraph(lines, false, 'one two three五').pieces.map(({ score }) => score)).toEqual([0.5, 0.5, 1]);
    expect(editParagraph(lines, false, showParagraph(lines, false))).toBe(lines);
  });
});
