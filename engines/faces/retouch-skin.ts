// Light retouching of a face: skin becomes smoother while edges stay, slightly lighter and slightly less saturated. Works on the skin of face, ears
// and neck: the face mesh excludes eyes, brows and lips, and colour excludes hair and clothes.

import { smoothKeepingEdges } from '../pixels/guided-filter.ts';
import { luma601 } from '../pixels/luma.ts';
import type { Pixels } from '../pixels/plane.ts';
import type { Point } from './judge-face.ts';
import { maskSkin, regionOf } from './skin-mask.ts';

/** 0..100 each. */
export interface Retouching {
  readonly smooth: number;
  readonly brighten: number;
  readonly whiten: number;
}

const clampByte = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);

/** Strengths at an amount of 100: visible, but too little to look painted. */
const maxSmooth = 0.85;
const maxLighter = 0.3;
const maxPaler = 0.22;
const paleLift = 0.16;

/** Returns the retouched image; the same object when all amounts are 0. `mesh` is that of the face, in pixels of the image. */
export function retouchFace(pixels: Pixels, mesh: readonly Point[], { smooth, brighten, whiten }: Retouching): Pixels {
  if (smooth + brighten + whiten === 0) return pixels;
  const out = new Uint8Array(pixels.data);
  if (smooth + whiten > 0) retouchSkin(pixels, out, mesh, smooth / 100, whiten / 100);
  // The whole image is brightened, or the face would look pasted on its neck.
  if (brighten > 0) {
    const power = 1 - (maxLighter * brighten) / 100;
    const curve = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** power));
    for (let i = 0; i < out.length; i++) out[i] = curve[out[i]!]!;
  }
  return { ...pixels, data: out };
}

function retouchSkin(pixels: Pixels, out: Uint8Array, mesh: readonly Point[], smooth: number, whiten: number): void {
  const { data, width } = pixels;
  const region = regionOf(pixels, mesh);
  const { w, h } = region;
  const mask = maskSkin(pixels, mesh, region);
  const lights = new Float32Array(w * h);
  const each = (work: (i: number, at: number) => void) => {
    for (let y = 0, i = 0; y < h; y++)
      for (let x = 0, at = ((region.y + y) * width + region.x) * 3; x < w; x++, i++, at += 3) work(i, at);
  };
  each((i, at) => {
    lights[i] = luma601(data[at]!, data[at + 1]!, data[at + 2]!) / 255;
  });
  const radius = Math.max(2, Math.round(w * 0.024));
  const even = smooth > 0 ? smoothKeepingEdges(lights, w, h, radius, 0.0035) : lights;
  each((i, at) => {
    const share = mask[i]!;
    if (share < 0.01) return;
    const light = lights[i]! * 255;
    const lift = (even[i]! * 255 - light) * share * smooth * maxSmooth + (255 - light) * share * whiten * paleLift;
    const keep = 1 - share * whiten * maxPaler;
    for (let k = 0; k < 3; k++) out[at + k] = clampByte(light + (data[at + k]! - light) * keep + lift);
  });
}
