// Converts an ncnn network (a .param text file with a .bin weights file) to ONNX in memory. Supports the layers of waifu2x's upconv_7 and similar
// networks: a chain of unpadded convolutions with a transposed one at the end.
import { readFile } from 'node:fs/promises';
import { type OnnxNode, type OnnxTensor, writeOnnx } from '../model/write-onnx.ts';

/** Flag of float16 weights; 0 flags float32. */
const halvesFlag = 0x01306b47;
const leakyRelu = 2;
/** First line of every .param file. */
const magic = '7767517';
const maxWeights = 50_000_000;

class Weights {
  private readonly file: Buffer;
  private at = 0;

  constructor(file: Buffer) {
    this.file = file;
  }

  /** Reads `count` floats that have no flag. */
  read(count: number): Float32Array {
    if (!(count > 0 && count <= maxWeights)) throw new Error(`A layer of ${count} weights`);
    const values = Float32Array.from({ length: count }, (_, i) => this.file.readFloatLE(this.at + i * 4));
    this.at += count * 4;
    return values;
  }

  /** Reads `count` values preceded by a flag for their type. */
  readMarked(count: number): Float32Array {
    const mark = this.file.readUInt32LE(this.at);
    this.at += 4;
    if (mark === 0) return this.read(count);
    if (mark !== halvesFlag) throw new Error(`Weights stored as ${mark.toString(16)}`);
    const bytes = Uint8Array.from(this.file.subarray(this.at, this.at + count * 2));
    if (bytes.length !== count * 2) throw new Error('The weights end too early');
    this.at += Math.ceil(count / 2) * 4;
    return Float32Array.from(new Float16Array(bytes.buffer));
  }
}

/** Parameters of a layer: 0 outputs, 1 kernel size, 3 stride, 4 padding, 5 has bias, 6 weight count, 9 activation, 10 slope. */
type Settings = Readonly<Record<number, string>>;

function readLine(line: string) {
  const [kind = '', , inputs = '', outputs = '', ...rest] = line.trim().split(/\s+/);
  const settings = rest.slice(Number(inputs) + Number(outputs)).map(one => {
    const [key = '', value = ''] = one.split('=');
    // Keys from -23300 downwards are arrays, whose value begins with the length.
    return Number(key) <= -23300 ? [-23300 - Number(key), value.split(',')[1]] : [Number(key), value];
  });
  return { kind, settings: Object.fromEntries(settings) as Settings };
}

/** Swaps the first two axes of a kernel: ncnn stores outputs first, ONNX expects inputs first in ConvTranspose. */
function exchange(values: Float32Array, outputs: number, inputs: number): Float32Array {
  const taps = values.length / outputs / inputs;
  const turned = new Float32Array(values.length);
  for (let output = 0; output < outputs; output++)
    for (let input = 0; input < inputs; input++) {
      const from = (output * inputs + input) * taps;
      turned.set(values.subarray(from, from + taps), (input * outputs + output) * taps);
    }
  return turned;
}

/** Reads the network with the .param file `path`: 1 x 3 x height x width, 0..1, in and out. Throws an Error on an unsupported layer. */
export async function readNcnn(path: string): Promise<Uint8Array> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  if (lines[0]?.trim() !== magic) throw new Error('No .param file of ncnn');
  const stored = new Weights(await readFile(path.replace(/\.param$/, '.bin')));
  const nodes: OnnxNode[] = [];
  const weights: OnnxTensor[] = [];
  let last = 'in';
  const store = (shape: readonly number[], values: Float32Array) => {
    weights.push({ name: `w${weights.length}`, shape, values });
    return `w${weights.length - 1}`;
  };
  const add = (operator: string, inputs: readonly string[], attributes: OnnxNode['attributes'] = {}) => {
    last = `t${nodes.length}`;
    nodes.push({ operator, inputs, output: last, attributes });
  };
  for (const line of lines.slice(2)) {
    const { kind, settings } = readLine(line);
    if (kind === 'Input') continue;
    if (kind !== 'Convolution' && kind !== 'Deconvolution') throw new Error(`No ONNX is known for the layer ${kind}`);
    const [outputs = 0, side = 0, count = 0] = [0, 1, 6].map(key => Number(settings[key]));
    const inputs = count / outputs / side ** 2;
    const kernel = stored.readMarked(count);
    const attributes = {
      kernel_shape: [side, side],
      strides: [Number(settings[3] ?? 1), Number(settings[3] ?? 1)],
      pads: new Array<number>(4).fill(Number(settings[4] ?? 0)),
    };
    const bias = Number(settings[5] ?? 0) ? [store([outputs], stored.read(outputs))] : [];
    if (kind === 'Convolution') add('Conv', [last, store([outputs, inputs, side, side], kernel), ...bias], attributes);
    else
      add(
        'ConvTranspose',
        [last, store([inputs, outputs, side, side], exchange(kernel, outputs, inputs)), ...bias],
        attributes,
      );
    const activation = Number(settings[9] ?? 0);
    if (activation === leakyRelu) add('PRelu', [last, store([1], Float32Array.of(Number(settings[10])))]);
    else if (activation) throw new Error(`No ONNX is known for the activation ${activation}`);
  }
  return writeOnnx({
    nodes,
    weights,
    input: { name: 'in', shape: [1, 3, 'height', 'width'] },
    output: { name: last, shape: [1, 3, 'larger height', 'larger width'] },
  });
}
