// Converts a float16 network to float32, with only the layers that the wanted output needs. CPUs compute float16 in float32 anyway, with conversions
// in between: without them the cutout network takes a sixth less time and a fifth less memory (docs/decisions/cutout.md). Edits the ONNX file as
// Protocol Buffers; field numbers are those of onnx.proto3, IR version 3 and later.

import { lengthOf, type Piece, readFields, readText, writeMessage, writeNumber } from './protobuf.ts';
import { slimGraph } from './slim-graph.ts';

const inModel = { graph: 7 };
const inGraph = { node: 1, initializer: 5, output: 12, valueInfo: 13 };
const inNode = { operator: 4, attribute: 5 };
const inAttribute = { name: 1, integer: 3, tensor: 5 };
const inTensor = { type: 2, rawBytes: 9 };
const nameOfOutput = 1;
const full = 1;
const half = 10;

const widen = (halves: Uint8Array<ArrayBuffer>): Uint8Array =>
  new Uint8Array(Float32Array.from(new Float16Array(halves.buffer)).buffer);

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

function widenGraph(bytes: Uint8Array, wantedOutput: string, splitsJoined: boolean): Piece[] {
  const fields = [...readFields(bytes)];
  const bodiesOf = (wanted: number) => fields.filter(({ number }) => number === wanted).map(({ body }) => body);
  const { nodes, weights } = slimGraph(
    { nodes: bodiesOf(inGraph.node), weights: bodiesOf(inGraph.initializer) },
    wantedOutput,
    splitsJoined,
  );
  const rest = fields.filter(({ number, body }) => {
    // The runtime infers the types of intermediate values again.
    if (number === inGraph.valueInfo || number === inGraph.node || number === inGraph.initializer) return false;
    return number !== inGraph.output || readText(body, nameOfOutput) === wantedOutput;
  });
  return [
    ...nodes.flatMap(node => writeMessage(inGraph.node, widenNode(node))),
    ...weights.flatMap(tensor => writeMessage(inGraph.initializer, widenTensor(tensor))),
    ...rest.map(({ whole }) => ({ bytes: whole })),
  ];
}

/**
 * Converts all float16 weights of the ONNX file `bytes` to float32 and keeps `wantedOutput` as the only output. Inputs and that output must be
 * float32 already. `splitsJoined` also splits convolutions over two concatenated images. Throws when `bytes` is not a network.
 */
export function widenNetwork(bytes: Uint8Array, wantedOutput: string, splitsJoined = true): Uint8Array {
  const pieces = [...readFields(bytes)].flatMap(({ number, body, whole }) =>
    number === inModel.graph ? writeMessage(number, widenGraph(body, wantedOutput, splitsJoined)) : [{ bytes: whole }],
  );
  const widened = new Uint8Array(lengthOf(pieces));
  let at = 0;
  for (const { bytes: piece, areHalves } of pieces) {
    // Copied because the float16 data may start at an odd offset, which a typed array does not allow.
    const full = areHalves ? widen(Uint8Array.from(piece)) : piece;
    widened.set(full, at);
    at += full.length;
  }
  return widened;
}
