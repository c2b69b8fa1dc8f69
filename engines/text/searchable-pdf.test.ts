// A page whose text can be searched and copied: the operators, the codes, the embedded font.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeJpeg } from '../formats/pdf-picture.ts';
import { fixture } from '../test-pictures.ts';
import { makeGlyphlessFont } from './glyphless-font.ts';
import type { Quad } from './rectangle.ts';
import { writeSearchablePdf } from './searchable-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'searchable-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Clockwise corners of a horizontal box. */
const box = (x: number, y: number, w: number, h: number): Quad => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

async function write(texts: { text: string; quad: Quad }[], turn = 0) {
  const path = join(folder, 'page.pdf');
  const picture = takeJpeg(await readFile(fixture('plain.jpg')));
  // The quads are measured in pixels, two of which are one point of the page.
  async function* pages() {
    yield { picture, width: 128, height: 64, texts, turn };
  }
  const bytes = await writeSearchablePdf(path, pages());
  const file = await readFile(path);
  expect(file.length).toBe(bytes);
  return file;
}

/** The streams of a PDF by object number. */
function readStreams(file: Buffer): Map<number, Buffer> {
  const streams = new Map<number, Buffer>();
  const text = file.toString('latin1');
  for (const match of text.matchAll(/(\d+) 0 obj\n<<((?:(?!endobj).)*?)\/Length (\d+) >>\nstream\n/gs)) {
    const from = match.index + match[0].length;
    const raw = file.subarray(from, from + Number(match[3]));
    streams.set(Number(match[1]), /FlateDecode/.test(match[2]!) ? inflateSync(raw) : raw);
  }
  return streams;
}

/** The operators of the first page. */
const contentOf = (file: Buffer): string => {
  const streams = [...readStreams(file).values()].map(stream => stream.toString('latin1'));
  return streams.find(stream => stream.includes('BT 3 Tr'))!;
};

describe('a searchable page', () => {
  it("contains the text as UTF-16 codes, invisible, at the line's position", async () => {
    const file = await write([{ text: '图 A', quad: box(20, 10, 60, 20) }]);
    const content = contentOf(file);
    expect(content).toContain('BT 3 Tr');
    expect(content).toContain('<56fe00200041> Tj');
    const [, a, b, , , x, y] = /([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) Tm/
      .exec(content)!
      .map(Number);
    expect([a, b, x]).toEqual([1, 0, 10]);
    // On the page the box spans 10..30 of 64 pixels from the top, 5..15 of 32 points: the baseline is slightly above 17 points from the bottom.
    expect(y).toBeGreaterThan(17);
    expect(y).toBeLessThan(20);
    const [, size, stretch] = /\/T ([\d.]+) Tf ([\d.]+) Tz/.exec(content)!.map(Number);
    // One full-width and two half-width characters, stretched to 30 points.
    expect((2 * size! * stretch!) / 100).toBeCloseTo(30, 1);
  });

  it.each(['图 A', 'ㄅㄆㄇ', '㈱㍿', 'ꀀA', '𠀀好', 'a🙂', '한글', 'ﾊﾝ'])('has %s as wide as its quad', async text => {
    const file = await write([{ text, quad: box(20, 10, 60, 20) }]);
    const [, size, stretch] = /\/T ([\d.]+) Tf ([\d.]+) Tz/.exec(contentOf(file))!.map(Number);
    // A reader adds up the widths that the font declares for the codes, each of which is a UTF-16 unit.
    const [, usual, ranges] = /\/DW (\d+) \/W \[([\d ]*)\]/.exec(file.toString('latin1'))!;
    const widths = ranges!.match(/\d+ \d+ \d+/g)!.map(range => range.split(' ').map(Number));
    const widthOf = (code: number) => widths.find(([from, to]) => code >= from! && code <= to!)?.[2] ?? Number(usual);
    const advance = Array.from({ length: text.length }, (_, at) => widthOf(text.charCodeAt(at)));
    const sum = advance.reduce((all, width) => all + width, 0);
    expect(((sum / 1000) * size! * stretch!) / 100).toBeCloseTo(30, 1);
  });

  it('rotates text with its quad, and the page with its text', async () => {
    const quad: Quad = [
      [80, 10],
      [80, 50],
      [60, 50],
      [60, 10],
    ];
    const file = await write([{ text: 'down', quad }], 270);
    const [, a, b, c, d] = /([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) \S+ \S+ Tm/.exec(contentOf(file))!;
    expect([a, b, c, d].map(Number)).toEqual([0, -1, 1, 0].map(value => expect.closeTo(value, 5)));
    expect(file.toString('latin1')).toContain('/Rotate 270');
  });

  it('leaves out text without extent, and works without any text', async () => {
    const file = await write([{ text: 'nothing', quad: box(5, 5, 0, 10) }]);
    expect(contentOf(file)).not.toContain('Tj');
    expect((await write([])).toString('latin1')).toMatch(/%%EOF\n$/);
  });

  it('maps every code to itself and to an empty glyph of the embedded font', async () => {
    const streams = [...readStreams(await write([{ text: 'x', quad: box(1, 1, 9, 9) }])).values()];
    const unicode = streams.find(stream => stream.includes('beginbfrange'))!;
    expect(unicode.toString()).toContain('<0000> <FFFF> <0000>');
    const glyphMap = streams.find(stream => stream.length === 131_072)!;
    expect([...glyphMap.subarray(0, 4)]).toEqual([0, 1, 0, 1]);
    expect(streams.some(stream => stream.equals(makeGlyphlessFont()))).toBe(true);
  });
});

it('the checksum of the font is the one that TrueType requires', () => {
  const font = makeGlyphlessFont();
  let sum = 0;
  for (let at = 0; at < font.length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
  expect(sum).toBe(0xb1b0afba);
  expect(font.length % 4).toBe(0);
});
