// The size search with simulated encoders whose curves are known.
import { describe, expect, it } from 'vitest';
import { type Attempt, fitSize, maxAttempts } from './fit-size.ts';
import { refusalOf } from './test-pictures.ts';

/** Bytes of a simulated photo: doubling every 28 steps of quality, and proportional to the area. */
const photo = ({ quality, scale }: Attempt) => Math.round(1_000_000 * 2 ** ((quality - 80) / 28) * scale * scale);

async function search(targetBytes: number, quality: number | null, encode: (at: Attempt) => number = photo) {
  const attempts: Attempt[] = [];
  const fit = await fitSize({
    targetBytes,
    quality,
    longEdge: 4000,
    encode: async at => {
      attempts.push(at);
      return encode(at);
    },
  });
  return { fit, attempts };
}

describe('fitSize', () => {
  it('encodes once when the first attempt fits', async () => {
    const { fit, attempts } = await search(1_000_000, 80);
    expect(fit).toEqual({ quality: 80, scale: 1, bytes: 1_000_000, number: 1 });
    expect(attempts).toHaveLength(1);
  });

  it.each([900_000, 700_000, 500_000, 350_000, 270_000])(
    'comes close to %i bytes with unchanged dimensions',
    async target => {
      const { fit, attempts } = await search(target, 80);
      expect(fit.bytes).toBeLessThanOrEqual(target);
      expect(fit.bytes).toBeGreaterThan(target * 0.9);
      expect(fit.scale).toBe(1);
      expect(attempts.length).toBeLessThanOrEqual(5);
      expect(attempts[fit.number - 1]).toMatchObject({ quality: fit.quality, scale: fit.scale });
    },
  );

  it('finds the fit on a step function', async () => {
    const stairs = (at: Attempt) => (at.quality >= 61 ? 900_000 : at.quality >= 33 ? 500_000 : 100_000);
    const { fit } = await search(600_000, 90, stairs);
    expect(fit.bytes).toBe(500_000);
    expect(fit.quality).toBeGreaterThanOrEqual(33);
  });

  it('reduces the dimensions when the lowest quality is still too large', async () => {
    const { fit } = await search(20_000, 80);
    expect(fit.bytes).toBeLessThanOrEqual(20_000);
    expect(fit.bytes).toBeGreaterThan(13_000);
    expect(fit.scale).toBeLessThan(1);
  });

  it('reduces only the dimensions of a format without quality, and never raises a low quality', async () => {
    const { fit, attempts } = await search(300_000, null);
    expect(fit.scale).toBeLessThan(1);
    expect(new Set(attempts.map(at => at.quality)).size).toBe(1);
    expect((await search(20_000, 10)).fit.quality).toBe(10);
  });

  it('throws when no dimensions reach the target, with the best size found', async () => {
    const stuck = ({ scale }: Attempt) => 5000 + Math.round(100_000 * scale);
    const work = search(1024, 80, stuck);
    expect(await refusalOf(work)).toBe('TARGET_SIZE_IMPOSSIBLE');
    await expect(work).rejects.toMatchObject({ details: { targetKb: 1, bestKb: expect.any(Number) } });
  });

  it('stops after a bounded number of attempts', async () => {
    let count = 0;
    await refusalOf(search(10, 100, () => 1000 + ++count));
    expect(count).toBeLessThanOrEqual(maxAttempts);
  });
});
