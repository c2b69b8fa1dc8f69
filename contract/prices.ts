// Price functions for the contracts of tools. docs/product.md lists the prices.
import { maxClipSeconds, paddingSeconds } from './clip/formats.ts';
import type { Cost } from './tool.ts';

/** Coins that pay for one use. */
export const coinsPerUse = 10;

export const free: Cost = { kind: 'none' };
export const oneUse: Cost = { kind: 'use', amount: 1 };

/** The coins that pay a price. */
export const inCoins = (cost: Cost): number =>
  cost.kind === 'none' ? 0 : cost.kind === 'coins' ? cost.amount : cost.amount * coinsPerUse;

/**
 * One use for every started `per` seconds of a clip, less the padding that encoders add. A clip that was not fetched yet costs one use; the price is recalculated after the fetch. A clip
 * of unknown duration costs as much as the longest, `max`, so that hiding the duration does not pay.
 */
export const usesForSeconds = (
  clip: { readonly seconds?: number | undefined } | undefined,
  per: number,
  max = maxClipSeconds,
): Cost => ({
  kind: 'use',
  amount: Math.max(1, 1 + Math.floor(((clip ? (clip.seconds ?? max) : 0) - paddingSeconds) / per)),
});

/** One use, and another for every started `step` of size above `upTo`. */
export const usesForSize = (size: number, { upTo, step }: { upTo: number; step: number }): Cost => ({
  kind: 'use',
  amount: 1 + Math.max(0, Math.ceil((size - upTo) / step)),
});
