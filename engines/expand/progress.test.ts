// The progress of an expansion never goes back, even if the pieces have to be chosen twice.
import { expect, test, vi } from 'vitest';
import { expand } from './expand.ts';

const { asked } = vi.hoisted(() => ({ asked: [] as unknown[] }));
vi.mock('../inpaint/wide/fill-wide.ts', () => ({
  *fillWide(_region: unknown, _holes: unknown, _heads: unknown, { kinds }: { kinds?: Uint8Array }) {
    asked.push(kinds);
    for (let step = 1; step <= 10; step++) yield step / 10;
    return asked.length < 2 ? [] : [{ pixels: [0], sources: [10], colours: [1, 2, 3] }];
  },
}));
vi.mock('./people.ts', () => ({
  findKinds: async (_inside: unknown, _sides: unknown, searched: { isHole: Uint8Array }) => searched.isHole.slice(),
}));

test('a second choice goes on where the first one ended', async () => {
  const picture = { data: new Uint8Array(64 * 64 * 3).fill(90), width: 64, height: 64, channels: 3 } as const;
  const steps: number[] = [];
  const sides = { left: 8, right: 0, top: 0, bottom: 0 };
  expect((await expand(picture, sides, { progress: share => steps.push(share) })).engine).toBe('pieces');
  expect(asked).toHaveLength(2);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.filter(share => share > 0.5 && share < 1).length).toBeGreaterThan(8);
  expect(steps.at(-1)).toBe(1);
});
