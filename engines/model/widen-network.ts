// Rewrites a network stored in half precision into full precision, with only the output that is wanted. On a CPU the halves are computed
// in full anyway, with conversions in between: without them the cutout network takes a sixth less time and a fifth less memory
// (docs/decisions/cutout.md). Works on ONNX files as protocol buffers; field numbers are those of onnx.proto3, IR version 3 and later.

const inModel = { graph: 7 };
const inGraph = { node: 1, initializer: 5, output: 12, valueInfo: 13 };
const inNode = { operator: 4, attribute: 5 };
const inAttribute = { name: 1, integer: 3, tensor: 5 };
const inTensor = { type: 2, rawBytes: 9 };
const nameOfOutput = 1;
const full = 1;
const half = 10;

interface Field {
  readonly number: number;
  /** Of a varint; 0 for other kinds. */
  readonly value: number;
  /** What is inside, of a field that has a length. */
  readonly body: Uint8Array;
  /** With its tag, as it is in the file. */
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

function* readFields(bytes: Uint8Array): Generator<Field> {
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

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
}

/** Part of the new file. Halves become full numbers only when they are written to their place, so that no second copy lies about. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly areHalves?: boolean;
}

const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { bytes, areHalves }) => sum + bytes.length * (areHalves ? 2 : 1), 0);

const writeNumber = (number: number, value: number): Piece[] => [
  { bytes: varint(number * 8 + varintKind) },
  { bytes: varint(value) },
];

const writeMessage = (number: number, pieces: readonly Piece[]): Piece[] => [
  { bytes: varint(number * 8 + lengthKind) },
  { bytes: varint(lengthOf(pieces)) },
  ...pieces,
];

const widen = (halves: Uint8Array<ArrayBuffer>): Uint8Array =>
  new Uint8Array(Float32Array.from(new Float16Array(halves.buffer)).buffer);

function readText(message: Uint8Array, number: number): string {
  for (const field of readFields(message)) if (field.number === number) return new TextDecoder().decode(field.body);
  return '';
}

function widenTensor(tensor: Uint8Array): Piece[] {
  const fields = [...readFields(tensor)];
  if (!fields.some(({ number, value }) => number === inTensor.type && value === half)) return [{ bytes: tensor }];
  return fields.flatMap(({ number, body, whole }) => {
    if (number === inTensor.type) return writeNumber(number, full);
    return number === inTensor.rawBytes ? writeMessage(number, [{ bytes: body, areHalves: true }]) : [{ bytes: whole }];
  });
}

function widenAttribute(attribute: Uint8Array, isCast: boolean): Piece[] {
  const isTarget = isCast && readText(attribute, inAttribute.name) === 'to';
  return [...readFields(attribute)].flatMap(({ number, value, body, whole }) => {
    if (number === inAttribute.tensor) return writeMessage(number, widenTensor(body));
    if (isTarget && number === inAttribute.integer && value === half) return writeNumber(number, full);
    return [{ bytes: whole }];
  });
}

function widenNode(node: Uint8Array): Piece[] {
  const isCast = readText(node, inNode.operator) === 'Cast';
  return [...readFields(node)].flatMap(({ number, body, whole }) =>
    number === inNode.attribute ? writeMessage(number, widenAttribute(body, isCast)) : [{ bytes: whole }],
  );
}

function widenGraph(graph: Uint8Array, wantedOutput: string): Piece[] {
  return [...readFields(graph)].flatMap(({ number, body, whole }) => {
    if (number === inGraph.node) return writeMessage(number, widenNode(body));
    if (number === inGraph.initializer) return writeMessage(number, widenTensor(body));
    // Types of what lies between are worked out anew.
    if (number === inGraph.valueInfo) return [];
    if (number === inGraph.output && readText(body, nameOfOutput) !== wantedOutput) return [];
    return [{ bytes: whole }];
  });
}

/**
 * The network in `bytes` with all of its half-precision numbers in full precision and `wantedOutput` as its only output. Its inputs and
 * that output must be in full precision already. Throws when `bytes` is no network.
 */
export function widenNetwork(bytes: Uint8Array, wantedOutput: string): Uint8Array {
  const pieces = [...readFields(bytes)].flatMap(({ number, body, whole }) =>
    number === inModel.graph ? writeMessage(number, widenGraph(body, wantedOutput)) : [{ bytes: whole }],
  );
  const widened = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const { bytes: piece, areHalves } of pieces) {
    // Copied, since the halves may begin at an odd byte of the file.
    const full = areHalves ? widen(Uint8Array.from(piece)) : piece;
    widened.set(full, at);
    at += full.length;
  }
  return widened;
}
