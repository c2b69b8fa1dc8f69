// For tests: a custom network that segments red pixels as the subject.
import { writeFile } from 'node:fs/promises';
import { type OnnxShape, writeOnnx } from '../model/write-onnx.ts';

interface RedFinder {
  /** Fixed input size, returning logits like BiRefNet. Absent: dynamic size, returning 0..1 like MODNet. */
  readonly side?: number;
  /** Returns background everywhere. */
  readonly isBlind?: boolean;
}

/** Writes the network as an ONNX file to `path`. */
export async function writeRedFinder(path: string, { side, isBlind = false }: RedFinder = {}): Promise<void> {
  const shape = (channels: number): OnnxShape => [1, channels, side ?? 'height', side ?? 'width'];
  const kernel = isBlind ? [0, 0, 0] : [6, -3, -3];
  const conv = { kernel_shape: [1, 1] };
  const bytes = writeOnnx({
    nodes: [
      { operator: 'Conv', inputs: ['in', 'kernel', 'bias'], output: 'logits', attributes: conv },
      { operator: 'Sigmoid', inputs: ['logits'], output: 'matte' },
    ],
    weights: [
      { name: 'kernel', shape: [1, 3, 1, 1], values: Float32Array.from(kernel) },
      { name: 'bias', shape: [1], values: Float32Array.from([isBlind ? -20 : -5]) },
    ],
    input: { name: 'in', shape: shape(3) },
    output: { name: side ? 'logits' : 'matte', shape: shape(1) },
  });
  await writeFile(path, bytes);
}
