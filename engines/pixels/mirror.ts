/** Mirrors an index beyond the border of a plane, repeating the border pixel. */
export function mirror(at: number, length: number): number {
  const turn = ((at % (2 * length)) + 2 * length) % (2 * length);
  return turn < length ? turn : 2 * length - 1 - turn;
}

/** The same without repeating the border pixel. */
export function mirrorOnce(at: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * length - 2;
  const turned = ((at % period) + period) % period;
  return turned < length ? turned : period - turned;
}
