// The shipped network and networks set by file: their inputs, and files that hold no network.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRepeater } from '../model/test-networks.ts';
import { makePlanes } from '../pixels/resample.ts';
import { translateLayer, transposeKernel } from './esrgan-layers.ts';
import { openNetwork } from './network.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'network-'));
});
afterAll(() => rm(folder, { recursive: true }));

function drawTile(width: number, height: number) {
  const tile = makePlanes(width, height, 3);
  for (let i = 0; i < tile.data.length; i++) tile.data[i] = (i * 37) % 256;
  return tile;
}

test('a network set by file is run on levels 0..1 and named after its file', async () => {
  const path = join(folder, 'mine.onnx');
  await writeRepeater(path, { brighter: 10 / 255 });
  const network = await openNetwork(path);
  expect([network.name, network.side]).toEqual(['operator:mine.onnx', undefined]);
  const tile = drawTile(16, 32);
  const made = await network.enlarge(tile);
  expect([made.width, made.height, made.count]).toEqual([32, 64, 3]);
  for (const [x, y, plane] of [
    [0, 0, 0],
    [31, 63, 2],
    [17, 40, 1],
  ] as const) {
    const from = tile.data[(plane * 32 + (y >> 1)) * 16 + (x >> 1)]!;
    expect(made.data[(plane * 64 + y) * 32 + x]).toBeCloseTo(from + 10, 2);
  }
});

test('a network that takes one size only says so', async () => {
  const path = join(folder, 'fixed.onnx');
  await writeRepeater(path, { side: 64, scale: 3 });
  expect((await openNetwork(path)).side).toBe(64);
});

test('a file that does not enlarge is refused by name', async () => {
  const same = join(folder, 'same-size.onnx');
  await writeRepeater(same, { scale: 1 });
  await expect(openNetwork(same)).rejects.toThrow('same-size.onnx is no network that enlarges');
  const small = join(folder, 'small.onnx');
  await writeRepeater(small, { side: 16 });
  await expect(openNetwork(small)).rejects.toThrow('small.onnx is no network that enlarges');
  const none = join(folder, 'none.onnx');
  await writeFile(none, 'not a network');
  await expect(openNetwork(none)).rejects.toThrow('none.onnx is no network that enlarges');
});

test('the shipped network makes a sharp edge of a soft one', async () => {
  const network = await openNetwork(undefined);
  expect(network.name).toBe('esrgan');
  const tile = makePlanes(32, 32, 3);
  for (let i = 0; i < tile.data.length; i++) tile.data[i] = Math.min(220, Math.max(30, ((i % 32) - 15.5) * 64 + 125));
  const made = await network.enlarge(tile);
  expect([made.width, made.height]).toEqual([128, 128]);
  const row = made.data.subarray(64 * 128, 65 * 128);
  expect(row[20]).toBeGreaterThan(25);
  expect(row[20]).toBeLessThan(35);
  expect(row[108]).toBeGreaterThan(212);
  // The original takes 3 pixels from dark to bright, which would be 12 here.
  const between = row.filter(level => level > 50 && level < 200).length;
  expect(between).toBeLessThanOrEqual(9);
});

test('layers that no shipped network has are refused', () => {
  const layer = { class_name: 'Dense', name: 'd', config: {}, inbound_nodes: [] };
  expect(() => translateLayer(layer, new Map())).toThrow('Dense');
  const turned = transposeKernel({ shape: [1, 2, 1, 3], values: Float32Array.of(1, 2, 3, 4, 5, 6) });
  expect(turned.shape).toEqual([3, 1, 1, 2]);
  expect([...turned.values]).toEqual([1, 4, 2, 5, 3, 6]);
});
