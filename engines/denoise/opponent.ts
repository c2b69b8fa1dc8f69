// Brightness and two colour differences of a picture, in which noise is told from detail: a sensor's noise is coloured, fine detail mostly is not.
import { greenOf601, luma601 } from '../pixels/luma.ts';
import type { Pixels } from '../pixels/plane.ts';

/** Luma, red less luma, blue less luma: a value per pixel each. */
export type Opponent = readonly [luma: Float32Array, red: Float32Array, blue: Float32Array];

/** The planes of the rows from `top` to before `end`. */
export function splitRows({ data, width }: Pixels, top: number, end: number): Opponent {
  const count = (end - top) * width;
  const planes = [new Float32Array(count), new Float32Array(count), new Float32Array(count)] as const;
  for (let i = 0, at = top * width * 3; i < count; i++, at += 3) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const luma = luma601(red, green, blue);
    planes[0][i] = luma;
    planes[1][i] = red - luma;
    planes[2][i] = blue - luma;
  }
  return planes;
}

const toByte = (level: number) => Math.max(0, Math.min(255, Math.round(level)));

/** Writes pixels of the planes, from their index `from` to before `end`, into `data` from its pixel `to` on. */
export function joinPixels(planes: Opponent, from: number, end: number, data: Uint8Array, to: number): void {
  const [lumas, reds, blues] = planes;
  for (let i = from, at = to * 3; i < end; i++, at += 3) {
    const luma = lumas[i]!;
    const red = luma + reds[i]!;
    const blue = luma + blues[i]!;
    data[at] = toByte(red);
    data[at + 1] = toByte(greenOf601(luma, red, blue));
    data[at + 2] = toByte(blue);
  }
}
