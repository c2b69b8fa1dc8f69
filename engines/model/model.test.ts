// Of heavy networks only one stays open, and none is closed while it runs.
import { expect, test, vi } from 'vitest';
import { openModel } from './model.ts';

const { released, running } = vi.hoisted(() => ({ released: [] as string[], running: [] as (() => void)[] }));
vi.mock('onnxruntime-node', () => ({
  default: undefined,
  Tensor: class {},
  InferenceSession: {
    create: async (name: string) => ({
      inputNames: [],
      outputNames: ['y'],
      inputMetadata: [],
      run: () =>
        new Promise(resolve => {
          running.push(() => resolve({ y: { data: new Float32Array([released.includes(name) ? 0 : 1]), dims: [1] } }));
        }),
      release: async () => void released.push(name),
    }),
  },
}));

test('a heavy network is closed for another once its runs have ended', async () => {
  const open = (name: string) => openModel(name, async () => name, { isHeavy: true });
  const first = await open('first');
  const results = [first.run({}), first.run({})];
  const opening = open('second');
  for (const finish of running.splice(0)) {
    await new Promise(resolve => setTimeout(resolve, 5));
    expect(released).toEqual([]);
    finish();
  }
  for (const { y } of await Promise.all(results)) expect([...y!.data]).toEqual([1]);
  await opening;
  expect(released).toEqual(['first']);
  expect(await open('second')).toBe(await opening);
  expect(await open('first')).not.toBe(first);
  expect(released).toEqual(['first', 'second']);
});
