// What a program that attacks the slider captcha sees: colours, edges and the outline of the piece, from the two pictures alone.
import { sharp } from '../engines/sharp.ts';

export const [width, height, piece] = [310, 155, 50];
export type Plane = Float32Array;

/** A point of the piece's outline and the direction that leads out of it. */
export interface Edge {
  readonly x: number;
  readonly y: number;
  readonly nx: number;
  readonly ny: number;
}

export interface Views {
  /** Light, red against green, yellow against blue; smoothed against grain. */
  readonly planes: readonly Plane[];
  /** Of all planes together. */
  readonly gradient: Plane;
  readonly pieceColours: readonly Plane[];
  /** 0..1, of the piece, `piece` wide and as tall as the original. */
  readonly alpha: Plane;
  /** In order around the piece. */
  readonly edges: readonly Edge[];
}

function blur(plane: Plane, across: number, down: number, sigma: number): Plane {
  const reach = Math.ceil(sigma * 2.5);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  const total = kernel.reduce((sum, weight) => sum + weight, 0);
  const pass = (from: Plane, step: number, length: number, along: (i: number) => number) => {
    const out = new Float32Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const at = along(i);
      let sum = 0;
      for (let k = -reach; k <= reach; k++) {
        const near = Math.min(length - 1, Math.max(0, at + k));
        sum += from[i + (near - at) * step]! * kernel[k + reach]!;
      }
      out[i] = sum / total;
    }
    return out;
  };
  return pass(
    pass(plane, 1, across, i => i % across),
    across,
    down,
    i => Math.floor(i / across),
  );
}

function splitColours(data: Uint8Array, channels: number): Plane[] {
  const count = data.length / channels;
  const planes = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let i = 0; i < count; i++) {
    const [r, g, b] = [data[i * channels]!, data[i * channels + 1]!, data[i * channels + 2]!];
    planes[0]![i] = (r + g + b) / 3;
    planes[1]![i] = (r - g) / 1.5;
    planes[2]![i] = ((r + g) / 2 - b) / 1.5;
  }
  return planes;
}

/** Outline points about a pixel apart, found where the blurred alpha crosses one half. */
function findEdges(alpha: Plane): Edge[] {
  const soft = blur(alpha, piece, height, 1);
  const found: Edge[] = [];
  let [sumX, sumY, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < piece - 1; x++) {
      const at = y * piece + x;
      if (alpha[at]! > 0.5) {
        sumX += x;
        sumY += y;
        count++;
      }
      const [gx, gy] = [soft[at + 1]! - soft[at - 1]!, soft[at + piece]! - soft[at - piece]!];
      const size = Math.hypot(gx, gy);
      if (Math.abs(soft[at]! - 0.5) > 0.25 || size < 0.15) continue;
      found.push({ x, y, nx: -gx / size, ny: -gy / size });
    }
  const angle = ({ x, y }: Edge) => Math.atan2(y - sumY / count, x - sumX / count);
  return found.sort((a, b) => angle(a) - angle(b));
}

export async function readViews(captcha: { originalImageBase64: string; jigsawImageBase64: string }): Promise<Views> {
  const decode = (base64: string) => sharp(Buffer.from(base64, 'base64')).raw().toBuffer();
  const [original, jigsaw] = await Promise.all([
    decode(captcha.originalImageBase64),
    decode(captcha.jigsawImageBase64),
  ]);
  const planes = splitColours(original, 3).map(plane => blur(plane, width, height, 1));
  const gradient = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      for (const plane of planes)
        gradient[at]! += Math.hypot(plane[at + 1]! - plane[at - 1]!, plane[at + width]! - plane[at - width]!);
    }
  const alpha = new Float32Array(piece * height).map((_, i) => jigsaw[i * 4 + 3]! / 255);
  const pieceColours = splitColours(jigsaw, 4).map(plane => blur(plane, piece, height, 1));
  return { planes, gradient, pieceColours, alpha, edges: findEdges(alpha) };
}
