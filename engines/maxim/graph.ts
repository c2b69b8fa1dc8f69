// Builds the graph of a network over pixels in rows: each tensor is a matrix with a row for each pixel and a column for each channel, because nearly
// all layers of MAXIM are products with such matrices.
import type { Weight } from '../model/graph-weights.ts';
import { type AttributeValue, microsoftDomain, type OnnxNode, type OnnxTensor } from '../model/write-onnx.ts';
import type { Modules } from './read-modules.ts';

/** Channels of a picture of this size, one row for each pixel from the top left. */
export interface Pixels {
  readonly name: string;
  readonly height: number;
  readonly width: number;
  readonly channels: number;
}

const normEpsilon = 1e-6;

/** Transposes a kernel from (height, width, in, out) to (out, in, height, width). */
function turnKernel({ shape, values }: Weight): Weight {
  const [height, width, inputs, outputs] = shape as [number, number, number, number];
  const turned = new Float32Array(values.length);
  for (let place = 0; place < height * width; place++)
    for (let input = 0; input < inputs; input++)
      for (let output = 0; output < outputs; output++)
        turned[(output * inputs + input) * height * width + place] =
          values[(place * inputs + input) * outputs + output]!;
  return { shape: [outputs, inputs, height, width], values: turned };
}

/** Transposes the matrix, and cuts the columns [from, end) of the transposed one if they are given. */
export function transpose(values: Float32Array, rows: number, columns: number): Float32Array {
  const turned = new Float32Array(values.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) turned[column * rows + row] = values[row * columns + column]!;
  return turned;
}

/** Cuts the columns [from, end) from a matrix of `columns` columns. */
function cutColumns(values: Float32Array, columns: number, from: number, end: number): Float32Array {
  if (from === 0 && end === columns) return values;
  const width = end - from;
  const cut = new Float32Array((values.length / columns) * width);
  for (let row = 0; row * width < cut.length; row++)
    cut.set(values.subarray(row * columns + from, row * columns + end), row * width);
  return cut;
}

export class Graph {
  readonly nodes: OnnxNode[] = [];
  readonly weights: OnnxTensor[] = [];
  readonly modules: Modules;
  private readonly lists = new Map<string, string>();

  constructor(modules: Modules) {
    this.modules = modules;
  }

  add(operator: string, inputs: readonly string[], attributes: Readonly<Record<string, AttributeValue>> = {}): string {
    const output = `t${this.nodes.length}`;
    this.nodes.push({
      operator,
      inputs,
      output,
      attributes,
      ...(operator === 'FastGelu' && { domain: microsoftDomain }),
    });
    return output;
  }

  store(shape: readonly number[], values: Float32Array): string {
    const name = `w${this.weights.length}`;
    this.weights.push({ name, shape, values });
    return name;
  }

  /** A list of integers as a tensor: a shape, or the places of a slice. */
  list(values: readonly number[]): string {
    const key = values.join();
    const known = this.lists.get(key);
    if (known) return known;
    const name = this.add('Constant', [], { value_ints: values });
    this.lists.set(key, name);
    return name;
  }

  reshape(name: string, shape: readonly number[]): string {
    return this.add('Reshape', [name, this.list(shape)]);
  }

  sum(one: Pixels, ...others: readonly Pixels[]): Pixels {
    return { ...one, name: others.reduce((name, other) => this.add('Add', [name, other.name]), one.name) };
  }

  product(one: Pixels, other: Pixels): Pixels {
    return { ...one, name: this.add('Mul', [one.name, other.name]) };
  }

  join(parts: readonly Pixels[]): Pixels {
    const channels = parts.reduce((sum, part) => sum + part.channels, 0);
    return {
      ...parts[0]!,
      channels,
      name: this.add(
        'Concat',
        parts.map(part => part.name),
        { axis: 1 },
      ),
    };
  }

  gelu(pixels: Pixels): Pixels {
    return { ...pixels, name: this.add('FastGelu', [pixels.name]) };
  }

  norm(pixels: Pixels, path: string): Pixels {
    const { kernel, bias } = this.modules(path);
    const [scale, shift] = [kernel.values, bias].map(values => this.store([values.length], values)) as [string, string];
    const attributes = { axis: -1, epsilon: { float: normEpsilon } };
    return { ...pixels, name: this.add('LayerNormalization', [pixels.name, scale, shift], attributes) };
  }

  /** A dense layer or a convolution of 1 x 1. `part` computes one of two halves of the channels. */
  dense(pixels: Pixels, path: string, part?: 'first' | 'second'): Pixels {
    const { kernel, bias } = this.modules(path);
    const all = kernel.shape.at(-1)!;
    const from = part === 'second' ? all / 2 : 0;
    const channels = part ? all / 2 : all;
    const weights = cutColumns(kernel.values, all, from, from + channels);
    const inputs = [
      pixels.name,
      this.store([pixels.channels, channels], weights),
      this.store([channels], bias.slice(from, from + channels)),
    ];
    return { ...pixels, channels, name: this.add('Gemm', inputs) };
  }

  /** The pixels as a picture of 1 x channels x height x width. */
  toPlanes({ name, height, width, channels }: Pixels): string {
    return this.add('Transpose', [this.reshape(name, [1, height, width, channels])], { perm: [0, 3, 1, 2] });
  }

  toRows(planes: string, { height, width, channels }: Omit<Pixels, 'name'>): Pixels {
    const last = this.add('Transpose', [planes], { perm: [0, 2, 3, 1] });
    return { height, width, channels, name: this.reshape(last, [height * width, channels]) };
  }

  /** A padded convolution on planes, with an odd side, or with an even one and a stride of 2. */
  convolvePlanes(planes: string, path: string, stride = 1): { readonly planes: string; readonly channels: number } {
    const { kernel, bias } = this.modules(path);
    const { shape, values } = turnKernel(kernel);
    const side = shape[3]!;
    const pad = (side - 1) >> 1;
    const attributes = { kernel_shape: [side, side], strides: [stride, stride], pads: [pad, pad, pad, pad] };
    const inputs = [planes, this.store(shape, values), this.store([bias.length], bias)];
    return { planes: this.add('Conv', inputs, attributes), channels: bias.length };
  }

  convolve(pixels: Pixels, path: string, stride = 1): Pixels {
    const { planes, channels } = this.convolvePlanes(this.toPlanes(pixels), path, stride);
    return this.toRows(planes, { height: pixels.height / stride, width: pixels.width / stride, channels });
  }

  /** Doubles both sides with a transposed convolution of 2 x 2: each pixel becomes four. */
  double({ name, height, width, channels }: Pixels, path: string): Pixels {
    const { kernel, bias } = this.modules(path);
    const outputs = bias.length;
    const weights = transpose(kernel.values, 4 * outputs, channels);
    const biases = Float32Array.from({ length: 4 * outputs }, (_, i) => bias[i % outputs]!);
    const inputs = [name, this.store([channels, 4 * outputs], weights), this.store([4 * outputs], biases)];
    const four = this.reshape(this.add('Gemm', inputs), [height, width, 2, 2, outputs]);
    const placed = this.add('Transpose', [four], { perm: [0, 2, 1, 3, 4] });
    const size = { height: height * 2, width: width * 2, channels: outputs };
    return { ...size, name: this.reshape(placed, [size.height * size.width, outputs]) };
  }

  /** Resizes by a power of two with a triangle filter, widened where the picture becomes smaller. */
  resize({ name, height, width, channels }: Pixels, ratio: number): Pixels {
    const size = { height: height * ratio, width: width * ratio, channels };
    const down = this.store([size.height, height], triangleMatrix(size.height, height));
    const across = this.store([size.width, width], triangleMatrix(size.width, width));
    const high = this.add('MatMul', [down, this.reshape(name, [height, width * channels])]);
    const both = this.add('MatMul', [across, this.reshape(high, [size.height, width, channels])]);
    return { ...size, name: this.reshape(both, [size.height * size.width, channels]) };
  }
}

/** The weight of each of `inputs` pixels in each of `outputs`; each row sums to 1. */
function triangleMatrix(outputs: number, inputs: number): Float32Array {
  const step = inputs / outputs;
  const reach = Math.max(1, step);
  const matrix = new Float32Array(outputs * inputs);
  for (let output = 0; output < outputs; output++) {
    const at = (output + 0.5) * step - 0.5;
    const row = Array.from({ length: inputs }, (_, input) => Math.max(0, 1 - Math.abs(at - input) / reach));
    const sum = row.reduce((all, weight) => all + weight, 0);
    matrix.set(
      row.map(weight => weight / sum),
      output * inputs,
    );
  }
  return matrix;
}
