// Seeded random numbers, so that what a bench draws or spoils is the same in every run.

/** Returns a deterministic generator of numbers 0..1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Turns uniform random numbers into normally distributed ones with standard deviation 1. */
export const createNormal = (random: () => number) => (): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** One of a list at random; those with a larger share more often. */
export function pickByShare<T extends { readonly share: number }>(random: () => number, list: readonly T[]): T {
  let left = random() * list.reduce((sum, { share }) => sum + share, 0);
  const found = list.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return found ?? list[0]!;
}
