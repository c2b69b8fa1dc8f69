// For tests: small networks, written to ONNX files.
import { writeFile } from 'node:fs/promises';
import { type OnnxShape, writeOnnx } from './write-onnx.ts';

interface Doubler {
  /** Absent: dynamic width and height. */
  readonly side?: number;
  readonly scale?: number;
  /** Added to every value, on a scale of 0..1. */
  readonly brighter?: number;
}

/** Writes a network that repeats every pixel `scale` times in both directions, built as a real one is: a convolution and a DepthToSpace. */
export async function writeRepeater(path: string, { side, scale = 2, brighter = 0 }: Doubler = {}): Promise<void> {
  const outputs = 3 * scale * scale;
  const kernel = new Float32Array(outputs * 3);
  // DepthToSpace in DCR order: the colour varies fastest within each block of scale x scale.
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
