// What runs cost, in functions that tools' contracts use. docs/product.md lists the prices.
import { maxClipSeconds } from './clip/formats.ts';
import type { Cost } from './tool.ts';

/** A use may be paid with this many coins. */
export const coinsPerUse = 10;

export const free: Cost = { kind: 'none' };
export const oneUse: Cost = { kind: 'use', amount: 1 };

/**
 * A use for every started `per` seconds of a clip. One for a clip that is not here yet: the price is made anew when its link was followed. One
 * whose length cannot be found costs as much as the longest, `most`: otherwise to hide the length would be to pay less.
 */
export const usesForSeconds = (
  clip: { readonly seconds?: number | undefined } | undefined,
  per: number,
  most = maxClipSeconds,
): Cost => ({
  kind: 'use',
  amount: Math.max(1, Math.ceil((clip ? (clip.seconds ?? most) : 0) / per)),
});

/** A use, and another one for every further started `step` of a size that is larger than `upTo`. */
export const usesForSize = (size: number, { upTo, step }: { upTo: number; step: number }): Cost => ({
  kind: 'use',
  amount: 1 + Math.max(0, Math.ceil((size - upTo) / step)),
});
