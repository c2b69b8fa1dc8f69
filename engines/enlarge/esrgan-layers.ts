// Turns the layers that enlarging networks of @upscalerjs are made of (Keras, as TensorFlow.js stores them) into ONNX nodes.
import type { OnnxNode, OnnxTensor } from '../model/write-onnx.ts';

export interface KerasLayer {
  readonly class_name: string;
  readonly name: string;
  readonly config: {
    readonly activation?: string;
    readonly beta?: number;
    readonly scale?: number;
  };
  /** The layers whose outputs go in: [name, ...] each, in a list of calls of which there is one. */
  readonly inbound_nodes: readonly (readonly (readonly [string, ...unknown[]])[])[];
}

export interface KerasWeight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

interface Translated {
  readonly node: OnnxNode;
  readonly weights: readonly OnnxTensor[];
}

const scalar = (name: string, value: number): OnnxTensor => ({ name, shape: [1], values: Float32Array.of(value) });

/** From height, width, in, out to out, in, height, width. */
export function transposeKernel({ shape, values }: KerasWeight): KerasWeight {
  const [height, width, inputs, outputs] = shape as [number, number, number, number];
  const turned = new Float32Array(values.length);
  let from = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let input = 0; input < inputs; input++)
        for (let output = 0; output < outputs; output++)
          turned[((output * inputs + input) * height + y) * width + x] = values[from++]!;
  return { shape: [outputs, inputs, height, width], values: turned };
}

function translateConvolution(
  name: string,
  inputs: readonly string[],
  weights: ReadonlyMap<string, KerasWeight>,
): Translated {
  const kernel = transposeKernel(weights.get(`${name}/kernel`)!);
  const bias = weights.get(`${name}/bias`)!;
  const [, , height = 1, width = 1] = kernel.shape;
  const pads = [height >> 1, width >> 1, height >> 1, width >> 1];
  const attributes = { kernel_shape: [height, width], pads, strides: [1, 1] };
  return {
    node: { operator: 'Conv', inputs: [...inputs, `${name}_kernel`, `${name}_bias`], output: name, attributes },
    weights: [
      { name: `${name}_kernel`, ...kernel },
      { name: `${name}_bias`, ...bias },
    ],
  };
}

/** Throws on a layer that these networks do not have. Tensors are named after the layers that make them. */
export function translateLayer(layer: KerasLayer, weights: ReadonlyMap<string, KerasWeight>): Translated {
  const { class_name: kind, name, config } = layer;
  const inputs = (layer.inbound_nodes[0] ?? []).map(([from]) => from);
  const plain = (operator: string, attributes: OnnxNode['attributes'] = {}): Translated => ({
    node: { operator, inputs, output: name, attributes },
    weights: [],
  });
  switch (kind.replace(/\d+x$/, '')) {
    case 'Conv2D':
      return translateConvolution(name, inputs, weights);
    case 'Activation':
      if (config.activation !== 'relu') break;
      return plain('Relu');
    case 'Concatenate':
      return plain('Concat', { axis: 1 });
    case 'Add':
      return plain('Sum');
    case 'MultiplyBeta':
      return {
        node: { operator: 'Mul', inputs: [...inputs, `${name}_beta`], output: name },
        weights: [scalar(`${name}_beta`, config.beta ?? 1)],
      };
    case 'PixelShuffle':
      return plain('DepthToSpace', { blocksize: config.scale ?? 1, mode: 'DCR' });
  }
  throw new Error(`No ONNX is known for the layer ${kind} ${config.activation ?? ''}`);
}
