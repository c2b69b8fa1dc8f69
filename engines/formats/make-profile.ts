// Makes an ICC profile from declared colours, so that everything that reads profiles reads these too. Source: ICC.1:2022, 7 (header), 8.3 (matrix
// profiles), 10.18 (parametric curves).
import { toProfileXyz } from '../pixels/primaries.ts';
import { type Curve, curveParameters, type DeclaredColours } from './declared-colours.ts';

const headerBytes = 128;
const fixed = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.max(-0x7fffffff, Math.min(0x7fffffff, Math.round(value * 65_536))), 0);
  return bytes;
};

const makeType = (name: string, ...parts: readonly Buffer[]) =>
  Buffer.concat([Buffer.from(`${name}\0\0\0\0`, 'latin1'), ...parts]);

const makeXyz = (values: readonly number[]) => makeType('XYZ ', ...values.map(fixed));

/** A text in several languages, here one. */
function makeText(text: string): Buffer {
  const letters = Buffer.from(text, 'utf16le').swap16();
  const head = Buffer.alloc(20);
  for (const [i, value] of [1, 12, 0, letters.length, 28].entries()) head.writeUInt32BE(value, i * 4);
  head.write('enUS', 8, 'latin1');
  return makeType('mluc', head, letters);
}

/** The kinds of parametric curves used: an exponent, and an exponent with a linear beginning. */
function makeCurve(curve: Exclude<Curve, 'pq' | 'hlg'>): Buffer {
  const parameters = typeof curve === 'number' ? [curve] : curveParameters[curve];
  const kind = Buffer.from([0, typeof curve === 'number' ? 0 : 3, 0, 0]);
  return makeType('para', kind, ...parameters.map(fixed));
}

/** Makes a profile for grey or RGB pixels. Throws a RangeError for primaries that span no space. */
export function makeProfile({ primaries, curve }: DeclaredColours, space: 'GRAY' | 'RGB '): Buffer {
  if (curve === 'pq' || curve === 'hlg') throw new RangeError('A profile cannot say how HDR is shown');
  const tone = makeCurve(curve);
  const matrix = toProfileXyz(primaries);
  const column = (k: number) => makeXyz(matrix.map(row => row[k]!));
  const entries: [string, Buffer][] = [
    ['desc', makeText('Declared colors')],
    ['cprt', makeText('No copyright')],
    ['wtpt', makeXyz([0.9642, 1, 0.8249])],
    ...(space === 'GRAY'
      ? ([['kTRC', tone]] as [string, Buffer][])
      : ([
          ['rXYZ', column(0)],
          ['gXYZ', column(1)],
          ['bXYZ', column(2)],
          ['rTRC', tone],
          ['gTRC', tone],
          ['bTRC', tone],
        ] as [string, Buffer][])),
  ];
  const table = Buffer.alloc(4 + entries.length * 12);
  table.writeUInt32BE(entries.length, 0);
  const bodies: Buffer[] = [];
  let at = headerBytes + table.length;
  for (const [i, [name, body]] of entries.entries()) {
    table.write(name, 4 + i * 12, 'latin1');
    table.writeUInt32BE(at, 8 + i * 12);
    table.writeUInt32BE(body.length, 12 + i * 12);
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    bodies.push(padded);
    at += padded.length;
  }
  const head = Buffer.alloc(headerBytes);
  head.writeUInt32BE(at, 0);
  head.writeUInt32BE(0x04_40_00_00, 8);
  head.write(`mntr${space}XYZ `, 12, 'latin1');
  head.writeUInt16BE(2000, 24);
  head.writeUInt16BE(1, 26);
  head.writeUInt16BE(1, 28);
  head.write('acsp', 36, 'latin1');
  Buffer.concat([0.9642, 1, 0.8249].map(fixed)).copy(head, 68);
  return Buffer.concat([head, table, ...bodies]);
}
