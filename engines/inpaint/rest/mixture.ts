// Mixtures of Gaussians that describe the colours of a part of an image, fitted as in GrabCut (Rother, Kolmogorov, Blake, SIGGRAPH 2004): each pixel
// belongs to the component that explains it best.

/** A Gaussian: what its share and its extent cost, its mean, and the inverse of its covariance: xx, xy, xz, yy, yz, zz. */
interface Component {
  readonly base: number;
  readonly mean: readonly [number, number, number];
  readonly inverse: readonly [number, number, number, number, number, number];
}

export type Mixture = readonly Component[];

/** So many pixels at most are looked at, spread evenly over the list; components are first placed by fewer. */
const maxFitted = 6000;
const maxPlaced = 400;
const rounds = 6;
/** A new component is placed where this share of the pixels is farther from all others: the farthest are outliers. */
const outliers = 0.05;
/** Variance of sensor noise and of rounding, in levels. */
const noise = 20;
const firstVariance = 200;
/** A component of fewer pixels keeps its place, at a high cost. */
const minPixels = 5;
const rareCost = 50;
const maxCost = 1000;

function spread(pixels: Int32Array, most: number): Int32Array {
  const count = Math.min(pixels.length, most);
  return Int32Array.from({ length: count }, (_, i) => pixels[Math.floor((i * pixels.length) / count)]!);
}

/** Euclidean distance of the colours of two pixels, squared. */
export function squareOf(colours: Uint8Array, one: number, other: number): number {
  let sum = 0;
  for (let channel = 0; channel < 3; channel++)
    sum += (colours[one * 3 + channel]! - colours[other * 3 + channel]!) ** 2;
  return sum;
}

function explain({ base, mean, inverse }: Component, colours: Uint8Array, at: number): number {
  const x = colours[at]! - mean[0];
  const y = colours[at + 1]! - mean[1];
  const z = colours[at + 2]! - mean[2];
  const [xx, xy, xz, yy, yz, zz] = inverse;
  return base + 0.5 * (xx * x * x + yy * y * y + zz * z * z) + xy * x * y + xz * x * z + yz * y * z;
}

/** The cost of a pixel's colour in a mixture: minus the logarithm of its density, up to a constant that is the same for all mixtures. */
export function explainPixel(mixture: Mixture, colours: Uint8Array, pixel: number): number {
  let least = maxCost;
  for (const component of mixture) least = Math.min(least, explain(component, colours, pixel * 3));
  return least;
}

/** Places components far from each other. */
function placeComponents(colours: Uint8Array, pixels: Int32Array, count: number): Mixture {
  const samples = [...spread(pixels, maxPlaced)];
  const chosen = [samples[0]!];
  const away = samples.map(() => Number.POSITIVE_INFINITY);
  while (chosen.length < count) {
    const last = chosen.at(-1)!;
    samples.forEach((pixel, i) => {
      away[i] = Math.min(away[i]!, squareOf(colours, pixel, last));
    });
    const order = [...samples.keys()].sort((a, b) => away[b]! - away[a]!);
    if (away[order[0]!] === 0) break;
    chosen.push(samples[order[Math.floor(order.length * outliers)]!]!);
  }
  const one = 1 / firstVariance;
  return chosen.map(pixel => ({
    base: 0,
    mean: [colours[pixel * 3]!, colours[pixel * 3 + 1]!, colours[pixel * 3 + 2]!],
    inverse: [one, 0, 0, one, 0, one],
  }));
}

/** The Gaussian of the pixels that belong to a component; `old` where they are too few. */
function fitComponent(colours: Uint8Array, own: readonly number[], share: number, old: Component): Component {
  if (own.length < minPixels) return { ...old, base: rareCost };
  const mean: [number, number, number] = [0, 0, 0];
  for (const pixel of own) for (let i = 0; i < 3; i++) mean[i]! += colours[pixel * 3 + i]! / own.length;
  let [xx, xy, xz, yy, yz, zz] = [noise, 0, 0, noise, 0, noise];
  for (const pixel of own) {
    const x = colours[pixel * 3]! - mean[0];
    const y = colours[pixel * 3 + 1]! - mean[1];
    const z = colours[pixel * 3 + 2]! - mean[2];
    xx += (x * x) / own.length;
    xy += (x * y) / own.length;
    xz += (x * z) / own.length;
    yy += (y * y) / own.length;
    yz += (y * z) / own.length;
    zz += (z * z) / own.length;
  }
  const [a, b, c] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const volume = xx * a + xy * b + xz * c;
  return {
    base: 0.5 * Math.log(volume) - Math.log(share),
    mean,
    inverse: [
      a / volume,
      b / volume,
      c / volume,
      (xx * zz - xz * xz) / volume,
      (xy * xz - xx * yz) / volume,
      (xx * yy - xy * xy) / volume,
    ],
  };
}

/** Fits a mixture of at most `count` components to the colours of `pixels`, of which there is at least one. `colours`: red, green, blue. */
export function fitMixture(colours: Uint8Array, pixels: Int32Array, count: number): Mixture {
  const fitted = spread(pixels, maxFitted);
  let mixture = placeComponents(colours, fitted, count);
  for (let round = 0; round < rounds; round++) {
    const members: number[][] = mixture.map(() => []);
    for (const pixel of fitted) {
      let [best, least] = [0, Number.POSITIVE_INFINITY];
      for (let i = 0; i < mixture.length; i++) {
        const cost = explain(mixture[i]!, colours, pixel * 3);
        if (cost < least) [best, least] = [i, cost];
      }
      members[best]!.push(pixel);
    }
    mixture = mixture.map((old, i) => fitComponent(colours, members[i]!, members[i]!.length / fitted.length, old));
  }
  return mixture;
}
