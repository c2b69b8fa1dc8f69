// Reads and builds the layers and weights of an ONNX file: NodeProto and TensorProto of onnx.proto3, IR version 3 and later.
import { type Piece, readFields, readText, readTexts, writeMessage, writeNumber, writeText } from './protobuf.ts';

const inNode = { input: 1, output: 2, operator: 4, attribute: 5 };
export const inAttribute = { name: 1, integer: 3, type: 20 };
export const inTensor = { dims: 1, type: 2, name: 8, rawBytes: 9 };
const integerAttribute = 2;
/** TensorProto.DataType */
const tensorTypes = { float: 1, byte: 2, signedByte: 3, integer: 6 } as const;

export interface Layer {
  /** The encoded NodeProto message. */
  readonly bytes: Uint8Array;
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

export const joinPieces = (pieces: readonly Piece[]): Uint8Array => Buffer.concat(pieces.map(({ bytes }) => bytes));

export const readLayer = (bytes: Uint8Array): Layer => ({
  bytes,
  operator: readText(bytes, inNode.operator),
  inputs: readTexts(bytes, inNode.input),
  outputs: readTexts(bytes, inNode.output),
});

/** The encoded message of each attribute. */
export const attributesOf = ({ bytes }: Layer): Uint8Array[] =>
  [...readFields(bytes)].filter(({ number }) => number === inNode.attribute).map(({ body }) => body);

/** A copy of the layer with other inputs and outputs. */
export function rewire({ bytes }: Layer, inputs: readonly string[], output: string): Layer {
  const rest = [...readFields(bytes)].filter(({ number }) => number >= inNode.operator);
  return readLayer(
    joinPieces([
      ...inputs.flatMap(name => writeText(inNode.input, name)),
      ...writeText(inNode.output, output),
      ...rest.map(({ whole }) => ({ bytes: whole })),
    ]),
  );
}

/** A layer whose attributes are integers. */
export const makeLayer = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
): Layer =>
  readLayer(
    joinPieces([
      ...inputs.flatMap(name => writeText(inNode.input, name)),
      ...writeText(inNode.output, output),
      ...writeText(inNode.operator, operator),
      ...Object.entries(attributes).flatMap(([name, value]) =>
        writeMessage(inNode.attribute, [
          ...writeText(inAttribute.name, name),
          ...writeNumber(inAttribute.integer, value),
          ...writeNumber(inAttribute.type, integerAttribute),
        ]),
      ),
    ]),
  );

/** The tensor's raw_data, little-endian and aligned; undefined where the file stores typed fields instead. */
export function valuesOf(tensor: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const raw = [...readFields(tensor)].find(({ number }) => number === inTensor.rawBytes)?.body;
  return raw && Uint8Array.from(raw);
}

export const makeTensor = (
  name: string,
  dims: readonly number[],
  type: keyof typeof tensorTypes,
  values: ArrayBufferView,
): Uint8Array =>
  joinPieces([
    ...dims.flatMap(side => writeNumber(inTensor.dims, side)),
    ...writeNumber(inTensor.type, tensorTypes[type]),
    ...writeText(inTensor.name, name),
    ...writeMessage(inTensor.rawBytes, [
      { bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) },
    ]),
  ]);
