// The blocks of MAXIM, named as in its paper: gated perceptrons that mix the pixels within blocks and across a grid, channel attention, and
// cross-gating of two signals.
import { type Graph, type Pixels, transpose } from './graph.ts';

const leakySlope = 0.2;

interface Split {
  /** The number of blocks, in both directions. */
  readonly count: readonly [down: number, across: number];
  /** Pixels of a block. */
  readonly side: readonly [height: number, width: number];
}

/** How the two branches divide a picture: into a grid of `mixed` x `mixed` blocks, and into blocks of `mixed` x `mixed` pixels. */
const splitGrid = ({ height, width }: Pixels, mixed: number): Split => ({
  count: [mixed, mixed],
  side: [height / mixed, width / mixed],
});
const splitBlocks = ({ height, width }: Pixels, mixed: number): Split => ({
  count: [height / mixed, width / mixed],
  side: [mixed, mixed],
});

/** Sorts the rows block by block. */
function sortByBlock(graph: Graph, pixels: Pixels, { count, side }: Split): Pixels {
  const { name, height, width, channels } = pixels;
  const parts = graph.reshape(name, [count[0], side[0], count[1], side[1], channels]);
  const sorted = graph.add('Transpose', [parts], { perm: [0, 2, 1, 3, 4] });
  return { ...pixels, name: graph.reshape(sorted, [height * width, channels]) };
}

function sortBack(graph: Graph, pixels: Pixels, { count, side }: Split): Pixels {
  const { name, height, width, channels } = pixels;
  const parts = graph.reshape(name, [count[0], count[1], side[0], side[1], channels]);
  const sorted = graph.add('Transpose', [parts], { perm: [0, 2, 1, 3, 4] });
  return { ...pixels, name: graph.reshape(sorted, [height * width, channels]) };
}

type Mixing = 'grid' | 'block';

/** Mixes the pixels at the same place of all blocks (grid), or those within each block. The rows are sorted by block. `shift` is added to the bias. */
function mixPixels(graph: Graph, pixels: Pixels, mixing: Mixing, { count, side }: Split, path: string, shift = 0) {
  const { name, height, width, channels } = pixels;
  const { kernel, bias } = graph.modules(path);
  const mixed = bias.length;
  const weights = graph.store([mixed, mixed], transpose(kernel.values, mixed, mixed));
  const biases = graph.store(
    [mixed, 1],
    bias.map(value => value + shift),
  );
  const blocks = count[0] * count[1];
  const places = side[0] * side[1];
  const shaped = graph.reshape(name, mixing === 'grid' ? [blocks, places * channels] : [blocks, places, channels]);
  const made =
    mixing === 'grid'
      ? graph.add('Gemm', [weights, shaped, biases])
      : graph.add('Add', [graph.add('MatMul', [weights, shaped]), biases]);
  return { ...pixels, name: graph.reshape(made, [height * width, channels]) };
}

/** A gated perceptron: one half of its channels, mixed over pixels, multiplies the other. */
function addGatedLayer(graph: Graph, pixels: Pixels, mixing: Mixing, split: Split, path: string): Pixels {
  const sorted = sortByBlock(graph, pixels, split);
  const unit = `${path}/${mixing === 'grid' ? 'Grid' : 'Block'}GatingUnit`;
  const normed = graph.norm(sorted, `${path}/LayerNorm`);
  const kept = graph.gelu(graph.dense(normed, `${path}/in_project`, 'first'));
  const gate = graph.norm(
    graph.gelu(graph.dense(normed, `${path}/in_project`, 'second')),
    `${unit}/intermediate_layernorm`,
  );
  const gated = graph.product(kept, mixPixels(graph, gate, mixing, split, `${unit}/Dense_0`, 1));
  return sortBack(graph, graph.sum(sorted, graph.dense(gated, `${path}/out_project`)), split);
}

/** The multi-axis block: one half of the channels is mixed over a grid, the other within blocks. */
export function addMultiAxis(graph: Graph, pixels: Pixels, mixed: number, path: string): Pixels {
  const normed = graph.norm(pixels, `${path}/LayerNorm_in`);
  const [first, second] = (['first', 'second'] as const).map(part =>
    graph.gelu(graph.dense(normed, `${path}/in_project`, part)),
  ) as [Pixels, Pixels];
  const grid = addGatedLayer(graph, first, 'grid', splitGrid(pixels, mixed), `${path}/GridGmlpLayer`);
  const block = addGatedLayer(graph, second, 'block', splitBlocks(pixels, mixed), `${path}/BlockGmlpLayer`);
  return graph.sum(graph.dense(graph.join([grid, block]), `${path}/out_project`), pixels);
}

/** Weights the channels by what their means over the picture are. */
function attendChannels(graph: Graph, pixels: Pixels, path: string): Pixels {
  const mean = graph.add('ReduceMean', [pixels.name], { axes: [0], keepdims: 1 });
  const squeezed = graph.dense({ ...pixels, name: mean }, `${path}/Conv_0`);
  const excited = graph.dense({ ...squeezed, name: graph.add('Relu', [squeezed.name]) }, `${path}/Conv_1`);
  return graph.product(pixels, { ...excited, name: graph.add('Sigmoid', [excited.name]) });
}

/** A residual block of two convolutions with channel attention. */
export function addConvolutions(graph: Graph, pixels: Pixels, path: string): Pixels {
  const planes = graph.toPlanes(graph.norm(pixels, `${path}/LayerNorm`));
  const first = graph.convolvePlanes(planes, `${path}/conv1`).planes;
  const bent = graph.add('LeakyRelu', [first], { alpha: { float: leakySlope } });
  const second = graph.toRows(graph.convolvePlanes(bent, `${path}/conv2`).planes, pixels);
  return graph.sum(attendChannels(graph, second, `${path}/channel_attention`), pixels);
}

/** A residual block of two dense layers with channel attention. */
export function addDenseAttention(graph: Graph, pixels: Pixels, path: string): Pixels {
  const normed = graph.norm(pixels, `${path}/LayerNorm`);
  const hidden = graph.gelu(graph.dense(normed, `${path}/channel_mixing/Dense_0`));
  const made = graph.dense(hidden, `${path}/channel_mixing/Dense_1`);
  return graph.sum(pixels, attendChannels(graph, made, `${path}/channel_attention`));
}

/** The weights with which one signal gates the other. */
function makeGate(graph: Graph, pixels: Pixels, mixed: number, path: string): Pixels {
  const normed = graph.norm(pixels, `${path}/LayerNorm_in`);
  const mix = (mixing: Mixing, part: 'first' | 'second', split: Split, dense: string) => {
    const half = graph.gelu(graph.dense(normed, `${path}/in_project`, part));
    const sorted = sortByBlock(graph, half, split);
    return sortBack(graph, mixPixels(graph, sorted, mixing, split, `${path}/${dense}`), split);
  };
  const grid = mix('grid', 'first', splitGrid(pixels, mixed), 'Dense_0');
  const block = mix('block', 'second', splitBlocks(pixels, mixed), 'Dense_1');
  return graph.dense(graph.join([grid, block]), `${path}/out_project`);
}

/** Two signals of one size gate each other. Returns both. */
export function addCrossGating(
  graph: Graph,
  one: Pixels,
  other: Pixels,
  mixed: number,
  path: string,
): { readonly x: Pixels; readonly y: Pixels } {
  const x = graph.dense(one, `${path}/Conv_0`);
  const y = graph.dense(other, `${path}/Conv_1`);
  const prepare = (signal: Pixels, axis: 'x' | 'y') =>
    graph.gelu(graph.dense(graph.norm(signal, `${path}/LayerNorm_${axis}`), `${path}/in_project_${axis}`));
  const [openX, openY] = [prepare(x, 'x'), prepare(y, 'y')];
  const gateOf = (signal: Pixels, axis: 'x' | 'y') =>
    makeGate(graph, signal, mixed, `${path}/SplitHeadMultiAxisGating_${axis}`);
  const gateX = gateOf(openX, 'x');
  const gateY = gateOf(openY, 'y');
  const madeY = graph.sum(graph.dense(graph.product(openY, gateX), `${path}/out_project_y`), y);
  const madeX = graph.sum(graph.dense(graph.product(openX, gateY), `${path}/out_project_x`), madeY, x);
  return { x: madeX, y: madeY };
}
