// A float16 network computes the same after conversion to float32, without unused outputs and the layers that only they need.
import { expect, test } from 'vitest';
import { openModel } from './model.ts';
import { widenNetwork } from './widen-network.ts';
import { writeOnnx } from './write-onnx.ts';

const network = writeOnnx({
  nodes: [
    { operator: 'Cast', inputs: ['in'], output: 'halves', attributes: { to: 10 } },
    { operator: 'Mul', inputs: ['halves', 'weight'], output: 'scaled' },
    { operator: 'Cast', inputs: ['scaled'], output: 'out', attributes: { to: 1 } },
    { operator: 'Neg', inputs: ['out'], output: 'other' },
  ],
  weights: [{ name: 'weight', shape: [3], values: Float16Array.from([0.5, -1.25, 3]) }],
  input: { name: 'in', shape: [3] },
  output: { name: 'out', shape: [3] },
  otherOutputs: [{ name: 'other', shape: [3] }],
});

const run = async (key: string, bytes: Uint8Array) => {
  const model = await openModel(key, async () => bytes);
  const answers = await model.run({ in: { data: Float32Array.from([1.0001, 2, -4]), dims: [3] } });
  return { names: model.outputNames, values: [...answers.out!.data] };
};

test('the output stays the same', async () => {
  const half = await run('half', network);
  const full = await run('full', widenNetwork(network, 'out'));
  expect(half.names).toEqual(['out', 'other']);
  expect(full.names).toEqual(['out']);
  expect(full.values[0]).toBeCloseTo(0.500_05, 6);
  expect(full.values.slice(1)).toEqual(half.values.slice(1));
  expect(full.values.slice(1)).toEqual([-2.5, -12]);
});

test('a convolution over two concatenated images is split, and unused layers are removed', async () => {
  const random = (length: number, step: number) => Float16Array.from({ length }, (_, i) => Math.sin(i * step));
  const sides = { kernel_shape: [3, 3], pads: [1, 1, 1, 1] };
  const joining = writeOnnx({
    nodes: [
      { operator: 'Cast', inputs: ['in'], output: 'halves', attributes: { to: 10 } },
      { operator: 'Conv', inputs: ['halves', 'few'], output: 'a', attributes: sides },
      { operator: 'Conv', inputs: ['halves', 'many'], output: 'b', attributes: sides },
      { operator: 'Relu', inputs: ['b'], output: 'c' },
      { operator: 'Concat', inputs: ['a', 'c'], output: 'joined', attributes: { axis: 1 } },
      { operator: 'Conv', inputs: ['joined', 'weight', 'bias'], output: 'sum', attributes: sides },
      { operator: 'Cast', inputs: ['sum'], output: 'out', attributes: { to: 1 } },
      { operator: 'Cast', inputs: ['a'], output: 'other', attributes: { to: 1 } },
    ],
    weights: [
      { name: 'few', shape: [2, 1, 3, 3], values: random(18, 1.3) },
      { name: 'many', shape: [3, 1, 3, 3], values: random(27, 2.1) },
      { name: 'weight', shape: [4, 5, 3, 3], values: random(180, 0.7) },
      { name: 'bias', shape: [4], values: random(4, 5) },
    ],
    input: { name: 'in', shape: [1, 1, 6, 6] },
    output: { name: 'out', shape: [1, 4, 6, 6] },
    otherOutputs: [{ name: 'other', shape: [1, 2, 6, 6] }],
  });
  const compute = async (key: string, bytes: Uint8Array) => {
    const model = await openModel(key, async () => bytes);
    const answers = await model.run({ in: { data: Float32Array.from(random(36, 0.37)), dims: [1, 1, 6, 6] } });
    return [...Object.values(answers)[0]!.data];
  };
  const widened = widenNetwork(joining, 'out');
  const found = await compute('apart', widened);
  const wanted = await compute('joined', joining);
  expect(found).toHaveLength(144);
  const errors = wanted.map((value, i) => Math.abs(found[i]! - value));
  // float16 is exact to about a thousandth.
  expect(Math.max(...errors)).toBeLessThan(0.008);
  expect(Buffer.from(widened).includes('joined')).toBe(false);
  expect(Buffer.from(widened).includes('weight:second')).toBe(true);
  const unread = widenNetwork(joining, 'other');
  expect(Buffer.from(unread).includes('many')).toBe(false);
});

test('bytes that are not a network are refused', () => {
  for (const bytes of [Uint8Array.from([0x3a, 200, 1, 1]), Uint8Array.from([0x3b]), Uint8Array.from([0x3a, 255])])
    expect(() => widenNetwork(bytes, 'out')).toThrow('A network');
});
