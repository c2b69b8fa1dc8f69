// Compares each pixel's colour with the colours under a stroke and with those on the other side.
import type { CoarseMatte } from './network.ts';

/** Histogram bins per channel. */
const bins = 16;
const binOf = (value: number) => value >> 4;

/** Builds a colour histogram. Each pixel also adds a little to neighbouring bins, to allow for noise. */
function countColours(
  { guide }: CoarseMatte,
  isWanted: (pixel: number) => boolean,
): { counts: Float32Array; total: number } {
  const exact = new Float32Array(bins ** 3);
  let total = 0;
  for (let i = 0, at = 0; at < guide.length; i++, at += 3) {
    if (!isWanted(i)) continue;
    exact[(binOf(guide[at]!) * bins + binOf(guide[at + 1]!)) * bins + binOf(guide[at + 2]!)]!++;
    total++;
  }
  let counts = exact;
  for (const step of [1, bins, bins * bins]) {
    const from = counts;
    counts = from.map((value, bin) => {
      const place = Math.floor(bin / step) % bins;
      const before = place > 0 ? from[bin - step]! : 0;
      const after = place < bins - 1 ? from[bin + step]! : 0;
      return 0.5 * value + 0.25 * (before + after);
    });
  }
  return { counts, total };
}

/**
 * For each pixel the probability (0..1) that its colour is that of the painted pixels and not that of the pixels where `isOpposite`. Pixels around a
 * stroke are opposite only because the network was wrong, so those with a painted colour hardly count.
 */
export function measureColours(
  matte: CoarseMatte,
  painted: Float32Array,
  isOpposite: (pixel: number) => boolean,
): Float32Array {
  const own = countColours(matte, i => painted[i]! > 0.5);
  const other = countColours(matte, i => painted[i]! <= 0.5 && isOpposite(i));
  const likenessOfBin = own.counts.map((count, bin) => {
    const ours = count / Math.max(1, own.total);
    const theirs = other.counts[bin]! / Math.max(1, other.total);
    // The constant gives 0.5 for a colour that neither side has.
    return (ours + 1e-5) / (ours + theirs + 2e-5);
  });
  const { guide } = matte;
  const likeness = new Float32Array(guide.length / 3);
  for (let i = 0, at = 0; i < likeness.length; i++, at += 3) {
    likeness[i] = likenessOfBin[(binOf(guide[at]!) * bins + binOf(guide[at + 1]!)) * bins + binOf(guide[at + 2]!)]!;
  }
  return likeness;
}
