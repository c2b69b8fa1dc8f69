// Steps of a look that depend on the position or surroundings of a pixel. Lengths are shares of the short edge, so that a preview looks like the full
// image.
import { luma709 } from '../luma.ts';
import { blurLuma, type Canvas, readRow, type SoftPlane } from './soft-plane.ts';

export type AreaStep = (canvas: Canvas) => void;

const clampByte = (value: number) => Math.min(255, Math.max(0, value));
const shortEdge = ({ width, height }: Canvas) => Math.min(width, height);

/** Calls `change` for every pixel with the smooth plane's value there. */
function withPlane(canvas: Canvas, plane: SoftPlane, change: (at: number, soft: number) => void): void {
  const row = new Float32Array(canvas.width);
  for (let y = 0; y < canvas.height; y++) {
    readRow(plane, canvas, y, row);
    for (let x = 0; x < canvas.width; x++) change((y * canvas.width + x) * canvas.channels, row[x]!);
  }
}

/** Darkens towards the corners, where `amount` of the light is removed. */
export const vignette =
  (amount: number, clearTo = 0.45): AreaStep =>
  canvas => {
    const { data, channels, width, height } = canvas;
    const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
    const reach = Math.hypot(cx, cy) || 1;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const far = Math.hypot(x - cx, y - cy) / reach;
        const t = Math.min(1, Math.max(0, (far - clearTo) / (1 - clearTo)));
        const light = 1 - amount * t * t * (3 - 2 * t);
        const i = (y * width + x) * channels;
        for (let c = 0; c < 3; c++) data[i + c] = data[i + c]! * light + 0.5;
      }
  };

/** Returns a pseudo-random number -1..1 for a position (integer hash after Wang). */
function noiseAt(x: number, y: number): number {
  let n = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263);
  n = Math.imul(n ^ (n >>> 13), 1_274_126_177);
  return ((n ^ (n >>> 16)) >>> 0) / 2_147_483_648 - 1;
}

/** Adds film grain: strongest in the midtones, with grains of a thousandth of the short edge. */
export const grain =
  (amount: number): AreaStep =>
  canvas => {
    const { data, channels, width, height } = canvas;
    const cell = Math.max(1, Math.round(shortEdge(canvas) / 1000));
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const i = (y * width + x) * channels;
        const luma = (data[i]! * 54 + data[i + 1]! * 183 + data[i + 2]! * 19) / 65_280;
        const gx = (x / cell) | 0;
        const gy = (y / cell) | 0;
        // The sum of two random numbers clusters around the middle, like real grain.
        const draw = (noiseAt(gx, gy) + noiseAt(gx + 7919, gy + 104_729)) / 2;
        const change = draw * amount * 255 * (0.35 + 2.6 * luma * (1 - luma));
        for (let c = 0; c < 3; c++) data[i + c] = clampByte(data[i + c]! + change + 0.5);
      }
  };

/** Makes bright parts glow over their surroundings (screen blend with the blurred luma). */
export const glow =
  (amount: number, reach = 0.02): AreaStep =>
  canvas => {
    const { data } = canvas;
    withPlane(canvas, blurLuma(canvas, Math.max(2, shortEdge(canvas) * reach)), (i, soft) => {
      const light = amount * (soft / 255) ** 2;
      for (let c = 0; c < 3; c++) data[i + c] = clampByte(255 - (255 - data[i + c]!) * (1 - light) + 0.5);
    });
  };

/** Local contrast: amplifies differences from the surroundings, without halos at strong edges. */
export const clarify =
  (amount: number, reach = 0.03): AreaStep =>
  canvas => {
    const { data } = canvas;
    withPlane(canvas, blurLuma(canvas, Math.max(2, shortEdge(canvas) * reach)), (i, soft) => {
      const luma = luma709(data[i]!, data[i + 1]!, data[i + 2]!);
      const detail = luma - soft;
      const change = (amount * detail) / (1 + Math.abs(detail) / 40);
      for (let c = 0; c < 3; c++) data[i + c] = clampByte(data[i + c]! + change + 0.5);
    });
  };

/** Brightens dark areas and darkens bright ones, like the tone mapping of high dynamic range. */
export const balanceLight =
  (amount: number, reach = 0.06): AreaStep =>
  canvas => {
    const { data } = canvas;
    // One curve per level of the surroundings: a power per pixel would take ten times as long.
    const curves = Array.from({ length: 256 }, (_, soft) => {
      const gamma = 2 ** ((amount * (soft - 128)) / 128);
      return Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** gamma + 0.5);
    });
    withPlane(canvas, blurLuma(canvas, Math.max(2, shortEdge(canvas) * reach)), (i, soft) => {
      const curve = curves[Math.round(soft)]!;
      for (let c = 0; c < 3; c++) data[i + c] = curve[data[i + c]!]!;
    });
  };

/** Draws in pencil: luma divided by its blurred copy (colour dodge), so that only lines remain. */
export const pencil =
  (reach = 0.006): AreaStep =>
  canvas => {
    const { data } = canvas;
    withPlane(canvas, blurLuma(canvas, Math.max(2, shortEdge(canvas) * reach)), (i, soft) => {
      const luma = luma709(data[i]!, data[i + 1]!, data[i + 2]!);
      const line = Math.min(1, (luma + 6) / (soft + 6));
      const value = clampByte(255 * line ** 2.2 * 0.96 + 10);
      for (let c = 0; c < 3; c++) data[i + c] = value;
    });
  };
