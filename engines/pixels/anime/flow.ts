// The direction of the edges of an image, from the smoothed structure tensor (Brox et al., 2006; Kyprianidis and Döllner, "Image Abstraction by
// Structure Adaptive Filtering", 2008). Lines, brush strokes and hatching follow it.
import { blurPlane } from '../gaussian.ts';
import type { Lab } from '../oklab.ts';
import { ramp } from './grounds.ts';

export interface Flow {
  readonly width: number;
  readonly height: number;
  /** Unit vector along the edge. */
  readonly tx: Float32Array;
  readonly ty: Float32Array;
  /** 0 where there is no direction, 1 where there is only one. */
  readonly anisotropy: Float32Array;
  /** Mean gradient magnitude around the pixel, per pixel: close to 0 on even surfaces, whose direction is only that of their noise. */
  readonly steepness: Float32Array;
}

/** Areas whose directions are found at a finer scale. */
export interface FineParts {
  readonly sigma: number;
  /** Weight of the fine direction, 0..1. */
  readonly share: Float32Array;
}

interface Tensor {
  readonly xx: Float32Array;
  readonly xy: Float32Array;
  readonly yy: Float32Array;
}

/** Adds the products of one plane's gradients, computed with Scharr's weights, whose directions are accurate for edges at any angle. */
function addGradients(plane: Float32Array, width: number, height: number, { xx, xy, yy }: Tensor): void {
  for (let y = 0; y < height; y++) {
    const up = y > 0 ? width : 0;
    const down = y < height - 1 ? width : 0;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const left = i - (x > 0 ? 1 : 0);
      const right = i + (x < width - 1 ? 1 : 0);
      const [upRight, upLeft] = [plane[right - up]!, plane[left - up]!];
      const [downRight, downLeft] = [plane[right + down]!, plane[left + down]!];
      const dx = 0.25 * (upRight - upLeft + downRight - downLeft) + 0.83 * (plane[right]! - plane[left]!);
      const dy = 0.25 * (downLeft - upLeft + downRight - upRight) + 0.83 * (plane[i + down]! - plane[i - up]!);
      xx[i]! += dx * dx;
      xy[i]! += dx * dy;
      yy[i]! += dy * dy;
    }
  }
}

function smooth(plane: Float32Array, width: number, height: number, sigma: number, fine: FineParts | undefined) {
  const wide = blurPlane(plane, width, height, sigma);
  if (!fine) return wide;
  const near = blurPlane(plane, width, height, fine.sigma);
  for (let i = 0; i < wide.length; i++) wide[i]! += (near[i]! - wide[i]!) * fine.share[i]!;
  return wide;
}

/** Finds the flow; `sigma` is the scale in pixels over which the structure tensor is smoothed. */
export function findFlow(lab: Lab, sigma: number, fine?: FineParts): Flow {
  const { width, height } = lab;
  const size = width * height;
  const tensor = { xx: new Float32Array(size), xy: new Float32Array(size), yy: new Float32Array(size) };
  // Colour counts as much as lightness, for edges such as red lips on skin.
  for (const plane of [lab.l, lab.a, lab.b]) addGradients(plane, width, height, tensor);
  const xx = smooth(tensor.xx, width, height, sigma, fine);
  const xy = smooth(tensor.xy, width, height, sigma, fine);
  const yy = smooth(tensor.yy, width, height, sigma, fine);
  const [tx, ty, anisotropy] = [tensor.xx, tensor.xy, tensor.yy];
  for (let i = 0; i < xx.length; i++) {
    const e = xx[i]!;
    const f = xy[i]!;
    const g = yy[i]!;
    const root = Math.sqrt((e - g) * (e - g) + 4 * f * f);
    const max = 0.5 * (e + g + root);
    // The eigenvector of the smaller eigenvalue; of its two forms, the longer one is numerically stable.
    const x = e > g ? -f : max - e;
    const y = e > g ? max - g : -f;
    const length = Math.sqrt(x * x + y * y);
    tx[i] = length > 1e-12 ? x / length : 0;
    ty[i] = length > 1e-12 ? y / length : 1;
    anisotropy[i] = e + g > 1e-10 ? root / (e + g) : 0;
    // The weights sum to 1.33 for a difference over two pixels: 2.66 times the gradient.
    xx[i] = Math.sqrt(Math.max(0, e + g)) / 2.66;
  }
  return { width, height, tx, ty, anisotropy, steepness: xx };
}

/** Rotates the flow by `degrees`, and replaces it by the usual slant of a hand's strokes where the form has no direction. */
export function slant(flow: Flow, unit: number, degrees: number): Flow {
  const { tx, ty, anisotropy, steepness } = flow;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  // Up to the right, as a right-handed person draws.
  const [handX, handY] = [0.64 * cos + 0.77 * sin, 0.64 * sin - 0.77 * cos];
  const out = { ...flow, tx: new Float32Array(tx.length), ty: new Float32Array(tx.length) };
  for (let i = 0; i < tx.length; i++) {
    const x = tx[i]! * cos - ty[i]! * sin;
    const y = tx[i]! * sin + ty[i]! * cos;
    const side = x * handX + y * handY < 0 ? -1 : 1;
    const form = ramp(0.2, 0.6, anisotropy[i]!) * ramp(0.004, 0.02, steepness[i]! * unit);
    const mixedX = x * side * form + handX * (1 - form);
    const mixedY = y * side * form + handY * (1 - form);
    const length = Math.hypot(mixedX, mixedY) || 1;
    out.tx[i] = mixedX / length;
    out.ty[i] = mixedY / length;
  }
  return out;
}
