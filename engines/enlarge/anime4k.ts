// Builds the bundled upscaling network as an ONNX file in memory: the mean of two of Anime4K's convolutional networks ("L", for drawings and for
// photographs), whose weights ship as JSON in @websr/websr. Back-projection onto the original is part of the graph.
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { type OnnxNode, type OnnxTensor, writeOnnx } from '../model/write-onnx.ts';
import { cubic } from '../pixels/resample.ts';

/** A layer with four outputs. */
interface Quad {
  readonly weights: readonly number[];
  readonly bias: readonly number[];
}

type Layers = Readonly<Record<string, Quad | undefined>>;

/** Output channels, input channels, height, width. */
interface Kernel {
  readonly shape: readonly [number, number, number, number];
  readonly values: Float32Array;
}

const colours = 3;
/** Channels per input pixel: the colours of 2 x 2 output pixels, in DepthToSpace's CRD order: colour, row, column. */
const shuffled = colours * 4;
const depth = 7;
const levels = 255;
const files = ['cnn-2x-l-an.json', 'cnn-2x-l-rl.json'] as const;

/**
 * Pixels on each side of a tile that may differ from a larger tile's result: 7 layers of 3 x 3, and 4 more for back-projection, whose influence
 * beyond that is below a tenth of a level.
 */
export const anime4kReach = 12;

function findFolder(): string {
  const description = findPackageJSON('@websr/websr', import.meta.url);
  if (!description) throw new Error('@websr/websr is not installed');
  return join(dirname(description), 'weights/anime4k');
}

/**
 * Concatenates the kernels of `quads` along the output channels. They are stored as WebGPU's 4 x 4 matrices: group of four inputs, tap (column by
 * column), input within the group, output within the quad.
 */
function joinQuads(quads: readonly Quad[], inputs: number, side: number, scale: number): Kernel {
  const taps = side * side;
  const values = new Float32Array(quads.length * 4 * inputs * taps);
  let to = 0;
  for (const { weights } of quads)
    for (let output = 0; output < 4; output++)
      for (let input = 0; input < inputs; input++)
        for (let tap = 0; tap < taps; tap++) {
          const stored = (tap % side) * side + Math.floor(tap / side);
          values[to++] = weights[(((input >> 2) * taps + stored) * 4 + (input & 3)) * 4 + output]! * scale;
        }
  return { shape: [quads.length * 4, inputs, side, side], values };
}

/** The weights, followed by their negatives. */
const withMirror = (values: ArrayLike<number>) =>
  Float32Array.from({ length: values.length * 2 }, (_, i) =>
    i < values.length ? values[i]! : -values[i - values.length]!,
  );

/** A kernel that upsamples by two into `shuffled` channels, weighted by `weigh` of the distance in pixels, with aligned centres. */
function makeDoubler(weigh: (distance: number) => number, reach: number): Kernel {
  const side = reach * 2 + 1;
  const values = new Float32Array(shuffled * colours * side * side);
  for (let output = 0; output < shuffled; output++) {
    const [colour, down, right] = [output >> 2, (output >> 1) & 1, output & 1];
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const weight = weigh(y - reach - (down - 0.5) / 2) * weigh(x - reach - (right - 0.5) / 2);
        values[((output * colours + colour) * side + y) * side + x] = weight;
      }
  }
  return { shape: [shuffled, colours, side, side], values };
}

/** Both rounds of back-projection as one kernel on the residual: twice the residual, minus what the first round has already corrected. */
function makeSecondRound(): Kernel {
  const reach = cubic.reach;
  const side = reach * 2 + 1;
  const back = Array.from(
    { length: side },
    (_, i) => (cubic.weigh(i - reach - 0.25) + cubic.weigh(i - reach + 0.25)) / 2,
  );
  const values = new Float32Array(colours * colours * side * side);
  for (let colour = 0; colour < colours; colour++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++)
        values[((colour * colours + colour) * side + y) * side + x] =
          (y === reach && x === reach ? 2 : 0) - back[y]! * back[x]!;
  return { shape: [colours, colours, side, side], values };
}

/** A kernel from `shuffled` channels to the negated mean of each colour, which subtracts the downscaled result. */
function makeShrinker(): Kernel {
  const values = new Float32Array(colours * shuffled);
  for (let output = 0; output < colours; output++)
    values.fill(-0.25, output * shuffled + output * 4, output * shuffled + output * 4 + 4);
  return { shape: [colours, shuffled, 1, 1], values };
}

const tent = (distance: number) => Math.max(0, 1 - Math.abs(distance));

class Builder {
  readonly nodes: OnnxNode[] = [];
  readonly weights: OnnxTensor[] = [];

  add(operator: string, inputs: readonly string[], attributes: OnnxNode['attributes'] = {}, name?: string): string {
    const output = name ?? `t${this.nodes.length}`;
    this.nodes.push({ operator, inputs, output, attributes });
    return output;
  }

  store(shape: readonly number[], values: Float32Array): string {
    const name = `w${this.weights.length}`;
    this.weights.push({ name, shape, values });
    return name;
  }

  convolve(input: string, { shape, values }: Kernel, bias?: Float32Array): string {
    const [outputs, , side] = shape;
    const inputs = [input, this.store(shape, values), ...(bias ? [this.store([outputs], bias)] : [])];
    const pad = side >> 1;
    return this.add('Conv', inputs, { kernel_shape: [side, side], strides: [1, 1], pads: [pad, pad, pad, pad] });
  }
}

/**
 * Adds one network on 'in', multiplied by `share`: `shuffled` channels of detail to add to the upsampled image. Every layer reads relu(x) and
 * relu(-x) of the previous one; the last reads all layers. Negating weights instead of activations is faster, since the runtime can then fuse
 * convolution and relu.
 */
function addNetwork(graph: Builder, layers: Layers, share: number): string {
  const quadOf = (name: string): Quad => {
    const quad = layers[name];
    if (!quad) throw new Error(`The network in @websr/websr has no layer ${name}`);
    return quad;
  };
  const features: string[] = [];
  let last = 'in';
  for (let layer = 0; layer < depth; layer++) {
    const name = layer === 0 ? 'conv2d_tf' : `conv2d_${layer}_tf`;
    const quads = [quadOf(name), quadOf(`${name}1`)];
    const { shape, values } = joinQuads(quads, layer === 0 ? colours : 16, 3, layer === 0 ? 1 / levels : 1);
    const kernel: Kernel = { shape: [shape[0] * 2, shape[1], 3, 3], values: withMirror(values) };
    const bias = withMirror(quads.flatMap(quad => quad.bias));
    last = graph.add('Relu', [graph.convolve(last, kernel, bias)]);
    features.push(last);
  }
  const ends = ['', '1', '2'].map(which => quadOf(`conv2d_last_tf${which}`));
  const kernel = joinQuads(ends, 16 * depth, 1, share * levels);
  const bias = Float32Array.from(
    ends.flatMap(quad => quad.bias),
    value => value * share * levels,
  );
  return graph.convolve(graph.add('Concat', features, { axis: 1 }), kernel, bias);
}

/**
 * The ONNX file: 1 x 3 x height x width levels, nominally 0..255, in; twice the height and width out. With `projectsBack`, downscaling its result by
 * area averaging reproduces the input (Irani and Peleg, "Improving resolution by image registration", 1991; two rounds, which is nearly exact),
 * except within `anime4kReach` pixels of the border.
 */
export async function writeAnime4k({ projectsBack }: { readonly projectsBack: boolean }): Promise<Uint8Array> {
  const folder = findFolder();
  const graph = new Builder();
  let made = graph.convolve('in', makeDoubler(tent, 1));
  for (const file of files) {
    const { layers } = JSON.parse(await readFile(join(folder, file), 'utf8')) as { readonly layers: Layers };
    made = graph.add('Add', [made, addNetwork(graph, layers, 1 / files.length)]);
  }
  if (projectsBack) {
    const missing = graph.add('Add', ['in', graph.convolve(made, makeShrinker())]);
    const twice = graph.convolve(missing, makeSecondRound());
    made = graph.add('Add', [made, graph.convolve(twice, makeDoubler(cubic.weigh, cubic.reach))]);
  }
  graph.add('DepthToSpace', [made], { blocksize: 2, mode: 'CRD' }, 'out');
  return writeOnnx({
    nodes: graph.nodes,
    weights: graph.weights,
    input: { name: 'in', shape: [1, colours, 'height', 'width'] },
    output: { name: 'out', shape: [1, colours, 'larger height', 'larger width'] },
  });
}
