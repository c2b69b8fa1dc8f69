// Tests when a measured blur is given up because the small network saw a shake.
import { expect, test, vi } from 'vitest';
import { sharpenOptions } from './contract.ts';

const seen = { isShaken: true };
vi.mock('engines/deblur/deblur.ts', () => ({
  planDeblurring: async () => ({ isBlurred: true, isShaken: seen.isShaken, largest: { part: 1, three: 0 } }),
}));
const { restoreByNetwork } = await import('./restore-by-network.ts');

const pixels = { data: Buffer.alloc(4 * 4 * 3, 90), width: 4, height: 4, channels: 3 } as const;

test.each([
  ['gaussian', 0.9, true, true],
  ['gaussian', 0.9, false, false],
  ['gaussian', 2.5, true, false],
  ['lens', 1.9, true, true],
  ['lens', 4, true, false],
  ['motion', 6, true, false],
] as const)(
  'a %s of %d pixels that nothing proves, beside a shake that was seen (%s): wrong is %s',
  async (kind, size, isShaken, isWrong) => {
    seen.isShaken = isShaken;
    const blur = { kind, size, degrees: 0 };
    const plan = { blur, isProven: false, noise: 2, share: 1, bite: 0 };
    const measured = { noise: 2, blur: undefined };
    const answer = await restoreByNetwork(pixels, measured, plan, sharpenOptions.parse({}), () => undefined);
    expect(answer).toEqual({ isBlurred: true, isWrong });
    expect(pixels.data.every(level => level === 90)).toBe(true);
  },
);
