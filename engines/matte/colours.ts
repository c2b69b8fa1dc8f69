// Compares each pixel's colour with the colours under a stroke and with those on the other side.

/**
 * Bins of luma and of each chroma. Leaves, hair and folds differ in brightness more than in tint, so counts are spread farther along luma, while
 * chroma is told apart more finely.
 */
const lumaBins = 16;
const chromaBins = 32;
const lumaPasses = 5;
const chromaPasses = 2;
/** Density that both sides lack: a colour that hardly occurs under the stroke is foreign to it. */
const rareDensity = 2e-5;

/** The bin of each pixel's colour in a histogram; `guide` is RGB. */
export function findBins(guide: Uint8Array): Uint16Array {
  const bins = new Uint16Array(guide.length / 3);
  for (let i = 0, at = 0; i < bins.length; i++, at += 3) {
    const [red, green, blue] = [guide[at]!, guide[at + 1]!, guide[at + 2]!];
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    const toBlue = 128 + 0.564 * (blue - luma);
    const toRed = 128 + 0.713 * (red - luma);
    bins[i] = ((luma >> 4) * chromaBins + (toBlue >> 3)) * chromaBins + (toRed >> 3);
  }
  return bins;
}

/** Blurs the counts along one axis of the histogram, on which neighbours are `step` bins apart. */
function blurAxis(counts: Float32Array, step: number, length: number): Float32Array {
  return counts.map((value, bin) => {
    const place = Math.floor(bin / step) % length;
    const before = place > 0 ? counts[bin - step]! : value;
    const after = place < length - 1 ? counts[bin + step]! : value;
    return 0.5 * value + 0.25 * (before + after);
  });
}

/** Density of colours (sum 1) among pixels that count `weightOf` each. */
export function measureDensity(bins: Uint16Array, weightOf: (pixel: number) => number): Float32Array {
  let counts: Float32Array = new Float32Array(lumaBins * chromaBins ** 2);
  let total = 0;
  for (let i = 0; i < bins.length; i++) {
    const weight = weightOf(i);
    counts[bins[i]!]! += weight;
    total += weight;
  }
  for (let pass = 0; pass < lumaPasses; pass++) counts = blurAxis(counts, chromaBins ** 2, lumaBins);
  for (let pass = 0; pass < chromaPasses; pass++)
    counts = blurAxis(blurAxis(counts, chromaBins, chromaBins), 1, chromaBins);
  return counts.map(count => count / Math.max(total, 1e-9));
}

/** For each pixel the probability (0..1) that its colour is one of the first density and not of the second. */
export function compareColours(bins: Uint16Array, own: Float32Array, other: Float32Array): Float32Array {
  const likenessOfBin = own.map((density, bin) => density / (density + other[bin]! + rareDensity));
  const likeness = new Float32Array(bins.length);
  for (let i = 0; i < bins.length; i++) likeness[i] = likenessOfBin[bins[i]!]!;
  return likeness;
}
