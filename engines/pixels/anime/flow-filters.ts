// Filters along and across the flow of an image: a bilateral filter that flattens it, a difference of Gaussians that finds its lines (Kang, Lee and
// Chui, "Flow-Based Image Abstraction", 2009; Winnemöller, Kyprianidis and Olsen, "XDoG", 2012), and line integral convolution for the streaks of
// brush and pencil (Cabral and Leedom, "Imaging Vector Fields Using Line Integral Convolution", 1993).
import { type Lab, makeLab } from '../oklab.ts';
import type { Flow } from './flow.ts';

/** Samples a plane bilinearly; the border is repeated. */
function sample(plane: Float32Array, width: number, height: number, x: number, y: number): number {
  const px = Math.max(0, Math.min(width - 1, x));
  const py = Math.max(0, Math.min(height - 1, y));
  const left = px | 0;
  const top = py | 0;
  const at = top * width + left;
  const right = left < width - 1 ? 1 : 0;
  const down = top < height - 1 ? width : 0;
  const fx = px - left;
  const upper = plane[at]! + (plane[at + right]! - plane[at]!) * fx;
  const lower = plane[at + down]! + (plane[at + down + right]! - plane[at + down]!) * fx;
  return upper + (lower - upper) * (py - top);
}

/** Number of taps on each side of the centre. */
const bilateralTaps = 3;
const spatialWeights = Float32Array.from({ length: bilateralTaps + 1 }, (_, tap) => Math.exp(-((tap / 2) ** 2) / 2));

interface Smoothing {
  readonly flow: Flow;
  /** Distance between two samples, in pixels. */
  readonly step: number;
  /** Differences in OKLab well below this are smoothed away. */
  readonly range: number;
  /** Factor for `step` at each pixel; 1 if absent. */
  readonly scale: Float32Array | undefined;
}

/** Runs one pass of the bilateral filter, along the flow or across it. */
function smoothOneWay(from: Lab, to: Lab, isAlong: boolean, { flow, step, range, scale }: Smoothing): void {
  const { width, height, l, a, b } = from;
  const { tx, ty } = flow;
  const sharpness = 1 / (16 * range * range);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const reach = scale ? step * scale[i]! : step;
      const dx = (isAlong ? tx[i]! : -ty[i]!) * reach;
      const dy = (isAlong ? ty[i]! : tx[i]!) * reach;
      const l0 = l[i]!;
      const a0 = a[i]!;
      const b0 = b[i]!;
      let weights = 1;
      let sumL = l0;
      let sumA = a0;
      let sumB = b0;
      for (let tap = -bilateralTaps; tap <= bilateralTaps; tap++) {
        if (tap === 0) continue;
        let px = (x + dx * tap + 0.5) | 0;
        let py = (y + dy * tap + 0.5) | 0;
        px = px < 0 ? 0 : px >= width ? width - 1 : px;
        py = py < 0 ? 0 : py >= height ? height - 1 : py;
        const at = py * width + px;
        const dl = l[at]! - l0;
        const da = a[at]! - a0;
        const db = b[at]! - b0;
        // Colour differences count double, so that skin does not bleed into a pale wall of the same lightness.
        // (1 - x / 8)^8 approximates exp(-x) and is much cheaper.
        const near = 1 - (dl * dl + 4 * (da * da + db * db)) * sharpness;
        if (near <= 0) continue;
        const square = near * near;
        const weight = spatialWeights[tap < 0 ? -tap : tap]! * square * square * square * square;
        weights += weight;
        sumL += l[at]! * weight;
        sumA += a[at]! * weight;
        sumB += b[at]! * weight;
      }
      to.l[i] = sumL / weights;
      to.a[i] = sumA / weights;
      to.b[i] = sumB / weights;
    }
}

/**
 * Flattens an image: surfaces become even, edges stay and get smoother. The distance between samples doubles with every round (after Dammertz et al.,
 * "Edge-Avoiding À-Trous Wavelet Transform", 2010), so that a few samples reach far. Returns a new image.
 */
export function flatten(
  lab: Lab,
  flow: Flow,
  { step, range, rounds, scale }: { step: number; range: number; rounds: number; scale?: Float32Array | undefined },
): Lab {
  const middle = makeLab(lab.width, lab.height);
  const out = makeLab(lab.width, lab.height);
  let from = lab;
  for (let round = 0; round < rounds; round++) {
    const smoothing = { flow, step: step * 2 ** round, range, scale };
    smoothOneWay(from, middle, true, smoothing);
    smoothOneWay(middle, out, false, smoothing);
    from = out;
  }
  return from === lab ? { ...lab, l: lab.l.slice(), a: lab.a.slice(), b: lab.b.slice() } : out;
}

const lineTaps = 5;
/** In sigmas: the taps reach 3.2 sigmas, which is 2 of the wider Gaussian. */
const tapSpacing = 0.64;
const wider = 1.6;
const gaussian = (sigma: number) => {
  const weights = Float32Array.from({ length: lineTaps + 1 }, (_, tap) =>
    Math.exp(-((tap * tapSpacing) ** 2) / (2 * sigma * sigma)),
  );
  const sum = weights.reduce((total, weight) => total + 2 * weight, -weights[0]!);
  return weights.map(weight => weight / sum);
};
const narrowWeights = gaussian(1);
const wideWeights = gaussian(wider);
const differenceWeights = narrowWeights.map((weight, tap) => wideWeights[tap]! - weight);

interface LineWishes {
  /** Half the width of a line, in pixels. */
  readonly sigma: number;
  /** Length over which a line is smoothed, in pixels. */
  readonly along: number;
  /** Factor for both at each pixel; 1 if absent. */
  readonly scale?: Float32Array | undefined;
}

/** Returns how much darker each pixel is than its surroundings across the flow: above 0 inside dark lines and on the dark side of edges. */
function findDarkness(
  light: Float32Array,
  { width, height, tx, ty }: Flow,
  { sigma, scale }: LineWishes,
): Float32Array {
  const found = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const reach = sigma * tapSpacing * (scale ? scale[i]! : 1);
      const dx = -ty[i]! * reach;
      const dy = tx[i]! * reach;
      let sum = light[i]! * differenceWeights[0]!;
      for (let tap = 1; tap <= lineTaps; tap++)
        sum +=
          differenceWeights[tap]! *
          (sample(light, width, height, x + dx * tap, y + dy * tap) +
            sample(light, width, height, x - dx * tap, y - dy * tap));
      found[i] = sum;
    }
  return found;
}

/** Averages along the streamlines of the flow, `length` pixels to each side, with decreasing weight. Returns a new plane. */
export function streak(
  plane: Float32Array,
  { width, height, tx, ty }: Flow,
  length: number,
  scale?: Float32Array,
): Float32Array {
  const out = new Float32Array(width * height);
  const steps = Math.max(1, Math.min(12, Math.round(length)));
  const weights = Float32Array.from({ length: steps + 1 }, (_, step) => Math.exp(-2 * (step / steps) ** 2));
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const pace = (length / steps) * (scale ? scale[i]! : 1);
      let sum = plane[i]!;
      let total = 1;
      for (let side = -1; side <= 1; side += 2) {
        let px = x;
        let py = y;
        let dx = tx[i]! * side;
        let dy = ty[i]! * side;
        for (let step = 1; step <= steps; step++) {
          px += dx * pace;
          py += dy * pace;
          if (px < 0 || py < 0 || px > width - 1 || py > height - 1) break;
          const weight = weights[step]!;
          sum += sample(plane, width, height, px, py) * weight;
          total += weight;
          const at = ((py + 0.5) | 0) * width + ((px + 0.5) | 0);
          const turn = tx[at]! * dx + ty[at]! * dy < 0 ? -1 : 1;
          dx = tx[at]! * turn;
          dy = ty[at]! * turn;
        }
      }
      out[i] = sum / total;
    }
  return out;
}

/** Returns the lines of a lightness plane (0..1): a few hundredths in the middle of a clear line, below 0 beside it. */
export function findLines(light: Float32Array, flow: Flow, wishes: LineWishes): Float32Array {
  return streak(findDarkness(light, flow, wishes), flow, wishes.along, wishes.scale);
}
