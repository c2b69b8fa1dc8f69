// Quantizes a network to int8 weights and uint8 activations. On processors with fast int8 arithmetic the cutout network takes half the time, and its
// matte differs by less than one level on average (docs/decisions/cutout.md). The result has QuantizeLinear and DequantizeLinear pairs (ONNX QDQ
// format), which onnxruntime fuses with the layers between them (Jacob et al., "Quantization and Training of Neural Networks", CVPR 2018).
import { readFile } from 'node:fs/promises';
import { inTensor, joinPieces, type Layer, makeLayer, makeTensor, readLayer, rewire, valuesOf } from './layers.ts';
import { readFields, readNumbers, readText, writeMessage } from './protobuf.ts';

const inModel = { graph: 7 };
const inGraph = { node: 1, initializer: 5, output: 12 };
const nameOfOutput = 1;

/** Calibrated minimum and maximum of each activation, by tensor name. Values outside are clipped. */
export type Ranges = Readonly<Record<string, readonly [number, number]>>;

interface Scale {
  readonly step: number;
  /** The zero point: the byte that represents 0. */
  readonly zero: number;
}

const maxSigned = 127;
const maxByte = 255;

function scaleOf([low, high]: readonly [number, number]): Scale {
  // 0 must be represented exactly because convolutions pad with it.
  const [from, to] = [Math.min(0, low), Math.max(0, high)];
  const step = (to - from || 1) / maxByte;
  return { step, zero: Math.round(-from / step) };
}

/** Quantizes the weights of one output channel symmetrically and returns their step. */
function roundChannel(numbers: Float32Array, whole: Int8Array): number {
  let max = 0;
  for (let i = 0; i < numbers.length; i++) max = Math.max(max, Math.abs(numbers[i]!));
  const step = (max || 1) / maxSigned;
  for (let i = 0; i < numbers.length; i++) whole[i] = Math.round(numbers[i]! / step);
  return step;
}

/** Operators whose output stays within the range of their input. */
const keepingRange: readonly string[] = ['MaxPool', 'Resize'];

class Quantizer {
  private readonly layers: Layer[] = [];
  private readonly weights: Map<string, Uint8Array>;
  private readonly scales = new Map<string, Scale>();
  /** Dequantized name of each quantized tensor, which consumers read instead. */
  private readonly readAs = new Map<string, string>();
  private readonly ranges: Ranges;
  /** Names of the network's outputs. */
  private readonly answers: readonly string[];

  constructor(weights: readonly Uint8Array[], ranges: Ranges, answers: readonly string[]) {
    this.weights = new Map(weights.map(tensor => [readText(tensor, inTensor.name), tensor]));
    this.ranges = ranges;
    this.answers = answers;
  }

  private numbersOf(name: string): Float32Array {
    const values = valuesOf(this.weights.get(name)!);
    if (!values) throw new Error(`The weights ${name} are not stored as bytes`);
    return new Float32Array(values.buffer);
  }

  private keep(name: string, dims: readonly number[], type: Parameters<typeof makeTensor>[2], values: ArrayBufferView) {
    this.weights.set(name, makeTensor(name, dims, type, values));
  }

  /** Adds quantized weights with one step per output channel (axis 0) and a DequantizeLinear layer. Returns the dequantized tensor's name. */
  private addWeights(
    name: string,
    dims: readonly number[],
    values: Int8Array | Int32Array,
    steps: Float32Array,
  ): string {
    const type = values instanceof Int8Array ? 'signedByte' : 'integer';
    this.keep(`${name}:whole`, dims, type, values);
    this.keep(`${name}:step`, [steps.length], 'float', steps);
    this.keep(`${name}:zero`, [steps.length], type, new (type === 'signedByte' ? Int8Array : Int32Array)(steps.length));
    this.weights.delete(name);
    const inputs = [`${name}:whole`, `${name}:step`, `${name}:zero`];
    this.layers.push(makeLayer('DequantizeLinear', inputs, `${name}:read`, { axis: 0 }));
    return `${name}:read`;
  }

  /** Quantizes a convolution's weights, and its bias with the step of input times weight. Returns the names of the dequantized tensors. */
  private addKernel([, kernel, bias]: readonly string[], { step }: Scale): string[] {
    const dims = readNumbers(this.weights.get(kernel!)!, inTensor.dims);
    const numbers = this.numbersOf(kernel!);
    const each = numbers.length / dims[0]!;
    const whole = new Int8Array(numbers.length);
    const steps = new Float32Array(dims[0]!);
    for (let output = 0; output < steps.length; output++) {
      const [start, end] = [output * each, (output + 1) * each];
      steps[output] = roundChannel(numbers.subarray(start, end), whole.subarray(start, end));
    }
    const names = [this.addWeights(kernel!, dims, whole, steps)];
    if (bias) {
      const products = steps.map(one => one * step);
      const wholeBias = Int32Array.from(this.numbersOf(bias), (value, i) => Math.round(value / products[i]!));
      names.push(this.addWeights(bias, [wholeBias.length], wholeBias, products));
    }
    return names;
  }

  /** Routes every consumer of `name` through a quantize/dequantize pair. */
  quantize(name: string, scale: Scale): void {
    const [step, zero] = [`${name}:step`, `${name}:zero`];
    this.keep(step, [], 'float', Float32Array.of(scale.step));
    this.keep(zero, [], 'byte', Uint8Array.of(scale.zero));
    this.layers.push(makeLayer('QuantizeLinear', [name, step, zero], `${name}:byte`));
    this.layers.push(makeLayer('DequantizeLinear', [`${name}:byte`, step, zero], `${name}:read`));
    this.scales.set(name, scale);
    this.readAs.set(name, `${name}:read`);
  }

  quantizeMeasured(name: string): void {
    const range = this.ranges[name];
    if (range) this.quantize(name, scaleOf(range));
  }

  add(layer: Layer): void {
    const [source] = layer.inputs as [string];
    const [output] = layer.outputs as [string];
    const scale = this.scales.get(source);
    if (layer.operator === 'Cast' && scale && !this.answers.includes(output)) {
      // A float-to-float cast left over from float16. Inside a quantize/dequantize pair it would prevent fusion.
      this.scales.set(output, scale);
      this.readAs.set(output, this.readAs.get(source)!);
      return;
    }
    const inputs = layer.inputs.map(name => this.readAs.get(name) ?? name);
    const weights = layer.operator === 'Conv' && scale ? this.addKernel(layer.inputs, scale) : inputs.slice(1);
    this.layers.push(rewire(layer, [...inputs.slice(0, 1), ...weights], output));
    if (scale && keepingRange.includes(layer.operator)) this.quantize(output, scale);
    else this.quantizeMeasured(output);
  }

  finish() {
    const missing = Object.keys(this.ranges).find(name => !this.scales.has(name));
    if (missing) throw new Error(`The network has no ${missing}`);
    return [
      ...this.layers.flatMap(({ bytes }) => writeMessage(inGraph.node, [{ bytes }])),
      ...[...this.weights.values()].flatMap(bytes => writeMessage(inGraph.initializer, [{ bytes }])),
    ];
  }
}

/** Sorts layers topologically; ONNX files do not always store them that way. */
function sortLayers(layers: readonly Layer[]): Layer[] {
  const makers = new Map(layers.flatMap(layer => layer.outputs.map(name => [name, layer])));
  const sorted = new Set<Layer>();
  const add = (layer: Layer) => {
    if (sorted.has(layer)) return;
    for (const name of layer.inputs) {
      const maker = makers.get(name);
      if (maker) add(maker);
    }
    sorted.add(layer);
  };
  for (const layer of layers) add(layer);
  return [...sorted];
}

/**
 * Quantizes the convolutions of a float32 ONNX file wherever `ranges` holds the range of their input. Throws if the network lacks a tensor of
 * `ranges`.
 */
export function quantizeNetwork(bytes: Uint8Array, inputName: string, ranges: Ranges): Uint8Array {
  return joinPieces(
    [...readFields(bytes)].flatMap(({ number, body, whole }) => {
      if (number !== inModel.graph) return [{ bytes: whole }];
      const fields = [...readFields(body)];
      const bodiesOf = (wanted: number) => fields.filter(field => field.number === wanted).map(field => field.body);
      const answers = bodiesOf(inGraph.output).map(value => readText(value, nameOfOutput));
      const quantizer = new Quantizer(bodiesOf(inGraph.initializer), ranges, answers);
      quantizer.quantizeMeasured(inputName);
      for (const layer of sortLayers(bodiesOf(inGraph.node).map(readLayer))) quantizer.add(layer);
      const rest = fields.filter(field => field.number !== inGraph.node && field.number !== inGraph.initializer);
      return writeMessage(number, [...quantizer.finish(), ...rest.map(field => ({ bytes: field.whole }))]);
    }),
  );
}

/** The ranges of those tensors that the network has: a part of a network needs a part of its ranges. */
export function chooseRanges(bytes: Uint8Array, inputName: string, ranges: Ranges): Ranges {
  const graph = [...readFields(bytes)].find(({ number }) => number === inModel.graph)?.body ?? new Uint8Array();
  const nodes = [...readFields(graph)].filter(({ number }) => number === inGraph.node);
  const made = new Set([inputName, ...nodes.flatMap(({ body }) => readLayer(body).outputs)]);
  return Object.fromEntries(Object.entries(ranges).filter(([name]) => made.has(name)));
}

/**
 * Whether the processor has VNNI, which multiplies and sums four int8 values without saturation. Others would be slower with int8, and those with
 * AVX2 alone would saturate. Returns false if the system does not report CPU flags.
 */
export async function multipliesBytes(cpuInfo = '/proc/cpuinfo'): Promise<boolean> {
  if (process.arch !== 'x64') return false;
  const about = await readFile(cpuInfo, 'latin1').catch(() => '');
  return /^flags\s*:.*\bavx(512)?_vnni\b/m.test(about);
}
