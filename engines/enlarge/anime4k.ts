// Builds the enlarging network that ships as one ONNX file in memory: the mean of two of Anime4K's convolutional networks ("L", for drawings
// and for photographs), whose weights come as JSON in @websr/websr. Correction by the original (back-projection) is part of the graph.
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

/** Out, in, height, width. */
interface Kernel {
  readonly shape: readonly [number, number, number, number];
  readonly values: Float32Array;
}

const colours = 3;
/** Each colour of 2 x 2 larger pixels, as DepthToSpace in its order CRD reads them: colour, row, column. */
const shuffled = colours * 4;
const depth = 7;
const levels = 255;
const files = ['cnn-2x-l-an.json', 'cnn-2x-l-rl.json'] as const;

/**
 * Pixels at each side of a tile that may differ from what a larger tile gives: 7 layers of 3 x 3, and 4 more of back-projection, whose
 * influence beyond is less than a tenth of a level.
 */
export const anime4kReach = 12;

function findFolder(): string {
  const description = findPackageJSON('@websr/websr', import.meta.url);
  if (!description) throw new Error('@websr/websr is not installed');
  return join(dirname(description), 'weights/anime4k');
}

/**
 * The kernel of `quads`, whose outputs stand one after the other. They are stored as the 4 x 4 matrices of WebGPU: group of four inputs, tap
 * (column after column), input within the group, output within the quad.
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

/** The outputs, and once more with all signs turned. */
const withMirror = (values: ArrayLike<number>) =>
  Float32Array.from({ length: values.length * 2 }, (_, i) =>
    i < values.length ? values[i]! : -values[i - values.length]!,
  );

/** From colours to `shuffled` values: enlarging by two, by `weigh` of the distance in pixels, centres aligned. */
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

/** What two rounds of back-projection add for one level that is missing: twice that level, less what the first round has brought back. */
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

/** From `shuffled` values to minus their mean for each colour: what shrinking would give, to be taken off. */
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
 * One network on 'in', times `share`: `shuffled` values of detail to be added to the picture enlarged by two. Every layer sees relu(x) and
 * relu(-x) of the one before; the end sees all layers. Turning the signs in the kernel is faster than in the data, since the runtime
 * then joins convolution and relu.
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
 * The ONNX file: 1 x 3 x height x width levels 0..255 (not limited to that range) in, twice as high and wide out. With `projectsBack` its
 * result, shrunk by areas, gives what went in (Irani and Peleg, "Improving resolution by image registration", 1991; two rounds, nearly
 * all of it), wherever the border is `anime4kReach` pixels away.
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
