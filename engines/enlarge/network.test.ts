// The bundled network and custom networks: their inputs, and files that are not networks.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeRepeater } from '../model/test-networks.ts';
import { makePlanes } from '../pixels/resample.ts';
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

test('a custom network gets levels 0..1 and is named after its file', async () => {
  const path = join(folder, 'mine.onnx');
  await writeRepeater(path, { brighter: 10 / 255 });
  const network = await openNetwork(path, { scale: 2 });
  expect([network.name, network.side]).toEqual(['operator:mine.onnx', undefined]);
  const tile = drawTile(48, 64);
  const made = await network.enlarge(tile);
  const cut = network.reach;
  const [width, height] = [(48 - 2 * cut) * 2, (64 - 2 * cut) * 2];
  expect([made.width, made.height, made.count]).toEqual([width, height, 3]);
  for (const [x, y, plane] of [
    [0, 0, 0],
    [width - 1, height - 1, 2],
    [17, 40, 1],
  ] as const) {
    const from = tile.data[(plane * 64 + (y >> 1) + cut) * 48 + (x >> 1) + cut]!;
    expect(made.data[(plane * height + y) * width + x]).toBeCloseTo(from + 10, 2);
  }
});

test('a network of fixed size reports its size', async () => {
  const path = join(folder, 'fixed.onnx');
  await writeRepeater(path, { side: 64, scale: 3 });
  expect((await openNetwork(path, { scale: 3 })).side).toBe(64);
});

test('a network that does not enlarge is refused with its name', async () => {
  const same = join(folder, 'same-size.onnx');
  await writeRepeater(same, { scale: 1 });
  await expect(openNetwork(same, { scale: 2 })).rejects.toThrow('same-size.onnx is no network that enlarges');
  const small = join(folder, 'small.onnx');
  await writeRepeater(small, { side: 16 });
  await expect(openNetwork(small, { scale: 2 })).rejects.toThrow('small.onnx is no network that enlarges');
  const none = join(folder, 'none.onnx');
  await writeFile(none, 'not a network');
  await expect(openNetwork(none, { scale: 2 })).rejects.toThrow('none.onnx is no network that enlarges');
});

test('the bundled network sharpens a soft edge in the middle of the tile', async () => {
  const network = await openNetwork(undefined, { scale: 4 });
  expect(network.name).toBe('anime4k');
  const side = 60;
  const tile = makePlanes(side, side, 3);
  for (let i = 0; i < tile.data.length; i++) tile.data[i] = Math.min(220, Math.max(30, ((i % side) - 29.5) * 64 + 125));
  const made = await network.enlarge(tile);
  const width = (side - 2 * network.reach) * 4;
  expect([made.width, made.height]).toEqual([width, width]);
  const row = made.data.subarray((width / 2) * width, (width / 2 + 1) * width);
  expect(row[10]).toBeGreaterThan(25);
  expect(row[10]).toBeLessThan(35);
  expect(row[width - 10]).toBeGreaterThan(212);
  // The transition takes 3 pixels in the original, which would be 12 here.
  const between = row.filter(level => level > 50 && level < 200).length;
  expect(between).toBeLessThanOrEqual(9);
});

describe('ncnn networks', () => {
  /**
   * Repeats every pixel twice in each direction, with an unpadded convolution that halves levels and a transposed one that upsamples and doubles
   * them.
   */
  async function writeNcnn(name: string, brighter = 0) {
    const path = join(folder, `${name}.param`);
    const lines = [
      '7767517',
      '3 3',
      'Input input 0 1 in 0=64 1=64 2=3',
      'Convolution first 1 1 in half 0=3 1=3 5=1 6=81 9=2 -23310=1,0.100000',
      'Deconvolution last 1 1 half out 0=3 1=4 3=2 4=3 5=1 6=144',
    ];
    await writeFile(path, lines.join('\n'));
    const [first, last] = [new Float16Array(82), new Float32Array(144)];
    for (let colour = 0; colour < 3; colour++) {
      first[(colour * 3 + colour) * 9 + 4] = 0.5;
      // A padding of 3 cuts off the outer taps: each output pixel comes from one input pixel through taps 1 and 2.
      for (const tap of [5, 6, 9, 10]) last[(colour * 3 + colour) * 16 + tap] = 2;
    }
    const mark = (flag: number) => Uint8Array.from(Buffer.from(Uint32Array.of(flag).buffer));
    const floats = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);
    const parts = [mark(0x01306b47), Buffer.from(first.buffer), floats(0, 0, 0), mark(0), Buffer.from(last.buffer)];
    await writeFile(path.replace('.param', '.bin'), Buffer.concat([...parts, floats(brighter, brighter, brighter)]));
    return path;
  }

  test('reads float16 and float32 weights, drops the border, and mixes in a quarter of resampling', async () => {
    const network = await openNetwork(await writeNcnn('mine'), { scale: 2 });
    expect([network.name, network.reach]).toEqual(['operator:mine.param', 2]);
    const tile = makePlanes(40, 30, 3);
    for (let i = 0; i < tile.data.length; i++) tile.data[i] = i % 40 < 20 ? 40 : 200;
    const made = await network.enlarge(tile);
    expect([made.width, made.height]).toEqual([72, 52]);
    expect(made.data[20 * 72 + 10]).toBeCloseTo(40, 0);
    expect(made.data[(52 + 20) * 72 + 60]).toBeCloseTo(200, 0);
    // The edge at pixel 20 of the tile lies between 35 and 36 here, softened only by the resampled quarter.
    expect(made.data[20 * 72 + 35]).toBeLessThan(70);
    expect(made.data[20 * 72 + 36]).toBeGreaterThan(170);
  });

  test('a JPEG uses the neighbouring network trained on JPEG, without mixing', async () => {
    const path = await writeNcnn('scale2');
    await writeNcnn('noise1_scale2', 10 / 255);
    const network = await openNetwork(path, { scale: 2, isLossy: true });
    const tile = makePlanes(20, 20, 3);
    tile.data.fill(100);
    expect((await network.enlarge(tile)).data[700]).toBeCloseTo(110, 1);
  });

  test('unsupported layers and truncated files are refused with the file name', async () => {
    const path = await writeNcnn('broken');
    await writeFile(path.replace('.param', '.bin'), Buffer.alloc(40));
    await expect(openNetwork(path, { scale: 2 })).rejects.toThrow('broken.param is no network');
    await writeFile(path, '7767517\n1 1\nPooling p 1 1 in out 0=1');
    await expect(openNetwork(path, { scale: 2 })).rejects.toThrow('broken.param is no network');
  });
});
