// Conventions of custom networks: input normalization, and which output is the matte.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeOnnx } from '../model/write-onnx.ts';
import { openMatteNetwork } from './network.ts';

/** Outputs the normalized red channel, and a second output of zeros. */
async function writeMirror(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'matte-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  const shape = (channels: number) => [1, channels, 32, 32];
  const convolve = (kernel: string, output: string) => ({
    operator: 'Conv',
    inputs: ['in', kernel],
    output,
    attributes: { kernel_shape: [1, 1] },
  });
  const bytes = writeOnnx({
    nodes: [convolve('red', 'first'), convolve('nothing', 'second')],
    weights: [
      { name: 'red', shape: [1, 3, 1, 1], values: Float32Array.of(1, 0, 0) },
      { name: 'nothing', shape: [1, 3, 1, 1], values: Float32Array.of(0, 0, 0) },
    ],
    input: { name: 'in', shape: shape(3) },
    output: { name: 'first', shape: shape(1) },
    otherOutputs: [{ name: 'second', shape: shape(1) }],
  });
  await writeFile(path, bytes);
  return path;
}

/** Left half red, right half black. */
const data = Uint8Array.from({ length: 32 * 32 * 3 }, (_, at) =>
  at % 3 === 0 && Math.floor(at / 3) % 32 < 16 ? 255 : 0,
);

test('a file named like a rembg IS-Net uses its conventions, and its first output is the matte', async () => {
  const network = await openMatteNetwork(await writeMirror('isnet-general-use.onnx'));
  const { alpha, width } = await network.find({ data, width: 32, height: 32 });
  expect(width).toBe(32);
  // Values from -0.5 to 0.5 are treated as logits.
  expect(alpha[0]).toBeCloseTo(1 / (1 + Math.exp(-0.5)), 4);
  expect(alpha[31]).toBeCloseTo(1 / (1 + Math.exp(0.5)), 4);
});

test('any other network of fixed size uses BiRefNet conventions, and its last output is the matte', async () => {
  const network = await openMatteNetwork(await writeMirror('other.onnx'));
  const { alpha } = await network.find({ data, width: 32, height: 32 });
  expect([...new Set(alpha)]).toEqual([0]);
});
