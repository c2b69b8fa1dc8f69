// Tests paragraphs as plain text and as Markdown.
import { describe, expect, it } from 'vitest';
import type { Block } from './page.ts';
import { writeMarkdown, writePlain } from './write-text.ts';

const make = (kind: Block['kind'], text: string, rows = [text], level?: 1 | 2 | 3): Block => ({
  kind,
  text,
  rows,
  ...(level && { level }),
});

const page = [
  make('heading', 'Title', ['Title'], 1),
  make('text', 'one two', ['one', 'two']),
  make('item', '• apples'),
  make('item', '•pears'),
  make('item', '1. first'),
  make('item', '2、第二'),
  make('row', 'a\tb'),
  make('row', 'c\td\te'),
];

describe('plain text', () => {
  it('has empty lines between paragraphs, but none inside lists and tables', () => {
    expect(writePlain(page, false)).toBe('Title\n\none two\n\n• apples\n•pears\n\n1. first\n2、第二\n\na\tb\nc\td\te');
  });

  it('keeps the line breaks of the image on request', () => {
    expect(writePlain(page, true)).toContain('\none\ntwo\n');
    expect(writePlain([], true)).toBe('');
  });
});

describe('Markdown', () => {
  it('has headings, lists and tables', () => {
    expect(writeMarkdown(page)).toBe(
      '# Title\n\none two\n\n- apples\n- pears\n\n1. first\n2. 第二\n\n| a | b |  |\n| --- | --- | --- |\n| c | d | e |\n',
    );
  });

  it('escapes Markdown characters', () => {
    expect(writeMarkdown([make('text', '# no *bold* [x] <b> a|b')])).toBe('\\# no \\*bold\\* \\[x\\] \\<b\\> a\\|b\n');
    expect(writeMarkdown([make('text', '3. not a list')])).toBe('3\\. not a list\n');
    expect(writeMarkdown([make('text', '- 5 degrees')])).toBe('\\- 5 degrees\n');
  });

  it('does not turn a single row of cells into a table', () => {
    expect(writeMarkdown([make('row', 'left\tright')])).toBe('left  right\n');
  });
});
