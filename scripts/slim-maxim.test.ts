// Tests that a slim package holds the same weights of the stages in use, and nothing else.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readModules } from '../engines/maxim/read-modules.ts';
import { slimMaxim } from './slim-maxim.mjs';

const root = 'StatefulPartitionedCall/jax2tf_apply_/Wrapper/backbone/';

/** A package of three stages with one layer each, in two shards that divide the second kernel. */
async function makePackage(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slim-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stages = [0, 1, 2];
  const node = [
    { name: 'in', op: 'Placeholder', attr: { big: 'x'.repeat(100) } },
    ...stages.flatMap(stage => [
      {
        name: `${root}stage_${stage}_a/Conv_0/Conv2D`,
        op: 'Conv2D',
        input: ['in', `k${stage}`],
        attr: { strides: [1] },
      },
      { name: `${root}stage_${stage}_a/Conv_0/jit_fn_/AddV2`, op: 'AddV2', input: ['in', `b${stage}`] },
    ]),
    { name: 'elsewhere/Mul', op: 'Mul', input: ['unused'] },
  ];
  const weights = [
    { name: 'unused', shape: [3], dtype: 'float32' },
    ...stages.flatMap(stage => [
      { name: `k${stage}`, shape: [2, 2], dtype: 'float32' },
      { name: `b${stage}`, shape: [2], dtype: 'float32' },
    ]),
  ];
  const bytes = Buffer.from(Float32Array.from({ length: 3 + 3 * 6 }, (_, i) => i / 7).buffer);
  await writeFile(path.join(folder, 'group1-shard1of2.bin'), bytes.subarray(0, 43));
  await writeFile(path.join(folder, 'group1-shard2of2.bin'), bytes.subarray(43));
  const manifest = [{ paths: ['group1-shard1of2.bin', 'group1-shard2of2.bin'], weights }];
  await writeFile(
    path.join(folder, 'model.json'),
    JSON.stringify({ modelTopology: { node }, weightsManifest: manifest }),
  );
  return folder;
}

test('the weights of the first two of three stages are the same, and only they are left', async () => {
  const folder = await makePackage();
  const before = await readModules(folder, () => true);
  slimMaxim(folder, 2);
  const after = await readModules(folder, () => true);
  for (const stage of [0, 1]) expect(after(`stage_${stage}_a/Conv_0`)).toEqual(before(`stage_${stage}_a/Conv_0`));
  expect(() => after('stage_2_a/Conv_0')).toThrow('stage_2_a/Conv_0');
  expect(await readdir(folder)).toEqual(['model.json', 'weights.bin']);
  expect((await readFile(path.join(folder, 'weights.bin'))).length).toBe(2 * 6 * 4);
});

test('a second run, and a package that is missing, change nothing', async () => {
  const folder = await makePackage();
  slimMaxim(folder, 1);
  const first = await readFile(path.join(folder, 'weights.bin'));
  slimMaxim(folder, 1);
  expect(await readFile(path.join(folder, 'weights.bin'))).toEqual(first);
  slimMaxim(path.join(folder, 'none'), 1);
});
