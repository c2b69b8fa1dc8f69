// Writes ONNX files with the subset of onnx.proto that a plain chain of layers needs.

export type AttributeValue = string | number | { readonly float: number } | readonly number[];

/** Operators that the ONNX runtime adds to those of the standard. */
export const microsoftDomain = 'com.microsoft';

export interface OnnxNode {
  readonly operator: string;
  /** Tensor names; an empty name omits an optional input. */
  readonly inputs: readonly string[];
  readonly output: string;
  /** A number is written as INT, a list as INTS. */
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  /** Absent: an operator of ONNX itself. */
  readonly domain?: typeof microsoftDomain;
}

export interface OnnxTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Float16Array is stored as FLOAT16. */
  readonly values: Float32Array | Float16Array;
}

/** A string names a dynamic dimension. */
export type OnnxShape = readonly (number | string)[];

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly weights: readonly OnnxTensor[];
  readonly input: { readonly name: string; readonly shape: OnnxShape };
  readonly output: { readonly name: string; readonly shape: OnnxShape };
  readonly otherOutputs?: readonly { readonly name: string; readonly shape: OnnxShape }[];
}

const intermediateVersion = 8;
const operatorSet = 17;
const floatType = 1;
const halfType = 10;
const attributeTypes = { float: 1, int: 2, string: 3, ints: 7 } as const;

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  // Negative numbers are stored in two's complement of 64 bits.
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

const integer = (field: number, value: number) => Buffer.concat([writeVarint(field << 3), writeVarint(value)]);
const float = (field: number, value: number) =>
  Buffer.concat([writeVarint((field << 3) | 5), Buffer.from(Float32Array.of(value).buffer)]);
const bytes = (field: number, body: Uint8Array) =>
  Buffer.concat([writeVarint((field << 3) | 2), writeVarint(body.length), body]);
const text = (field: number, value: string) => bytes(field, Buffer.from(value));

function writeAttribute(name: string, value: AttributeValue): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([text(1, name), text(4, value), integer(20, attributeTypes.string)]);
  if (typeof value === 'number')
    return Buffer.concat([text(1, name), integer(3, value), integer(20, attributeTypes.int)]);
  if ('float' in value) return Buffer.concat([text(1, name), float(2, value.float), integer(20, attributeTypes.float)]);
  return Buffer.concat([text(1, name), ...value.map(one => integer(8, one)), integer(20, attributeTypes.ints)]);
}

const writeNode = ({ operator, inputs, output, attributes = {}, domain }: OnnxNode) =>
  Buffer.concat([
    ...inputs.map(name => text(1, name)),
    text(2, output),
    text(3, output),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, writeAttribute(name, value))),
    ...(domain ? [text(7, domain)] : []),
  ]);

const writeTensor = ({ name, shape, values }: OnnxTensor) =>
  Buffer.concat([
    ...shape.map(size => integer(1, size)),
    integer(2, values instanceof Float16Array ? halfType : floatType),
    text(8, name),
    bytes(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  ]);

function writeShape(name: string, shape: OnnxShape): Buffer {
  const sizes = shape.map(size => bytes(1, typeof size === 'number' ? integer(1, size) : text(2, size)));
  const tensorType = Buffer.concat([integer(1, floatType), bytes(2, Buffer.concat(sizes))]);
  return Buffer.concat([text(1, name), bytes(2, bytes(1, tensorType))]);
}

/** Encodes an ONNX file with float32 inputs and outputs, for opset 17. */
export function writeOnnx({ nodes, weights, input, output, otherOutputs = [] }: OnnxGraph): Buffer {
  const graph = Buffer.concat([
    ...nodes.map(node => bytes(1, writeNode(node))),
    text(2, 'graph'),
    ...weights.map(weight => bytes(5, writeTensor(weight))),
    bytes(11, writeShape(input.name, input.shape)),
    ...[output, ...otherOutputs].map(({ name, shape }) => bytes(12, writeShape(name, shape))),
  ]);
  const operators = [
    bytes(8, Buffer.concat([text(1, ''), integer(2, operatorSet)])),
    bytes(8, Buffer.concat([text(1, microsoftDomain), integer(2, 1)])),
  ];
  return Buffer.concat([integer(1, intermediateVersion), text(2, 'pixwright'), bytes(7, graph), ...operators]);
}
