// Custom networks, written by this test: the input they receive and how their output is converted.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type OnnxShape, writeOnnx } from '../model/write-onnx.ts';
import { redrawByNetwork } from './network.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-anime-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a network that returns its input multiplied by `scale` plus `offset`. */
function save(name: string, shape: OnnxShape, scale: number, offset: number): string {
  const file = path.join(folder, name);
  const network = writeOnnx({
    nodes: [
      { operator: 'Mul', inputs: ['input', 'scale'], output: 'scaled' },
      { operator: 'Add', inputs: ['scaled', 'offset'], output: 'output' },
    ],
    weights: [
      { name: 'scale', shape: [1], values: Float32Array.of(scale) },
      { name: 'offset', shape: [1], values: Float32Array.of(offset) },
    ],
    input: { name: 'input', shape },
    output: { name: 'output', shape },
  });
  writeFileSync(file, network);
  return file;
}

const width = 100;
const height = 60;
const picture = { data: new Uint8Array(width * height * 3), width, height };
for (let i = 0; i < width * height; i++) picture.data.set(i % width < 50 ? [200, 60, 20] : [20, 90, 220], i * 3);
const at = (data: Uint8Array, x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
const inverted = [
  [55, 195, 235],
  [235, 165, 35],
];

test.each([
  ['channels first, free size', ['n', 3, 'h', 'w'], -1, 0],
  ['channels last, free size', [1, 'h', 'w', 3], -1, 0],
  ['channels first, a fixed square', [1, 3, 64, 64], -1, 0],
  ['an answer in 0..1', [1, 3, 'h', 'w'], -0.5, 0.5],
  ['an answer in 0..255', [1, 'h', 'w', 3], -127.5, 127.5],
] as const)('inverts the picture through %s', async (name, dims, scale, offset) => {
  const drawn = await redrawByNetwork(picture, save(`${name}.onnx`, dims, scale, offset));
  expect([drawn.width, drawn.height]).toEqual([width, height]);
  const seen = [at(drawn.data, 15, 30), at(drawn.data, 85, 30)];
  for (const [index, colour] of inverted.entries())
    for (const [channel, value] of colour.entries())
      expect(Math.abs(seen[index]![channel]! - value), `${name}: ${seen}`).toBeLessThan(4);
});

test('a file that is not a network throws', async () => {
  const file = path.join(folder, 'broken.onnx');
  writeFileSync(file, 'no network');
  await expect(redrawByNetwork(picture, file)).rejects.toThrow();
});
