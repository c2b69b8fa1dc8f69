// A network of halves computes the same in full numbers, and loses the outputs nobody asked for.
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

test('what is computed stays', async () => {
  const half = await run('half', network);
  const full = await run('full', widenNetwork(network, 'out'));
  expect(half.names).toEqual(['out', 'other']);
  expect(full.names).toEqual(['out']);
  expect(full.values[0]).toBeCloseTo(0.500_05, 6);
  expect(full.values.slice(1)).toEqual(half.values.slice(1));
  expect(full.values.slice(1)).toEqual([-2.5, -12]);
});

test('what is no network is refused', () => {
  for (const bytes of [Uint8Array.from([0x3a, 200, 1, 1]), Uint8Array.from([0x3b]), Uint8Array.from([0x3a, 255])])
    expect(() => widenNetwork(bytes, 'out')).toThrow('A network');
});
