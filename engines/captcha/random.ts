// Random numbers for captchas from the system's generator, because Math.random can be predicted from earlier output.
import { randomFillSync } from 'node:crypto';

const pool = new Uint32Array(16_384);
let used = pool.length;

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export function random(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool[used++]! / 2 ** 32;
}

export const between = (min: number, max: number): number => min + random() * (max - min);
/** Returns an integer, both ends included. */
export const wholeBetween = (min: number, max: number): number => Math.floor(between(min, max + 1));
export const isLucky = (chance: number): boolean => random() < chance;
export const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

export function shuffle<T>(list: readonly T[]): T[] {
  const shuffled = [...list];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = wholeBetween(0, i);
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}
