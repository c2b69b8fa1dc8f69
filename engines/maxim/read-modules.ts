// Reads the weights of a MAXIM network (Tu et al., "MAXIM: Multi-Axis MLP for Image Processing", CVPR 2022) from its TensorFlow.js package. The frozen
// graph was traced with the names of the modules in the paper's code, so that a module's kernel and bias are found by its path.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readWeights, type Weight, type WeightsManifest } from '../model/graph-weights.ts';

interface GraphNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
}

interface ModelJson {
  readonly modelTopology: { readonly node: readonly GraphNode[] };
  readonly weightsManifest: WeightsManifest;
}

const root = 'StatefulPartitionedCall/jax2tf_apply_/Wrapper/backbone/';

/** What follows a module's path in the name of the node that reads its weight: multiplies by a kernel or a scale, or adds a bias. */
const kernelNodes = /\/(einsum\/Einsum|Conv2D|conv2d_transpose)$/;
const scaleNodes = /\/jit_fn_\/Mul(_\d+)?$/;
const biasNodes = /\/jit_fn_\/AddV2(_\d+)?$/;

interface Module {
  /** Of a dense layer (in, out), of a convolution (height, width, in, out), of a transposed one (height, width, out, in), or a norm's scale. */
  readonly kernel: Weight;
  readonly bias: Float32Array;
}

export type Modules = (modulePath: string) => Module;

/** Names of the weights of each module below the root: those that its nodes read. */
function listWeights(nodes: readonly GraphNode[], stored: ReadonlySet<string>, isWanted: (module: string) => boolean) {
  const found = new Map<string, { kernel?: string; bias?: string }>();
  for (const { name, input = [] } of nodes) {
    if (!name.startsWith(root)) continue;
    for (const [part, ends] of [
      ['kernel', kernelNodes],
      ['kernel', scaleNodes],
      ['bias', biasNodes],
    ] as const) {
      const module = name.slice(root.length).replace(ends, '');
      if (module.length === name.length - root.length || !isWanted(module)) continue;
      const weight = input.find(one => stored.has(one));
      if (weight) found.set(module, { ...found.get(module), [part]: weight });
    }
  }
  return found;
}

/** Reads the modules of the network in `folder` for which `isWanted` holds; a module that is missing throws when it is asked for. */
export async function readModules(folder: string, isWanted: (module: string) => boolean): Promise<Modules> {
  const model = JSON.parse(await readFile(path.join(folder, 'model.json'), 'utf8')) as ModelJson;
  const entries = model.weightsManifest.flatMap(({ weights }) => weights);
  // Scalars are constants of the graph, such as the epsilon of a norm.
  const floats = entries.filter(({ dtype, shape }) => dtype === 'float32' && shape.length > 0);
  const names = listWeights(model.modelTopology.node, new Set(floats.map(({ name }) => name)), isWanted);
  const wanted = new Set([...names.values()].flatMap(({ kernel, bias }) => [kernel, bias]));
  const weights = await readWeights(folder, model.weightsManifest, name => wanted.has(name));
  return modulePath => {
    const { kernel = '', bias = '' } = names.get(modulePath) ?? {};
    const [kernelWeight, biasWeight] = [weights.get(kernel), weights.get(bias)];
    if (!kernelWeight || !biasWeight) throw new Error(`The network in ${folder} has no weights of ${modulePath}`);
    return { kernel: kernelWeight, bias: biasWeight.values };
  };
}
