// What benches draw from seeded random numbers, so that it is the same in every run.

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
