// Custom networks, written by this test: the input they receive and how their output is converted.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { redrawByNetwork } from './network.ts';

// The subset of the Protocol Buffers wire format that an ONNX file needs.
const varint = (value: number): Buffer =>
  value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 128) + 128]), varint(Math.floor(value / 128))]);
const bytes = (field: number, content: Buffer | string): Buffer => {
  const body = Buffer.from(content as string);
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body]);
};
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const constant = (name: string, values: readonly number[]) =>
  bytes(
    5,
    Buffer.concat([
      number(1, values.length),
      number(2, 1),
      bytes(8, name),
      bytes(9, Buffer.from(new Float32Array(values).buffer)),
    ]),
  );
const shaped = (field: number, name: string, dims: readonly (number | string)[]) => {
  const shape = dims.map(side => bytes(1, typeof side === 'number' ? number(1, side) : bytes(2, side)));
  const type = bytes(1, Buffer.concat([number(1, 1), bytes(2, Buffer.concat(shape))]));
  return bytes(field, Buffer.concat([bytes(1, name), bytes(2, type)]));
};

const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-anime-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a network that returns its input multiplied by `scale` plus `offset`. */
function save(name: string, dims: readonly (number | string)[], scale: number, offset: number): string {
  const node = (op: string, inputs: readonly string[], output: string) =>
    bytes(1, Buffer.concat([...inputs.map(input => bytes(1, input)), bytes(2, output), bytes(4, op)]));
  const graph = [
    node('Mul', ['input', 'scale'], 'scaled'),
    node('Add', ['scaled', 'offset'], 'output'),
    bytes(2, 'tiny'),
    constant('scale', [scale]),
    constant('offset', [offset]),
    shaped(11, 'input', dims),
    shaped(12, 'output', dims),
  ];
  const opset = bytes(8, Buffer.concat([bytes(1, ''), number(2, 17)]));
  const file = path.join(folder, name);
  writeFileSync(file, Buffer.concat([number(1, 8), bytes(7, Buffer.concat(graph)), opset]));
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
