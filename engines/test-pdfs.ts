// For tests: PDFs that are small but take forever to render.
interface Part {
  readonly dictionary: string;
  readonly stream?: Buffer;
}

/** Makes a PDF of these objects, numbered from 1; the first is its catalogue. */
function makePdf(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const starts: number[] = [];
  let at = pieces[0]!.length;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    at += piece.length;
  };
  for (const [i, { dictionary, stream }] of parts.entries()) {
    starts.push(at);
    const length = stream ? `/Length ${stream.length}` : '';
    add(Buffer.from(`${i + 1} 0 obj\n<< ${dictionary} ${length} >>\n`));
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]));
    add(Buffer.from('endobj\n'));
  }
  const rows = starts.map(start => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = parts.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(table)]);
}

/** A page of this size in points, without content. */
export const makeBlank = (width: number, height: number): Buffer =>
  makePdf([
    { dictionary: '/Type /Catalog /Pages 2 0 R' },
    { dictionary: '/Type /Pages /Kids [3 0 R] /Count 1' },
    { dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]` },
  ]);

/** A page of 1000 points with one character, 800 points tall, in a font that the file names but does not contain. */
export function makeUnembedded({ font, encoding, ordering, code }: Unembedded): Buffer {
  const content = plain(`BT /F 800 Tf 100 200 Td <${code}> Tj ET`);
  return makePage(content, '/Font << /F 5 0 R >>', [
    { dictionary: `/Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${encoding} /DescendantFonts [6 0 R]` },
    {
      dictionary: `/Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /DW 1000 /FontDescriptor 7 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`,
    },
    {
      dictionary: `/Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93`,
    },
  ]);
}

interface Unembedded {
  readonly font: string;
  readonly encoding: string;
  readonly ordering: string;
  /** Of the character in that encoding, in hexadecimal. */
  readonly code: string;
}

/** Makes a document of one page with this content; `parts` are the objects from 5. */
function makePage(content: Part, resources: string, parts: readonly Part[]): Buffer {
  return makePdf([
    { dictionary: '/Type /Catalog /Pages 2 0 R' },
    { dictionary: '/Type /Pages /Kids [3 0 R] /Count 1' },
    { dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 1000 1000] /Contents 4 0 R /Resources << ${resources} >>` },
    content,
    ...parts,
  ]);
}

const plain = (text: string): Part => ({ dictionary: '', stream: Buffer.from(text) });
const form = (text: string, resources: string): Part => ({
  dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Resources << ${resources} >>`,
  stream: Buffer.from(text),
});

/** Makes a document whose page is a form that draws itself twice: small, but endless to render. */
export const makeEndlessPdf = (): Buffer =>
  makePage(plain('/F Do'), '/XObject << /F 5 0 R >>', [form('/F Do /F Do', '/XObject << /F 5 0 R >>')]);

/** Makes a page filled with squares of a thousandth of a point. */
export const makePatternPdf = (): Buffer => {
  const dictionary =
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep .001 /YStep .001 /Resources << >>';
  const tile = { dictionary, stream: Buffer.from('0 0 1 1 re f') };
  return makePage(plain('/Pattern cs /P scn 0 0 1000 1000 re f'), '/Pattern << /P 5 0 R >>', [tile]);
};
