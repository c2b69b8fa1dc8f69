// The information available to a program that attacks the slider captcha: colours, edges and the outline of the piece, from the two
// pictures alone.
import { sharp } from '../engines/sharp.ts';

export const [width, height, piece] = [310, 155, 50];
export type Plane = Float32Array;

/** A challenge and its answer. */
export interface Slider {
  readonly originalImageBase64: string;
  readonly jigsawImageBase64: string | null;
  readonly answer: readonly { readonly x: number }[];
}

/** A point of the piece's outline and its outward normal. */
export interface Edge {
  readonly x: number;
  readonly y: number;
  readonly nx: number;
  readonly ny: number;
}

export interface Views {
  /** Lightness, red-green and yellow-blue; smoothed against grain. */
  readonly planes: readonly Plane[];
  /** The gradient over all planes. */
  readonly gradient: Plane;
  readonly pieceColours: readonly Plane[];
  /** Alpha of the piece, 0..1; `piece` pixels wide and as tall as the original. */
  readonly alpha: Plane;
  /** In order around the piece. */
  readonly edges: readonly Edge[];
}

function blur(plane: Plane, across: number, down: number): Plane {
  // A Gaussian with a standard deviation of one pixel.
  const kernel = [0.054, 0.244, 0.404, 0.244, 0.054];
  const pass = (from: Plane, isAlongRows: boolean) => {
    const out = new Float32Array(from.length);
    const [step, last] = isAlongRows ? [1, across - 1] : [across, down - 1];
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++) {
        const [at, here] = [y * across + x, isAlongRows ? x : y];
        let sum = 0;
        for (let k = -2; k <= 2; k++)
          sum += from[at + (Math.min(last, Math.max(0, here + k)) - here) * step]! * kernel[k + 2]!;
        out[at] = sum;
      }
    return out;
  };
  return pass(pass(plane, true), false);
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

/** Outline points about one pixel apart, where the blurred alpha crosses 0.5. */
function findEdges(alpha: Plane): Edge[] {
  const soft = blur(alpha, piece, height);
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

export async function readViews(captcha: Slider): Promise<Views> {
  const decode = (base64: string) => sharp(Buffer.from(base64, 'base64')).raw().toBuffer();
  const [original, jigsaw] = await Promise.all([
    decode(captcha.originalImageBase64),
    decode(captcha.jigsawImageBase64!),
  ]);
  const planes = splitColours(original, 3).map(plane => blur(plane, width, height));
  const gradient = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      for (const plane of planes) {
        const [gx, gy] = [plane[at + 1]! - plane[at - 1]!, plane[at + width]! - plane[at - width]!];
        gradient[at]! += Math.sqrt(gx * gx + gy * gy);
      }
    }
  const alpha = new Float32Array(piece * height).map((_, i) => jigsaw[i * 4 + 3]! / 255);
  const pieceColours = splitColours(jigsaw, 4).map(plane => blur(plane, piece, height));
  return { planes, gradient, pieceColours, alpha, edges: findEdges(alpha) };
}
