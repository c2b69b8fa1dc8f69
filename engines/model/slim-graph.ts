// Optimizes a network's graph: removes layers whose outputs are unused, and splits a convolution over two concatenated images into the sum of two
// convolutions. Results change only by the order of floating-point additions.
import { attributesOf, inAttribute, inTensor, joinPieces, type Layer, makeLayer, readLayer, rewire } from './layers.ts';
import { readFields, readNumbers, readText, writeMessage, writeNumber, writeText } from './protobuf.ts';

/** Nodes and weights as encoded messages. */
export interface Graph {
  readonly nodes: readonly Uint8Array[];
  readonly weights: readonly Uint8Array[];
}

/** Slices input channels [`from`, `end`) from convolution weights (output channels, input channels, height, width). */
function cutWeights(tensor: Uint8Array, name: string, from: number, end: number): Uint8Array {
  const [outputs, inputs, ...sides] = readNumbers(tensor, inTensor.dims) as [number, number, ...number[]];
  const raw = [...readFields(tensor)].find(({ number }) => number === inTensor.rawBytes)!.body;
  const each = raw.length / (outputs * inputs);
  const parts = Array.from({ length: outputs }, (_, output) => {
    const start = output * inputs;
    return { bytes: raw.subarray((start + from) * each, (start + end) * each) };
  });
  return joinPieces([
    ...[outputs, end - from, ...sides].flatMap(side => writeNumber(inTensor.dims, side)),
    ...writeNumber(inTensor.type, readNumbers(tensor, inTensor.type)[0]!),
    ...writeText(inTensor.name, name),
    ...writeMessage(inTensor.rawBytes, parts),
  ]);
}

/** Operators that keep the channel count of their first input; Add has it from both inputs, unless it broadcasts one of them. */
const keepingChannels: readonly string[] = ['Relu', 'Cast', 'MaxPool', 'Resize', 'Add'];

class Slimmer {
  private readonly layers: readonly Layer[];
  private readonly makers: ReadonlyMap<string, Layer>;
  private readonly weights: Map<string, Uint8Array>;

  constructor({ nodes, weights }: Graph) {
    this.layers = nodes.map(readLayer);
    this.makers = new Map(this.layers.flatMap(layer => layer.outputs.map(name => [name, layer])));
    this.weights = new Map(weights.map(tensor => [readText(tensor, inTensor.name), tensor]));
  }

  /** Undefined when the count cannot be derived from the chain of layers. */
  private countChannels(name: string): number | undefined {
    const maker = this.makers.get(name);
    if (maker?.operator === 'Conv') {
      const weights = this.weights.get(maker.inputs[1]!);
      return weights && readNumbers(weights, inTensor.dims)[0];
    }
    return maker && keepingChannels.includes(maker.operator) ? this.countChannels(maker.inputs[0]!) : undefined;
  }

  /** The two inputs of the Concat that feeds a convolution, and the channel count of the first. */
  private findJoined(layer: Layer) {
    const concat = layer.operator === 'Conv' ? this.makers.get(layer.inputs[0]!) : undefined;
    const weights = this.weights.get(layer.inputs[1] ?? '');
    if (concat?.operator !== 'Concat' || concat.inputs.length !== 2 || !weights) return undefined;
    const isByChannel = attributesOf(concat).some(
      attribute =>
        readText(attribute, inAttribute.name) === 'axis' && readNumbers(attribute, inAttribute.integer)[0] === 1,
    );
    const [first, second] = concat.inputs as [string, string];
    const [firstCount, secondCount] = [this.countChannels(first), this.countChannels(second)];
    const [, inputs] = readNumbers(weights, inTensor.dims);
    const isRaw = [...readFields(weights)].some(({ number }) => number === inTensor.rawBytes);
    if (!isByChannel || !isRaw || !firstCount || !secondCount || firstCount + secondCount !== inputs) return undefined;
    return { first, second, firstCount, inputs, weights };
  }

  private split(layer: Layer): readonly Layer[] {
    const joined = this.findJoined(layer);
    if (!joined) return [layer];
    const { first, second, firstCount, inputs, weights } = joined;
    const [, weightsName, ...bias] = layer.inputs as [string, string, ...string[]];
    const [output] = layer.outputs as [string];
    const names = [`${weightsName}:first`, `${weightsName}:second`] as const;
    this.weights.set(names[0], cutWeights(weights, names[0], 0, firstCount));
    this.weights.set(names[1], cutWeights(weights, names[1], firstCount, inputs));
    return [
      rewire(layer, [second, names[1]], `${output}:second`),
      rewire(layer, [first, names[0], ...bias], `${output}:first`),
      makeLayer('Add', [`${output}:first`, `${output}:second`], output),
    ];
  }

  slim(wantedOutput: string, splitsJoined: boolean): Graph {
    const layers = splitsJoined ? this.layers.flatMap(layer => this.split(layer)) : this.layers;
    const makers = new Map(layers.flatMap(layer => layer.outputs.map(name => [name, layer])));
    const read = new Set<string>();
    for (const open = [wantedOutput]; open.length > 0; ) {
      const name = open.pop()!;
      if (read.has(name)) continue;
      read.add(name);
      open.push(...(makers.get(name)?.inputs ?? []));
    }
    return {
      nodes: layers.filter(({ outputs }) => outputs.some(name => read.has(name))).map(({ bytes }) => bytes),
      weights: [...this.weights].filter(([name]) => read.has(name)).map(([, tensor]) => tensor),
    };
  }
}

/** The subgraph that computes `wantedOutput`; with `splitsJoined`, convolutions over two concatenated images are split. */
export const slimGraph = (graph: Graph, wantedOutput: string, splitsJoined: boolean): Graph =>
  new Slimmer(graph).slim(wantedOutput, splitsJoined);
