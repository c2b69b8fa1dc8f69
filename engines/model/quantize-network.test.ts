// The output of an int8-quantized network stays close to the float32 network's, and the runtime really fuses its layers into integer ones.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { openModel } from './model.ts';
import { multipliesBytes, quantizeNetwork } from './quantize-network.ts';
import { writeOnnx } from './write-onnx.ts';

const random = (length: number, step: number) => Float32Array.from({ length }, (_, i) => Math.sin(i * step + 1));
const sides = { kernel_shape: [3, 3], pads: [1, 1, 1, 1] };
const size = 8;

const measured = ['b', 'd', 'joined', 'e', 'sum'];
/**
 * The structure of a block of the matting network: convolutions, a pool, a concatenation, a sum, and casts left over from float16; nodes not in
 * topological order.
 */
const writeNetwork = (outputs: readonly string[]) =>
  writeOnnx({
    nodes: [
      { operator: 'Conv', inputs: ['full', 'first', 'bias'], output: 'a', attributes: sides },
      { operator: 'Relu', inputs: ['a'], output: 'b' },
      { operator: 'Conv', inputs: ['b', 'second'], output: 'c', attributes: sides },
      { operator: 'Relu', inputs: ['c'], output: 'd' },
      { operator: 'MaxPool', inputs: ['d'], output: 'pooled', attributes: { ...sides, strides: [1, 1] } },
      { operator: 'Concat', inputs: ['pooled', 'b'], output: 'joined', attributes: { axis: 1 } },
      { operator: 'Conv', inputs: ['joined', 'third'], output: 'e', attributes: sides },
      { operator: 'Add', inputs: ['e', 'b'], output: 'sum' },
      { operator: 'Conv', inputs: ['sum', 'last'], output: 'out', attributes: { kernel_shape: [1, 1] } },
      { operator: 'Cast', inputs: ['in'], output: 'full', attributes: { to: 1 } },
    ],
    weights: [
      { name: 'first', shape: [4, 3, 3, 3], values: random(108, 1.3) },
      { name: 'bias', shape: [4], values: random(4, 5) },
      { name: 'second', shape: [4, 4, 3, 3], values: random(144, 2.1) },
      { name: 'third', shape: [4, 8, 3, 3], values: random(288, 0.7) },
      { name: 'last', shape: [1, 4, 1, 1], values: random(4, 3) },
    ],
    input: { name: 'in', shape: [1, 3, size, size] },
    output: { name: 'out', shape: [1, 1, size, size] },
    otherOutputs: outputs.map(name => ({ name, shape: [1, 'channels', size, size] })),
  });

const picture = random(3 * size * size, 0.37);
const compute = async (key: string, bytes: Uint8Array) => {
  const model = await openModel(key, async () => bytes);
  return model.run({ in: { data: picture, dims: [1, 3, size, size] } });
};

const full = await compute('full numbers', writeNetwork(measured));
/** Twice as wide as needed: processors without VNNI saturate sums of larger bytes. */
const ranges = Object.fromEntries(
  [['in', [...picture]] as const, ...measured.map(name => [name, [...full[name]!.data]] as const)].map(
    ([name, values]) => [name, [2 * Math.min(0, ...values), 2 * Math.max(...values)] as const],
  ),
);
// A graph output stays float32.
const network = writeNetwork([]);
const quantized = quantizeNetwork(network, 'in', ranges);

test('the output stays within the quantization error', async () => {
  const bytes = await compute('bytes', quantized);
  const wanted = [...full.out!.data];
  const found = [...bytes.out!.data];
  const spread = Math.max(...wanted) - Math.min(...wanted);
  const errors = wanted.map((value, i) => Math.abs(value - found[i]!) / spread);
  const mean = errors.reduce((sum, error) => sum + error) / errors.length;
  // Processors without VNNI add pairs of products in 16 bits. A few of these sums saturate in spite of the wide ranges, and the product does not
  // use quantized networks there.
  const [highest, highestMean] = (await multipliesBytes()) ? [0.04, 0.012] : [0.06, 0.02];
  expect(Math.max(...errors)).toBeLessThan(highest);
  expect(mean).toBeLessThan(highestMean);
  // The outputs differ, so this is not the float32 network.
  expect(Math.max(...errors)).toBeGreaterThan(0.0005);
});

test('the runtime fuses every convolution but the last into an integer convolution', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quantized-'));
  const path = join(folder, 'joined.onnx');
  const session = await InferenceSession.create(quantized, { optimizedModelFilePath: path, logSeverityLevel: 3 });
  await session.release();
  const text = await readFile(path, 'latin1');
  await rm(folder, { recursive: true });
  expect(text.match(/\bQLinearConv\b/g)).toHaveLength(3);
  expect(text).toContain('QLinearAdd');
});

test('ranges that belong to another network are refused', () => {
  expect(() => quantizeNetwork(network, 'in', { ...ranges, elsewhere: [0, 1] })).toThrow(
    'The network has no elsewhere',
  );
});

test.runIf(process.arch === 'x64')('only processors with VNNI are reported to multiply bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'processor-'));
  const told = async (flags: string) => {
    const path = join(folder, 'cpuinfo');
    await writeFile(path, `processor\t: 0\nflags\t\t: fpu ${flags} sse4_2\nbugs\t\t: none\n`);
    return multipliesBytes(path);
  };
  expect(await told('avx2 avx512f')).toBe(false);
  expect(await told('avx2 avx512_vnni')).toBe(true);
  expect(await told('avx2 avx_vnni')).toBe(true);
  // A system that hides its CPU flags.
  expect(await multipliesBytes(join(folder, 'nothing'))).toBe(false);
  await rm(folder, { recursive: true });
});
