// Chooses the colours of a palette for samples of pixels: variance-based median cut, refined by k-means. Sources: Heckbert 1982, Celebi 2011.

/** Red, green and blue of each colour, one after the other. */
export type Palette = Uint8Array;

/** Colours that differ only in the lowest three bits are counted as one while the palette is chosen. */
const shift = 3;
const cells = 1 << (3 * (8 - shift));
const refinements = 4;

/** Similar colours of the samples: their mean and their number. */
interface Colours {
  readonly count: number;
  /** Red, green and blue of each. */
  readonly means: Float64Array;
  readonly weights: Float64Array;
}

/** Returns the distinct colours, or undefined where there are more than `max`. */
function listColours(samples: Uint32Array, max: number): number[] | undefined {
  const found = new Set<number>();
  let last = -1;
  for (const sample of samples) {
    const colour = sample & 0xffffff;
    if (colour === last) continue;
    last = colour;
    found.add(colour);
    if (found.size > max) return undefined;
  }
  return [...found];
}

function countColours(samples: Uint32Array): Colours {
  const sums = new Float64Array(cells * 3);
  const counts = new Float64Array(cells);
  for (const sample of samples) {
    const red = sample & 255;
    const green = (sample >> 8) & 255;
    const blue = (sample >> 16) & 255;
    const cell = ((red >> shift) << (16 - 2 * shift)) | ((green >> shift) << (8 - shift)) | (blue >> shift);
    counts[cell]!++;
    sums[cell * 3]! += red;
    sums[cell * 3 + 1]! += green;
    sums[cell * 3 + 2]! += blue;
  }
  const used = [...counts.keys()].filter(cell => counts[cell]! > 0);
  const means = new Float64Array(used.length * 3);
  const weights = new Float64Array(used.length);
  for (const [at, cell] of used.entries()) {
    weights[at] = counts[cell]!;
    for (let channel = 0; channel < 3; channel++) means[at * 3 + channel] = sums[cell * 3 + channel]! / counts[cell]!;
  }
  return { count: used.length, means, weights };
}

interface Box {
  readonly members: readonly number[];
  readonly mean: readonly number[];
  /** The channel in which its colours differ most, and the sum of their squared differences in it. */
  readonly axis: number;
  readonly spread: number;
}

function makeBox(members: readonly number[], { means, weights }: Colours): Box {
  const [sums, squares] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let weight = 0;
  for (const member of members) {
    const own = weights[member]!;
    weight += own;
    for (let channel = 0; channel < 3; channel++) {
      const level = means[member * 3 + channel]!;
      sums[channel]! += own * level;
      squares[channel]! += own * level * level;
    }
  }
  const mean = sums.map(sum => sum / weight);
  const spreads = squares.map((square, channel) => square - sums[channel]! * mean[channel]!);
  const spread = Math.max(...spreads);
  return { members, mean, axis: spreads.indexOf(spread), spread: members.length > 1 ? spread : 0 };
}

/** Divides the colours into at most `max` boxes, always the one with the greatest spread at its mean. */
function cutBoxes(colours: Colours, max: number): Box[] {
  const boxes = [makeBox([...new Array(colours.count).keys()], colours)];
  while (boxes.length < max) {
    const widest = boxes.reduce((best, box, at) => (box.spread > boxes[best]!.spread ? at : best), 0);
    const { members, mean, axis, spread } = boxes[widest]!;
    if (spread <= 0) break;
    const isBelow = (member: number) => colours.means[member * 3 + axis]! <= mean[axis]!;
    const [below, above] = [members.filter(isBelow), members.filter(member => !isBelow(member))];
    if (above.length === 0) break;
    boxes.splice(widest, 1, makeBox(below, colours), makeBox(above, colours));
  }
  return boxes;
}

function findNearest(centres: Float64Array, red: number, green: number, blue: number): number {
  let nearest = 0;
  let min = Number.POSITIVE_INFINITY;
  for (let at = 0; at < centres.length; at += 3) {
    const byRed = centres[at]! - red;
    const byGreen = centres[at + 1]! - green;
    const byBlue = centres[at + 2]! - blue;
    const distance = byRed * byRed + byGreen * byGreen + byBlue * byBlue;
    if (distance >= min) continue;
    min = distance;
    nearest = at;
  }
  return nearest / 3;
}

/** Moves each centre to the mean of the colours that are nearest to it. */
function refine(centres: Float64Array, { count, means, weights }: Colours): void {
  const sums = new Float64Array(centres.length);
  const totals = new Float64Array(centres.length / 3);
  for (let at = 0; at < count; at++) {
    const red = means[at * 3]!;
    const green = means[at * 3 + 1]!;
    const blue = means[at * 3 + 2]!;
    const nearest = findNearest(centres, red, green, blue);
    const weight = weights[at]!;
    totals[nearest]! += weight;
    sums[nearest * 3]! += red * weight;
    sums[nearest * 3 + 1]! += green * weight;
    sums[nearest * 3 + 2]! += blue * weight;
  }
  for (let at = 0; at < centres.length; at++) {
    const total = totals[Math.floor(at / 3)]!;
    if (total > 0) centres[at] = sums[at]! / total;
  }
}

/**
 * Returns at most `max` colours for samples, which are 32-bit numbers with red in the lowest byte; alpha is ignored. Samples with no more colours than
 * that keep them exactly.
 */
export function choosePalette(samples: Uint32Array, max: number): Palette {
  const own = listColours(samples, max);
  if (own) return Uint8Array.from(own.flatMap(colour => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]));
  const colours = countColours(samples);
  const centres = Float64Array.from(cutBoxes(colours, max).flatMap(({ mean }) => mean));
  for (let round = 0; round < refinements; round++) refine(centres, colours);
  return Uint8Array.from(centres, level => Math.round(level));
}
