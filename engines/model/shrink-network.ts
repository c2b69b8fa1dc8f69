// Makes a network of fixed size take smaller pictures: divides the declared sides of its input and outputs, and the sides to which its Resize layers
// enlarge, which PyTorch writes as constants of two whole numbers. Edits the ONNX file field by field; field numbers are those of onnx.proto3.
import { joinPieces } from './layers.ts';
import { type Piece, readFields, readNumbers, readText, writeMessage, writeNumber } from './protobuf.ts';

const inModel = { graph: 7 };
const inGraph = { node: 1, input: 11, output: 12 };
const inNode = { operator: 4, attribute: 5 };
const attributeTensor = 5;
const inTensor = { type: 2, rawBytes: 9 };
const wholeNumbers = 7;
/** Two numbers of eight bytes. */
const bytesOfSides = 16;
const inValue = { type: 2 };
const inType = { tensor: 1 };
const inTensorType = { shape: 2 };
const inShape = { dimension: 1 };
const dimensionValue = 1;
/** Dimensions before these are those of the batch and of the channels. */
const firstSide = 2;

/** Rewrites the fields of a message that have this number; the others stay as they are. */
function mapFields(message: Uint8Array, wanted: number, change: (body: Uint8Array, index: number) => Piece[]): Piece[] {
  let index = 0;
  return [...readFields(message)].flatMap(({ number, body, whole }) =>
    number === wanted ? writeMessage(number, change(body, index++)) : [{ bytes: whole }],
  );
}

function divideSides(values: Uint8Array, factor: number): Uint8Array {
  const sides = new BigInt64Array(Uint8Array.from(values).buffer).map(side => side / BigInt(factor));
  return new Uint8Array(sides.buffer);
}

function shrinkNode(node: Uint8Array, factor: number): Piece[] {
  if (readText(node, inNode.operator) !== 'Constant') return [{ bytes: node }];
  return mapFields(node, inNode.attribute, attribute =>
    mapFields(attribute, attributeTensor, tensor => {
      if (readNumbers(tensor, inTensor.type)[0] !== wholeNumbers) return [{ bytes: tensor }];
      return mapFields(tensor, inTensor.rawBytes, raw => [
        { bytes: raw.length === bytesOfSides ? divideSides(raw, factor) : raw },
      ]);
    }),
  );
}

const shrinkValue = (value: Uint8Array, factor: number): Piece[] =>
  mapFields(value, inValue.type, type =>
    mapFields(type, inType.tensor, tensor =>
      mapFields(tensor, inTensorType.shape, shape =>
        mapFields(shape, inShape.dimension, (dimension, index) => {
          const side = readNumbers(dimension, dimensionValue)[0];
          if (index < firstSide || side === undefined) return [{ bytes: dimension }];
          return writeNumber(dimensionValue, Math.floor(side / factor));
        }),
      ),
    ),
  );

/** The same network for pictures whose sides are `factor` times smaller, a whole number that divides every side within it. */
export const shrinkNetwork = (bytes: Uint8Array, factor: number): Uint8Array =>
  joinPieces(
    mapFields(bytes, inModel.graph, graph =>
      [...readFields(graph)].flatMap(({ number, body, whole }) => {
        if (number === inGraph.node) return writeMessage(number, shrinkNode(body, factor));
        if (number === inGraph.input || number === inGraph.output)
          return writeMessage(number, shrinkValue(body, factor));
        return [{ bytes: whole }];
      }),
    ),
  );
