// Brings the blacks of a denoised picture back. A camera cuts the noise of its sensor off at black: what would be below is stored as 0, so the mean of dark
// noise lies above the scene, and what is denoised to that mean turns grey, or brown where one colour is noisier.
import type { Pixels } from '../pixels/plane.ts';
import { fromLight, lightOfLevel } from '../pixels/srgb.ts';

/** Side in pixels of the blocks that are measured. */
const side = 8;
/** Levels of the answer that are judged together, and above which no noise reaches black. */
const binLevels = 6;
const maxLevel = 160;
/** Share of the blocks of a bin, the calmest ones of the answer: in the others what varies is the scene. */
const calmShare = 0.2;
const minBlocks = 12;
/** Levels above the brightest bin in which its change fades away. */
const fadeLevels = 32;

/** The normal distribution: its density, and its integral by Abramowitz and Stegun 7.1.26. */
const density = (t: number): number => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
function below(t: number): number {
  const x = Math.abs(t) / Math.SQRT2;
  const k = 1 / (1 + 0.3275911 * x);
  const terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const tail = terms.reduce((sum, term) => (sum + term) * k, 0) * Math.exp(-x * x);
  return t >= 0 ? 1 - tail / 2 : tail / 2;
}

interface Cut {
  /** The mean of the noise before the cut, in its standard deviations. */
  readonly mean: number;
  /** The standard deviation after the cut, and the mean over it, likewise. */
  readonly deviation: number;
  readonly ratio: number;
}

const [minMean, maxMean, meanStep] = [-3, 8, 0.02];
/** Normal noise that is cut off at 0, by rising mean. */
const cuts = Array.from({ length: Math.round((maxMean - minMean) / meanStep) + 1 }, (_, index): Cut => {
  const mean = minMean + index * meanStep;
  const cutMean = mean * below(mean) + density(mean);
  const square = (mean * mean + 1) * below(mean) + mean * density(mean);
  const deviation = Math.sqrt(Math.max(1e-12, square - cutMean * cutMean));
  return { mean, deviation, ratio: cutMean / deviation };
});

/** The light before the cut of noise that has this mean and deviation after it. At least 0. */
function undoCut(mean: number, deviation: number): number {
  const found = cuts.find(({ ratio }) => ratio >= mean / deviation);
  return found ? Math.max(0, (found.mean * deviation) / found.deviation) : mean;
}

interface Block {
  /** Mean level and variance of the answer. */
  readonly level: number;
  readonly variance: number;
  /** Mean of the light in the noisy picture, and the variance that the answer does not have. */
  readonly light: number;
  readonly noise: number;
}

function measureBlock(noisy: Pixels, made: Pixels, from: number): Block {
  let [levels, squares, light, lightSquares, madeLight, madeSquares] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const at = from + (y * noisy.width + x) * 3;
      const level = made.data[at]!;
      const [seen, answered] = [lightOfLevel[noisy.data[at]!]!, lightOfLevel[level]!];
      levels += level;
      squares += level * level;
      light += seen;
      lightSquares += seen * seen;
      madeLight += answered;
      madeSquares += answered * answered;
    }
  const count = side * side;
  const varianceOf = (sum: number, ofSquares: number) => ofSquares / count - (sum / count) ** 2;
  const noise = varianceOf(light, lightSquares) - varianceOf(madeLight, madeSquares);
  return { level: levels / count, variance: varianceOf(levels, squares), light: light / count, noise };
}

const meanOf = (blocks: readonly Block[], of: (block: Block) => number) =>
  blocks.reduce((sum, block) => sum + of(block), 0) / blocks.length;

/** How far the levels of a channel lie above the scene, by level, from dark to bright. */
function measureFog(noisy: Pixels, made: Pixels, channel: number): { level: number; fog: number }[] {
  const { width, height } = noisy;
  const blocks: Block[] = [];
  for (let y = 0; y + side <= height; y += side)
    for (let x = 0; x + side <= width; x += side) blocks.push(measureBlock(noisy, made, (y * width + x) * 3 + channel));
  const bins = Map.groupBy(
    blocks.filter(({ level }) => level < maxLevel),
    ({ level }) => Math.floor(level / binLevels),
  );
  return [...bins]
    .sort(([a], [b]) => a - b)
    .filter(([, alike]) => alike.length >= minBlocks)
    .map(([, alike]) => {
      const calm = alike
        .sort((a, b) => a.variance - b.variance)
        .slice(0, Math.max(minBlocks, Math.ceil(alike.length * calmShare)));
      const level = meanOf(calm, block => block.level);
      const deviation = Math.sqrt(
        Math.max(
          1e-9,
          meanOf(calm, block => block.noise),
        ),
      );
      const light = undoCut(
        meanOf(calm, block => block.light),
        deviation,
      );
      return { level, fog: Math.max(0, level - 255 * fromLight(light)) };
    });
}

/** The level of the scene for each level of the answer. */
function drawCurve(fogs: readonly { level: number; fog: number }[]): Uint8Array {
  const [first] = fogs;
  const last = fogs.at(-1);
  const fogAt = (level: number): number => {
    if (!first || !last) return 0;
    if (level <= first.level) return (first.fog * level) / Math.max(1, first.level);
    if (level >= last.level) return last.fog * Math.max(0, 1 - (level - last.level) / fadeLevels);
    const next = fogs.findIndex(one => one.level >= level);
    const [dark, bright] = [fogs[next - 1]!, fogs[next]!];
    return dark.fog + ((bright.fog - dark.fog) * (level - dark.level)) / (bright.level - dark.level);
  };
  let reached = 0;
  return Uint8Array.from({ length: 256 }, (_, level) => {
    reached = Math.max(reached, level - fogAt(level));
    return Math.round(reached);
  });
}

/**
 * Lowers the dark levels of `made` to where the scene was, by the noise of `noisy`, of which it is the answer. Both have the same size. The mean and the
 * deviation of noise that is cut off at 0 say what both were before the cut (a rectified normal distribution). They are measured in linear light,
 * in each channel alone, since one tints the blacks. Nothing is made brighter, and nothing changes where no noise reaches black.
 */
export function lowerBlacks(noisy: Pixels, made: Pixels): Pixels {
  const curves = [0, 1, 2].map(channel => drawCurve(measureFog(noisy, made, channel)));
  return { ...made, data: made.data.map((level, at) => curves[at % 3]![level]!) };
}
