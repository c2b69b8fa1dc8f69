// Builds a TrueType font whose only glyph is empty, for the invisible text of a searchable PDF. With it embedded, readers without a Chinese font
// neither ask for one nor draw anything. Source: OpenType 1.9, tables head, hhea, maxp, hmtx, loca, glyf, and the checksums of the table directory.

const unitsPerEm = 1000;
/** The glyphs: `.notdef`, and the empty one that every character is mapped to. */
const glyphs = 2;

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Writes consecutive fields of a table: [bytes, value]. */
function table(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const length = fields.reduce((sum, [bytes]) => sum + bytes, 0);
  const buffer = Buffer.alloc(Math.ceil(length / 4) * 4);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) buffer.writeInt16BE((value << 16) >> 16, at);
    else buffer.writeInt32BE(value | 0, at);
    at += bytes;
  }
  return buffer;
}

const words = (...values: readonly number[]) => table(...values.map(value => [2, value] as const));

const magicNumber = 0x5f0f3cf5;
const whole = 0xb1b0afba;
const adjustmentAt = 8;

const headTable = () =>
  table(
    [4, 0x00010000],
    [4, 0x00010000],
    [4, 0],
    [4, magicNumber],
    [2, 0],
    [2, unitsPerEm],
    [4, 0],
    [4, 0],
    [4, 0],
    [4, 0],
    ...[0, 0, unitsPerEm, unitsPerEm, 0, 8, 2, 0, 0].map(value => [2, value] as const),
  );

function makeTables(): Readonly<Record<string, Buffer>> {
  return {
    glyf: Buffer.alloc(4),
    head: headTable(),
    // Version, ascent, descent, gap, maximum advance; bearings and caret at zero; number of advances in hmtx.
    hhea: words(1, 0, 800, -200, 0, unitsPerEm, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, glyphs),
    hmtx: words(unitsPerEm, 0, unitsPerEm, 0),
    loca: words(0, 0, 0),
    maxp: table([4, 0x00010000], ...[glyphs, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0].map(value => [2, value] as const)),
  };
}

/** Returns the font file. */
export function makeGlyphlessFont(): Buffer {
  const tables = Object.entries(makeTables());
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  const power = Math.floor(Math.log2(tables.length));
  for (const [i, value] of [tables.length, 2 ** power * 16, power, (tables.length - 2 ** power) * 16].entries())
    directory.writeUInt16BE(value, 4 + i * 2);
  let at = directory.length;
  for (const [i, [name, bytes]] of tables.entries()) {
    const entry = 12 + i * 16;
    directory.write(name, entry, 'latin1');
    directory.writeUInt32BE(checksum(bytes), entry + 4);
    directory.writeUInt32BE(at, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    at += bytes.length;
  }
  const font = Buffer.concat([directory, ...tables.map(([, bytes]) => bytes)]);
  const headAt = font.readUInt32BE(12 + tables.findIndex(([name]) => name === 'head') * 16 + 8);
  font.writeUInt32BE((whole - checksum(font)) >>> 0, headAt + adjustmentAt);
  return font;
}
