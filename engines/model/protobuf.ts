// Reads and writes Protocol Buffers messages, the encoding of ONNX files, field by field and without a schema.

export interface Field {
  readonly number: number;
  /** Value of a varint; 0 for other wire types. */
  readonly value: number;
  /** Content of a length-delimited field. */
  readonly body: Uint8Array;
  /** The whole field with its tag, as encoded. */
  readonly whole: Uint8Array;
}

const varintKind = 0;
const eightBytesKind = 1;
const lengthKind = 2;
const fourBytesKind = 5;

function readVarint(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start, unit = 1; at < bytes.length; at++, unit *= 128) {
    const byte = bytes[at]!;
    value += (byte & 127) * unit;
    if (byte < 128) return { value, end: at + 1 };
  }
  throw new Error('A network ends in the middle of a number');
}

export function* readFields(bytes: Uint8Array): Generator<Field> {
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const tag = readVarint(bytes, at);
    const kind = tag.value % 8;
    let value = 0;
    let bodyAt = tag.end;
    if (kind === varintKind) ({ value, end: at } = readVarint(bytes, tag.end));
    else if (kind === eightBytesKind) at = tag.end + 8;
    else if (kind === fourBytesKind) at = tag.end + 4;
    else if (kind === lengthKind) {
      const length = readVarint(bytes, tag.end);
      bodyAt = length.end;
      at = bodyAt + length.value;
    } else throw new Error(`A network holds a field of unknown kind ${kind}`);
    if (at > bytes.length) throw new Error('A network ends in the middle of a field');
    const number = Math.floor(tag.value / 8);
    yield { number, value, body: bytes.subarray(bodyAt, at), whole: bytes.subarray(start, at) };
  }
}

/** All strings of a repeated field, in order. */
export function readTexts(message: Uint8Array, number: number): string[] {
  const texts: string[] = [];
  for (const field of readFields(message))
    if (field.number === number) texts.push(new TextDecoder().decode(field.body));
  return texts;
}

export const readText = (message: Uint8Array, number: number): string => readTexts(message, number)[0] ?? '';

/** All numbers of a repeated field, packed or not. */
export function readNumbers(message: Uint8Array, number: number): number[] {
  const numbers: number[] = [];
  for (const { number: found, value, body, whole } of readFields(message)) {
    if (found !== number) continue;
    if (whole[0]! % 8 !== lengthKind) numbers.push(value);
    else
      for (let at = 0; at < body.length; ) {
        const one = readVarint(body, at);
        numbers.push(one.value);
        at = one.end;
      }
  }
  return numbers;
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
}

/** A slice of the output file. Float16 data is widened while it is written, to avoid a second copy in memory. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly areHalves?: boolean;
}

export const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { bytes, areHalves }) => sum + bytes.length * (areHalves ? 2 : 1), 0);

export const writeNumber = (number: number, value: number): Piece[] => [
  { bytes: varint(number * 8 + varintKind) },
  { bytes: varint(value) },
];

export const writeMessage = (number: number, pieces: readonly Piece[]): Piece[] => [
  { bytes: varint(number * 8 + lengthKind) },
  { bytes: varint(lengthOf(pieces)) },
  ...pieces,
];

export const writeText = (number: number, text: string): Piece[] =>
  writeMessage(number, [{ bytes: new TextEncoder().encode(text) }]);
