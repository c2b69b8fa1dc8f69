// Converts a TensorFlow.js frozen graph (model.json and its weights) to ONNX bytes, so that one runtime runs every network of the product. Supports
// only the operators that small convolutional networks use.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readWeights, type Weight, type WeightsManifest } from './graph-weights.ts';
import { type OnnxNode, type OnnxTensor, writeOnnx } from './write-onnx.ts';

interface GraphNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Readonly<
    Record<
      string,
      { readonly s?: string; readonly list?: { readonly i?: readonly string[]; readonly s?: readonly string[] } }
    >
  >;
}

interface ModelJson {
  readonly modelTopology: { readonly node: readonly GraphNode[] };
  readonly weightsManifest: WeightsManifest;
}

export interface GraphModelWishes {
  /** Side of the square input, in pixels. */
  readonly inputSide: number;
  /** Nodes to return. Their values are concatenated into one flat list, in the graph's channels-last order. */
  readonly outputs: readonly string[];
}

const decode = (text = ''): string => Buffer.from(text, 'base64').toString();
const sidesOf = (node: GraphNode, attribute: string): [number, number] => {
  const list = node.attr?.[attribute]?.list?.i ?? [];
  return [Number(list[1] ?? 1), Number(list[2] ?? 1)];
};

/**
 * Transposes a kernel from (height, width, in, out) to (out, in, height, width); a depthwise one from (height, width, in, times) to (in · times,
 * 1, height, width).
 */
function turnKernel({ shape, values }: Weight, isDepthwise: boolean): Weight {
  const [height, width, inputs, outputs] = shape as [number, number, number, number];
  const [groups, inside] = isDepthwise ? [inputs * outputs, 1] : [outputs, inputs];
  const turned = new Float32Array(values.length);
  for (let place = 0; place < height * width; place++)
    for (let input = 0; input < inputs; input++)
      for (let output = 0; output < outputs; output++) {
        const row = isDepthwise ? input * outputs + output : output * inputs + input;
        turned[row * height * width + place] = values[(place * inputs + input) * outputs + output]!;
      }
  return { shape: [groups, inside, height, width], values: turned };
}

class Translator {
  readonly nodes: OnnxNode[] = [];
  readonly weights: OnnxTensor[] = [];
  private readonly stored: ReadonlyMap<string, Weight>;

  constructor(stored: ReadonlyMap<string, Weight>) {
    this.stored = stored;
  }

  private weightOf(name: string): Weight {
    const weight = this.stored.get(name);
    if (!weight) throw new Error(`The graph has no weight ${name}`);
    return weight;
  }

  private store(name: string, weight: Weight): string {
    if (!this.weights.some(one => one.name === name)) this.weights.push({ name, ...weight });
    return name;
  }

  private add(operator: string, inputs: readonly string[], output: string, attributes: OnnxNode['attributes'] = {}) {
    this.nodes.push({ operator, inputs, output, attributes });
    return output;
  }

  /** PReLU slopes, one per channel, shaped to broadcast over the two spatial dimensions. */
  private slope(name: string): string {
    const { values } = this.weightOf(name);
    return this.store(name, { shape: [values.length, 1, 1], values });
  }

  private convolve(node: GraphNode): void {
    const isDepthwise = node.op.includes('Depthwise');
    const [from, kernelName, biasName, slopeName] = node.input as [string, string, string?, string?];
    const kernel = turnKernel(this.weightOf(kernelName), isDepthwise);
    const fused = (node.attr?.fused_ops?.list?.s ?? []).map(decode);
    const inputs = [from, this.store(kernelName, kernel)];
    if (fused.includes('BiasAdd')) inputs.push(this.store(biasName!, this.weightOf(biasName!)));
    const activation = fused.find(name => name !== 'BiasAdd');
    const output = activation ? `${node.name}:plain` : node.name;
    this.add('Conv', inputs, output, {
      kernel_shape: kernel.shape.slice(2),
      strides: sidesOf(node, 'strides'),
      group: isDepthwise ? this.weightOf(kernelName).shape[2]! : 1,
      // TensorFlow's SAME padding puts the odd row and column at the end.
      auto_pad: decode(node.attr?.padding?.s) === 'SAME' ? 'SAME_UPPER' : 'VALID',
    });
    if (activation === 'Relu') this.add('Relu', [output], node.name);
    else if (activation === 'Prelu') this.add('PRelu', [output, this.slope(slopeName!)], node.name);
    else if (activation) throw new Error(`No ONNX is known for the fused ${activation}`);
  }

  /** Zero channels appended at the end. TensorFlow stores padding as [before, after] pairs for batch, height, width and channels. */
  private pad(node: GraphNode): void {
    const [from, amounts] = node.input as [string, string];
    const [n0, n1, h0, h1, w0, w1, c0, c1] = this.weightOf(amounts).values as unknown as number[];
    const pads = this.add('Constant', [], `${node.name}:pads`, {
      value_ints: [n0!, c0!, h0!, w0!, n1!, c1!, h1!, w1!],
    });
    this.add('Pad', [from, pads], node.name);
  }

  private pool(node: GraphNode, operator: string): void {
    this.add(operator, node.input ?? [], node.name, {
      kernel_shape: sidesOf(node, 'ksize'),
      strides: sidesOf(node, 'strides'),
      auto_pad: decode(node.attr?.padding?.s) === 'SAME' ? 'SAME_UPPER' : 'VALID',
    });
  }

  private activate(node: GraphNode): void {
    const [from, slope] = node.input as [string, string];
    this.add('PRelu', [from, this.slope(slope)], node.name);
  }

  /** Values from 0 to 6. */
  private clip(node: GraphNode): void {
    const limits = [0, 6].map(value => this.store(`limit:${value}`, { shape: [], values: Float32Array.of(value) }));
    this.add('Clip', [...(node.input ?? []), ...limits], node.name);
  }

  /** Sums and products of two layers, or of a layer and a number, or one number per channel. */
  private combine(node: GraphNode, operator: string): void {
    const inputs = (node.input ?? []).map(name => {
      const values = this.stored.get(name)?.values;
      return values ? this.store(name, { shape: values.length > 1 ? [values.length, 1, 1] : [], values }) : name;
    });
    this.add(operator, inputs, node.name);
  }

  /** Layers are only joined channel by channel. The last input names the axis. */
  private concatenate(node: GraphNode): void {
    this.add('Concat', node.input?.slice(0, -1) ?? [], node.name, { axis: 1 });
  }

  /** Enlarges a layer to the height and width that are cut from the shape of another one. */
  private resize(node: GraphNode): void {
    const [from, size] = node.input as [string, string];
    const kept = this.add('Shape', [from], `${node.name}:kept`, { start: 0, end: 2 });
    const sizes = this.add('Concat', [kept, size], `${node.name}:sizes`, { axis: 0 });
    this.add('Resize', [from, '', '', sizes], node.name, {
      mode: 'linear',
      coordinate_transformation_mode: 'asymmetric',
    });
  }

  /** An operator that has the same name in ONNX. */
  private copy(node: GraphNode): void {
    this.add(node.op, node.input ?? [], node.name);
  }

  private readonly operators: Readonly<Record<string, (node: GraphNode) => void>> = {
    Const: () => undefined,
    Placeholder: () => undefined,
    Conv2D: node => this.convolve(node),
    _FusedConv2D: node => this.convolve(node),
    DepthwiseConv2dNative: node => this.convolve(node),
    FusedDepthwiseConv2dNative: node => this.convolve(node),
    Pad: node => this.pad(node),
    MaxPool: node => this.pool(node, 'MaxPool'),
    AvgPool: node => this.pool(node, 'AveragePool'),
    Prelu: node => this.activate(node),
    Relu: node => this.copy(node),
    Sigmoid: node => this.copy(node),
    Relu6: node => this.clip(node),
    Add: node => this.combine(node, 'Add'),
    AddV2: node => this.combine(node, 'Add'),
    Mul: node => this.combine(node, 'Mul'),
    ConcatV2: node => this.concatenate(node),
    ResizeBilinear: node => this.resize(node),
    // Shapes are only asked for height and width.
    Shape: node => this.add('Shape', node.input ?? [], node.name, { start: 2, end: 4 }),
    StridedSlice: node => this.copy({ ...node, op: 'Identity', input: node.input?.slice(0, 1) ?? [] }),
    // Means are only taken over the two spatial dimensions.
    Mean: node => this.copy({ ...node, op: 'GlobalAveragePool', input: node.input?.slice(0, 1) ?? [] }),
    // Only the outputs are reshaped, and they are flattened anyway.
    Reshape: node => this.copy({ ...node, op: 'Identity', input: node.input?.slice(0, 1) ?? [] }),
    Identity: node => this.copy(node),
  };

  translate(node: GraphNode): void {
    const translateIt = this.operators[node.op];
    if (!translateIt) throw new Error(`No ONNX is known for the operator ${node.op}`);
    translateIt(node);
  }

  /** Concatenates the wanted outputs into one flat tensor called `name`. */
  join(wanted: readonly string[], name: string): void {
    const flat = wanted.map(one => {
      const channelsLast = this.add('Transpose', [one], `${one}:last`, { perm: [0, 2, 3, 1] });
      return this.add('Flatten', [channelsLast], `${one}:flat`, { axis: 1 });
    });
    this.add('Concat', flat, name, { axis: 1 });
  }
}

/** The nodes that the outputs depend on, in their order. */
function listNeeded(nodes: readonly GraphNode[], outputs: readonly string[]): GraphNode[] {
  const byName = new Map(nodes.map(node => [node.name, node]));
  const needed = new Set<GraphNode>();
  const visit = (name: string): void => {
    const node = byName.get(name);
    if (!node || needed.has(node)) return;
    for (const input of node.input ?? []) visit(input);
    needed.add(node);
  };
  for (const output of outputs) visit(output);
  return [...needed];
}

/**
 * Converts the graph model at `jsonPath` to an ONNX file: input "input" (1 x 3 x side x side), output "output" (1 x n). Only the nodes that the
 * wanted ones depend on are converted. Throws on an unsupported operator.
 */
export async function readGraphModel(jsonPath: string, { inputSide, outputs }: GraphModelWishes): Promise<Buffer> {
  const model = JSON.parse(await readFile(jsonPath, 'utf8')) as ModelJson;
  const translator = new Translator(await readWeights(path.dirname(jsonPath), model.weightsManifest));
  const { node: nodes } = model.modelTopology;
  const placeholder = nodes.find(node => node.op === 'Placeholder')?.name;
  for (const node of listNeeded(nodes, outputs)) {
    const input = node.input?.map(name => (name === placeholder ? 'input' : name));
    translator.translate(input ? { ...node, input } : node);
  }
  translator.join(outputs, 'output');
  return writeOnnx({
    nodes: translator.nodes,
    weights: translator.weights,
    input: { name: 'input', shape: [1, 3, inputSide, inputSide] },
    output: { name: 'output', shape: [1, 'n'] },
  });
}
