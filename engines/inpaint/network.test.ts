// Networks configured by file: the test writes tiny networks that show their inputs and how their output is used.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { expand } from '../expand/expand.ts';
import { networkPainter } from '../expand/painter.ts';
import { inpaint } from './inpaint.ts';

// The parts of the protocol buffer wire format that an ONNX file needs.
const varint = (value: number): Buffer =>
  value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 128) + 128]), varint(Math.floor(value / 128))]);
const bytes = (field: number, content: Buffer | string): Buffer => {
  const body = Buffer.from(content as string);
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body]);
};
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const node = (op: string, inputs: readonly string[], output: string) =>
  bytes(1, Buffer.concat([...inputs.map(name => bytes(1, name)), bytes(2, output), bytes(4, op)]));
/** Element types of ONNX: float32, uint8, int64. */
type Type = 1 | 2 | 7;
const constant = (name: string, dims: readonly number[], values: readonly number[], type: Type = 1) => {
  const elements =
    type === 7 ? new BigInt64Array(values.map(BigInt)) : type === 2 ? new Uint8Array(values) : new Float32Array(values);
  const raw = Buffer.from(elements.buffer);
  return bytes(
    5,
    Buffer.concat([...dims.map(side => number(1, side)), number(2, type), bytes(8, name), bytes(9, raw)]),
  );
};
const shaped = (field: number, name: string, dims: readonly (number | string)[], element: Type = 1) => {
  const shape = dims.map(side => bytes(1, typeof side === 'number' ? number(1, side) : bytes(2, side)));
  const type = bytes(1, Buffer.concat([number(1, element), bytes(2, Buffer.concat(shape))]));
  return bytes(field, Buffer.concat([bytes(1, name), bytes(2, type)]));
};
const onnx = (...graph: Buffer[]) =>
  Buffer.concat([
    number(1, 8),
    bytes(7, Buffer.concat([...graph, bytes(2, 'tiny')])),
    bytes(8, Buffer.concat([bytes(1, ''), number(2, 17)])),
  ]);

const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-network-'));
afterAll(() => rmSync(folder, { recursive: true }));
const save = (name: string, file: Buffer) => {
  writeFileSync(path.join(folder, name), file);
  return path.join(folder, name);
};

/** A network with LaMa's interface: returns the image, with `colour` where the mask is set. */
const paintsMask = (name: string, side: number | undefined, colour: readonly number[], scale: number) => {
  const dims = (channels: number) => [1, channels, side ?? 'h', side ?? 'w'];
  return save(
    name,
    onnx(
      node('Mul', ['mask', 'colour'], 'paint'),
      node('Add', ['image', 'paint'], 'sum'),
      node('Mul', ['sum', 'scale'], 'output'),
      constant('colour', [1, 3, 1, 1], colour),
      constant('scale', [1], [scale]),
      shaped(11, 'image', dims(3)),
      shaped(11, 'mask', dims(1)),
      shaped(12, 'output', dims(3)),
    ),
  );
};

const width = 300;
const height = 200;
const picture = { data: new Uint8Array(width * height * 3).map((_, i) => [70, 110, 150][i % 3]!), width, height };
const mask = new Uint8Array(width * height);
for (let y = 80; y < 110; y++) mask.fill(1, y * width + 120, y * width + 160);
const middle = (95 * width + 140) * 3;

test('a network with LaMa’s interface fills holes, at any size or a fixed one, with outputs in 0..1 or 0..255', async () => {
  const files = [
    paintsMask('free.onnx', undefined, [0.8, 0.4, 0.2], 1),
    paintsMask('fixed.onnx', 64, [0.8, 0.4, 0.2], 1),
    paintsMask('bytes.onnx', 64, [0.8, 0.4, 0.2], 255),
  ];
  for (const modelFile of files) {
    const filled = await inpaint(picture, mask, { modelFile });
    expect(filled.engine).toBe(`operator:${path.basename(modelFile)}`);
    const seen = [...filled.data.subarray(middle, middle + 3)];
    for (const [channel, wanted] of [204, 102, 51].entries())
      expect(Math.abs(seen[channel]! - wanted), `${modelFile} ${seen}`).toBeLessThan(25);
    mask.forEach((value, pixel) => {
      if (value) return;
      if (filled.data[pixel * 3] !== 70 || filled.data[pixel * 3 + 2] !== 150)
        throw new Error(`pixel ${pixel} changed`);
    });
  }
});

test('a network with MI-GAN’s interface gets mask and image in four channels', async () => {
  // Returns channels 1 to 3, the image in -1..1, in which holes are 0: mid-grey.
  const modelFile = save(
    'four.onnx',
    onnx(
      node('Slice', ['input', 'from', 'to', 'axis'], 'output'),
      constant('from', [1], [1], 7),
      constant('to', [1], [4], 7),
      constant('axis', [1], [1], 7),
      shaped(11, 'input', [1, 4, 64, 64]),
      shaped(12, 'output', [1, 3, 64, 64]),
    ),
  );
  const filled = await inpaint(picture, mask, { modelFile });
  for (const value of filled.data.subarray(middle, middle + 3)) expect(Math.abs(value - 128)).toBeLessThan(25);
});

test('a network with the interface of MI-GAN’s pipeline gets bytes, with holes that continue their surroundings', async () => {
  const pipeline = (name: string, op: string, inputs: readonly string[]) =>
    save(
      name,
      onnx(
        node(op, inputs, 'result'),
        shaped(11, 'image', [1, 3, 'h', 'w'], 2),
        shaped(11, 'mask', [1, 1, 'h', 'w'], 2),
        shaped(12, 'result', [1, 3, 'h', 'w'], 2),
      ),
    );
  // So wide that the region is reduced, before and while it is resized.
  const [across, down] = [2800, 100];
  const data = new Uint8Array(across * down * 3).map((_, i) => [70, 110, 150][i % 3]!);
  const sky = { data, width: across, height: down };
  const hole = new Uint8Array(across * down);
  for (let y = 30; y < 70; y++) hole.fill(1, y * across + 300, y * across + 2500);
  const fill = (modelFile: string) => inpaint(sky, hole, { modelFile });
  const { data: same } = await fill(pipeline('same.onnx', 'Identity', ['image']));
  hole.forEach((_, pixel) => {
    const blue = same[pixel * 3 + 2]!;
    if (Math.abs(blue - 150) > 2) throw new Error(`pixel ${pixel} has ${blue}`);
  });
  // 255 where the image is known: the lesser of both is dark in the hole alone.
  const { data: masked } = await fill(pipeline('masked.onnx', 'Min', ['image', 'mask']));
  expect(masked[(50 * across + 750) * 3 + 2]).toBeLessThan(75);
});

test('a network extends an image beyond its frame, and the alpha there is that of the border', async () => {
  const modelFile = paintsMask('outside.onnx', 64, [0.8, 0.4, 0.2], 1);
  const data = new Uint8Array(120 * 90 * 4).map((_, i) => [70, 110, 150, 255][i % 4]!);
  for (let y = 0; y < 45; y++) data[(y * 120 + 119) * 4 + 3] = 99;
  const sides = { left: 0, right: 80, top: 0, bottom: 0 };
  const { engine, ...expanded } = await expand({ data, width: 120, height: 90, channels: 4 }, sides, {
    painter: networkPainter(modelFile),
  });
  expect(engine).toBe('operator:outside.onnx');
  const at = (x: number, y: number) => [...expanded.data.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 4)];
  expect(at(119, 80)).toEqual([70, 110, 150, 255]);
  expect([at(190, 20)[3], at(190, 80)[3]]).toEqual([99, 255]);
  for (const [channel, wanted] of [204, 102, 51].entries())
    expect(Math.abs(at(190, 80)[channel]! - wanted), `${at(190, 80)}`).toBeLessThan(25);
});
