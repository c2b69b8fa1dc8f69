// What runs cost, in functions that tools' contracts use. docs/product.md lists the prices.
import type { Cost } from './tool.ts';

/** A use may be paid with this many coins. */
export const coinsPerUse = 10;

export const free: Cost = { kind: 'none' };
export const oneUse: Cost = { kind: 'use', amount: 1 };

/** A use for every started `per` seconds; one while the length is not known. */
export const usesForSeconds = (seconds: number | undefined, per: number): Cost => ({
  kind: 'use',
  amount: Math.max(1, Math.ceil((seconds ?? 0) / per)),
});

/** A use, and another one for every further started `step` of a size that is larger than `upTo`. */
export const usesForSize = (size: number, { upTo, step }: { upTo: number; step: number }): Cost => ({
  kind: 'use',
  amount: 1 + Math.max(0, Math.ceil((size - upTo) / step)),
});
