// Reading order: columns, tables and paragraphs.
import { describe, expect, it } from 'vitest';
import { findParagraphs } from './paragraphs.ts';
import type { TextLine } from './read-text.ts';

/** Returns a horizontal line at x, y. */
function line(text: string, x: number, y: number, w: number, h = 20): TextLine {
  return {
    text,
    score: 1,
    language: 'en',
    quad: [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ],
  };
}

/** Rotates lines about the origin, as on a skewed page. */
function slant(lines: readonly TextLine[], degrees: number): TextLine[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const turn = ([x, y]: readonly [number, number]) => [x * cos - y * sin, x * sin + y * cos] as const;
  return lines.map(each => ({
    ...each,
    quad: [turn(each.quad[0]), turn(each.quad[1]), turn(each.quad[2]), turn(each.quad[3])],
  }));
}

const column = (name: string, x: number, y: number) =>
  [1, 2, 3, 4].map((n, i) => line(`${name}${n}`, x, y + i * 30, n === 4 ? 120 : 300));

const twoColumns = [
  line('Title', 250, 0, 200, 40),
  ...column('b', 400, 80),
  ...column('a', 0, 85),
  line('Foot', 0, 300, 700),
];
const texts = (lines: readonly TextLine[]) => findParagraphs({ lines, quarters: 0 }).map(({ text }) => text);

describe('columns', () => {
  it('are read one after the other, between lines that span them', () => {
    expect(texts(twoColumns)).toEqual(['Title', 'a1 a2 a3 a4', 'b1 b2 b3 b4', 'Foot']);
  });

  it('on a slanted page too', () => {
    expect(texts(slant(twoColumns, 4))).toEqual(['Title', 'a1 a2 a3 a4', 'b1 b2 b3 b4', 'Foot']);
  });

  it('a table is read row by row, with its cells separated by tabs', () => {
    const cells = [0, 1, 2, 3].flatMap(row =>
      [0, 1, 2].map(at => line(`${row}${at}`, at * 200 + row * 3, row * 40, 50)),
    );
    expect(texts(cells)).toEqual(['00\t01\t02', '10\t11\t12', '20\t21\t22', '30\t31\t32']);
  });

  it('two paragraphs in each of two columns with a narrow gutter do not interleave', () => {
    const paragraph = (name: string, x: number, y: number) =>
      [1, 2, 3, 4].map((n, i) => line(`${name}${n}`, x, y + i * 26, n === 4 ? 120 : 300));
    const page = [0, 130].flatMap((y, i) => [...paragraph(`a${i}`, 0, y), ...paragraph(`b${i}`, 313, y)]);
    expect(texts(page)).toEqual(['a01 a02 a03 a04', 'a11 a12 a13 a14', 'b01 b02 b03 b04', 'b11 b12 b13 b14']);
  });

  it('empty cells of a table stay empty, and narrow columns are columns', () => {
    const rows = [
      [line('Item', 0, 0, 60), line('Count', 150, 0, 60), line('Price', 235, 0, 60)],
      [line('Bread', 0, 40, 70), line('$2', 235, 42, 30)],
      [line('Olive oil', 0, 80, 120), line('12', 150, 81, 30), line('$118', 235, 80, 50)],
    ];
    expect(texts(rows.flat())).toEqual(['Item\tCount\tPrice', 'Bread\t\t$2', 'Olive oil\t12\t$118']);
  });

  it('the words of one Chinese line stay separate where there is a gap', () => {
    expect(texts([line('请注意', 0, 0, 72), line('查收', 90, 1, 48)])).toEqual(['请注意 查收']);
  });

  it('pieces of one line are joined', () => {
    expect(texts([line('left', 0, 0, 100), line('right', 112, 2, 100)])).toEqual(['left right']);
    expect(texts([line('左边', 0, 0, 100), line('右边', 104, 2, 100)])).toEqual(['左边右边']);
  });
});

describe('page numbers', () => {
  it.each(['12', '- 7 -', '第 3 页', 'Page 2 of 9', 'iv'])(
    'between two columns do not hide their gutter: %s',
    number => {
      const page = [...column('a', 0, 80), ...column('b', 330, 80), line(number, 308, 230, 14)];
      expect(texts(page)).toEqual(['a1 a2 a3 a4', 'b1 b2 b3 b4', number]);
      const above = [...column('a', 0, 80), ...column('b', 330, 80), line(number, 308, 20, 14)];
      expect(texts(above)).toEqual([number, 'a1 a2 a3 a4', 'b1 b2 b3 b4']);
    },
  );
});

describe('receipts', () => {
  it('keep their lines apart, and their prices in one column', () => {
    const rows = ['Milk 1L', 'Bread', 'Apples 0.75kg', 'Total'].flatMap((item, i) => [
      line(item, 0, 30 + i * 25, item.length * 10),
      line(`${i}.50`, 165 + (i % 2) * 10, 30 + i * 25, 50),
    ]);
    const page = [
      line('CORNER SHOP', 90, 0, 115),
      ...rows,
      line('VISA **** 4021', 0, 130, 144),
      line('2026-03-14 18:22', 0, 155, 163),
    ];
    expect(texts(page).slice(1)).toEqual([
      'Milk 1L\t0.50',
      'Bread\t1.50',
      'Apples 0.75kg\t2.50',
      'Total\t3.50',
      'VISA **** 4021',
      '2026-03-14 18:22',
    ]);
  });
});

describe('paragraphs', () => {
  it('end where a line is short, after a gap, and where a line is indented', () => {
    const words = 'w w w w w w w w w';
    const wide = (text: string, y: number, x = 0) => line(`${text} ${words}`, x, y, 400 - x);
    const both = [`a ${words} b ${words}`, `c ${words} d ${words}`];
    expect(texts([wide('a', 0), line('b', 0, 26, 150), wide('c', 52), wide('d', 78)])).toEqual([
      `a ${words} b`,
      both[1],
    ]);
    expect(texts([wide('a', 0), wide('b', 26), wide('c', 90), wide('d', 116)])).toEqual(both);
    expect(texts([wide('a', 0, 40), wide('b', 26), wide('c', 52, 40), wide('d', 78)])).toEqual(both);
  });

  it('hyphenated words are rejoined, and Chinese lines are joined without a space', () => {
    expect(texts([line('some hy-', 0, 0, 400), line('phens', 0, 26, 100)])).toEqual(['some hyphens']);
    expect(texts([line('清晨的阳光照', 0, 0, 400), line('进窗户', 0, 26, 100)])).toEqual(['清晨的阳光照进窗户']);
  });

  it('headings are recognised by their height, items by how they begin', () => {
    const found = findParagraphs({
      quarters: 0,
      lines: [
        line('Shopping', 0, 0, 200, 36),
        line('• apples', 0, 60, 120),
        line('2. pears', 0, 86, 120),
        line('long text that goes on', 0, 140, 400),
      ],
    });
    expect(found.map(({ kind, level }) => [kind, level])).toEqual([
      ['heading', 1],
      ['item', undefined],
      ['item', undefined],
      ['text', undefined],
    ]);
  });

  it('fifteen hundred lines in random order are sorted', () => {
    const lines = Array.from({ length: 1500 }, (_, i) => line(`${i}`, (i * 7919) % 5000, (i * 104_729) % 5000, 60));
    expect(findParagraphs({ lines, quarters: 0 }).flatMap(({ lines: inside }) => inside)).toHaveLength(1500);
  });
});
