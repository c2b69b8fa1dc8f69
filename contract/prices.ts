// What runs cost, in functions that tools' contracts use. docs/product.md lists the prices.
import type { RunSize } from './facts.ts';
import type { Cost } from './tool.ts';

/** A use may be paid with this many coins. */
export const coinsPerUse = 10;

export const free: Cost = { kind: 'none' };
export const oneUse: Cost = { kind: 'use', amount: 1 };

/** A use for every started `seconds` of the clip or sound in `field`; one while its length is not known. */
export const oneUsePer =
  (seconds: number, field = 'videoUrl') =>
  ({ facts }: RunSize): Cost => ({
    kind: 'use',
    amount: Math.max(1, Math.ceil((facts[field]?.[0]?.seconds ?? 0) / seconds)),
  });

/** A use, and another one for every further started `step` of a size that is larger than `upTo`. */
export const usesForSize = (size: number, { upTo, step }: { upTo: number; step: number }): Cost => ({
  kind: 'use',
  amount: 1 + Math.max(0, Math.ceil((size - upTo) / step)),
});
