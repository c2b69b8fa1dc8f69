// Colours at places between the pixels of a picture.
import type { Pixels } from '../pixels/plane.ts';

/** Weights of the four neighbours at `t` between the middle two. Source: Keys, "Cubic convolution interpolation", 1981, a = -1/2. */
function cubicWeights(t: number): readonly [number, number, number, number] {
  const [t2, t3] = [t * t, t * t * t];
  return [-0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3, -0.5 * t2 + 0.5 * t3];
}

/** Adds the colour at a place to `into`. */
type Sample = (x: number, y: number, into: Float64Array) => void;

const clamp = (value: number, max: number) => (value < 0 ? 0 : Math.min(value, max));

/** Reads colours at places between pixels, the border repeated beyond it. Linear when the picture is made smaller, cubic when it is made larger. */
export function makeSampler({ data, width, height }: Pixels, isCubic: boolean): Sample {
  const linear: Sample = (x, y, into) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - x0, y - y0];
    for (let j = 0; j < 2; j++) {
      const row = clamp(y0 + j, height - 1) * width;
      const wy = j ? fy : 1 - fy;
      for (let i = 0; i < 2; i++) {
        const at = (row + clamp(x0 + i, width - 1)) * 3;
        const weight = wy * (i ? fx : 1 - fx);
        for (let c = 0; c < 3; c++) into[c]! += data[at + c]! * weight;
      }
    }
  };
  const cubic: Sample = (x, y, into) => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const across = cubicWeights(x - x0);
    const down = cubicWeights(y - y0);
    for (let j = 0; j < 4; j++) {
      const row = clamp(y0 + j - 1, height - 1) * width;
      for (let i = 0; i < 4; i++) {
        const at = (row + clamp(x0 + i - 1, width - 1)) * 3;
        const weight = down[j]! * across[i]!;
        for (let c = 0; c < 3; c++) into[c]! += data[at + c]! * weight;
      }
    }
  };
  return isCubic ? cubic : linear;
}
