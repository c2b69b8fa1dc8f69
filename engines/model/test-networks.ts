// For tests: small networks, written to ONNX files by the test itself.
import { writeFile } from 'node:fs/promises';
import { type OnnxShape, writeOnnx } from './write-onnx.ts';

interface Doubler {
  /** Absent: any width and height. */
  readonly side?: number;
  readonly scale?: number;
  /** Added to every level, of 1. */
  readonly brighter?: number;
}

/** Writes a network that repeats every pixel `scale` times in both directions, as a real one would be made: a convolution and a shuffle. */
export async function writeRepeater(path: string, { side, scale = 2, brighter = 0 }: Doubler = {}): Promise<void> {
  const outputs = 3 * scale * scale;
  const kernel = new Float32Array(outputs * 3);
  // Depth to space in DCR order: the colour is the fastest within each of scale x scale blocks.
  for (let output = 0; output < outputs; output++) kernel[output * 3 + (output % 3)] = 1;
  const shape: OnnxShape = [1, 3, side ?? 'height', side ?? 'width'];
  const bytes = writeOnnx({
    nodes: [
      { operator: 'Conv', inputs: ['in', 'kernel', 'bias'], output: 'deep', attributes: { kernel_shape: [1, 1] } },
      { operator: 'DepthToSpace', inputs: ['deep'], output: 'out', attributes: { blocksize: scale, mode: 'DCR' } },
    ],
    weights: [
      { name: 'kernel', shape: [outputs, 3, 1, 1], values: kernel },
      { name: 'bias', shape: [outputs], values: new Float32Array(outputs).fill(brighter) },
    ],
    input: { name: 'in', shape },
    output: { name: 'out', shape: [1, 3, 'larger height', 'larger width'] },
  });
  await writeFile(path, bytes);
}
