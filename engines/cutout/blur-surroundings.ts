// The background of a picture out of focus, as a lens would show it: the subject's colours do not bleed into it.
import { blurPlane } from '../pixels/gaussian.ts';
import type { Pixels } from '../pixels/plane.ts';
import { shrinkWithAlpha } from './shrink-with-alpha.ts';

/** Of the small copy it is blurred on, and of which the widest blur is a part. */
const longEdge = 1024;
const widestShare = 0.04;
const narrowestShare = 0.004;
/** Under the subject, where too little background reaches, a blur this many times wider goes on. */
const reachFurther = 6;
const tooLittle = 0.02;

/** A small copy, to be grown to the picture's size. `strength` is 0..100. */
export function blurSurroundings(pixels: Pixels, alpha: Uint8Array, strength: number): Pixels {
  const { colours, alpha: cover, width, height } = shrinkWithAlpha(pixels, alpha, longEdge);
  const share = narrowestShare + (widestShare - narrowestShare) * (strength / 100);
  const sigma = share * Math.max(width, height);
  // The subject's edge hardly counts: its pixels are mixtures.
  const weights = cover.map(value => (1 - value) ** 4);
  const near = blurPlane(weights, width, height, sigma);
  const far = blurPlane(weights, width, height, sigma * reachFurther);
  const data = new Uint8ClampedArray(width * height * 3);
  for (let k = 0; k < 3; k++) {
    const weighed = weights.map((weight, i) => weight * colours[i * 3 + k]!);
    const nearSum = blurPlane(weighed, width, height, sigma);
    const farSum = blurPlane(weighed, width, height, sigma * reachFurther);
    for (let i = 0; i < near.length; i++) {
      const trust = Math.min(1, near[i]! / tooLittle);
      const nearColour = near[i]! > 1e-4 ? nearSum[i]! / near[i]! : 0;
      const farColour = far[i]! > 1e-4 ? farSum[i]! / far[i]! : 128;
      data[i * 3 + k] = near[i]! > 1e-4 ? trust * nearColour + (1 - trust) * farColour : farColour;
    }
  }
  return { data: new Uint8Array(data.buffer), width, height };
}
