// Writes images as the pages of a PDF with their text invisibly on top, so that it can be searched, selected and copied. Source: ISO 32000-1, 9.3.6
// (rendering mode 3), 9.7 (composite fonts), 9.10.3 (ToUnicode).
import { deflateSync } from 'node:zlib';
import { type PdfPicture, pageSize } from '../formats/encode-pdf.ts';
import { writePdfPages } from '../formats/pdf-pages.ts';
import { makeGlyphlessFont } from './glyphless-font.ts';
import { mapQuad, type Quad } from './rectangle.ts';
import { isWide, wideRanges } from './spaces.ts';

export interface PdfText {
  readonly text: string;
  /** Corners in pixels of the image as displayed, clockwise from where the text starts. */
  readonly quad: Quad;
}

export interface SearchablePage {
  readonly picture: PdfPicture;
  /** Size of the image in pixels, the unit of the quads. */
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PdfText[];
  /** Clockwise rotation in degrees that makes the text upright: 0, 90, 180 or 270. */
  readonly turn: number;
}

/** Size of the letters and position of their baseline, in heights of the line's box. */
const sizeShare = 0.72;
const footShare = 0.24;
/** Advance widths in thousandths of the font size: Chinese characters are square, others about half as wide. */
const wideAdvance = 1000;
const narrowAdvance = 500;

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
const number = (value: number) => Number(value.toFixed(3)).toString();

/** Returns one line: a text matrix along the quad, and a horizontal scale that fits the text to the quad's length. */
function placeText({ text, quad }: PdfText, across: number, up: (y: number) => number): string {
  const [start, end, , below] = mapQuad(quad, ([x, y]) => [x * across, up(y)]);
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const height = Math.hypot(below[0] - start[0], below[1] - start[1]);
  if (!(length > 0 && height > 0)) return '';
  const [cos, sin] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const size = height * sizeShare;
  const foot = [0, 1].map(i => below[i]! + (start[i]! - below[i]!) * footShare);
  // Every UTF-16 unit is a code of its own, so a character of two units advances twice.
  const advance = text.split('').reduce((sum, unit) => sum + (isWide(unit) ? wideAdvance : narrowAdvance), 0);
  const stretch = (length / ((advance / 1000) * size)) * 100;
  const matrix = [cos, sin, -sin, cos, foot[0]!, foot[1]!].map(number).join(' ');
  return `/T ${number(size)} Tf ${number(stretch)} Tz ${matrix} Tm <${hex(text)}> Tj\n`;
}

/** Maps every code to the UTF-16 unit of the same value. */
const toUnicode = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
1 beginbfrange
<0000> <FFFF> <0000>
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

const packed = (bytes: Buffer) => ({ filter: '/Filter /FlateDecode', stream: deflateSync(bytes) });

/** Returns the font and its objects, numbered from `first`: font, descendant, descriptor, file, glyph map, ToUnicode. */
function fontObjects(first: number) {
  const program = makeGlyphlessFont();
  const file = packed(program);
  const glyphMap = packed(Buffer.alloc(0x10000 * 2, Buffer.from([0, 1])));
  const unicode = packed(Buffer.from(toUnicode));
  const widths = wideRanges.map(([from, to]) => `${from} ${to} ${wideAdvance}`).join(' ');
  return [
    {
      dictionary: `/Type /Font /Subtype /Type0 /BaseFont /Glyphless /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 5} 0 R`,
    },
    {
      dictionary: `/Type /Font /Subtype /CIDFontType2 /BaseFont /Glyphless /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${first + 2} 0 R /DW ${narrowAdvance} /W [${widths}] /CIDToGIDMap ${first + 4} 0 R`,
    },
    {
      dictionary: `/Type /FontDescriptor /FontName /Glyphless /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${first + 3} 0 R`,
    },
    { dictionary: `${file.filter} /Length1 ${program.length}`, stream: file.stream },
    { dictionary: glyphMap.filter, stream: glyphMap.stream },
    { dictionary: unicode.filter, stream: unicode.stream },
  ];
}

const font = { entries: (first: number) => `/Font << /T ${first} 0 R >>`, objects: fontObjects };

/** Writes the file and returns its size in bytes. The texts of a page keep their order, in which readers copy them. */
export function writeSearchablePdf(path: string, pages: AsyncIterable<SearchablePage>): Promise<number> {
  async function* layText() {
    for await (const { picture, width, height, texts, turn } of pages) {
      const size = pageSize(picture);
      const up = (y: number) => size.height * (1 - y / height);
      const placed = texts.map(text => placeText(text, size.width / width, up)).join('');
      yield { picture, ...size, box: { x: 0, y: 0, ...size }, content: `BT 3 Tr\n${placed}ET`, turn };
    }
  }
  return writePdfPages(path, layText(), font);
}
