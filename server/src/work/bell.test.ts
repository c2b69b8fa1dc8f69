// The bell wakes one waiting loop per ring, and loses no ring.
import { expect, test } from 'vitest';
import { createBell } from './bell.ts';

/** Starts loops that wait once each, and counts those that were woken. */
function startLoops(bell: ReturnType<typeof createBell>, count: number) {
  const woken: string[] = [];
  const loops = Array.from({ length: count }, async () => {
    woken.push(await bell.wait());
  });
  return { woken, loops };
}

test('each ring wakes one waiting loop', async () => {
  const bell = createBell(() => 3);
  const { woken, loops } = startLoops(bell, 3);
  bell.ring();
  await Promise.race(loops);
  expect(woken).toEqual(['ring']);
  bell.ringForAll();
  await Promise.all(loops);
  expect(woken).toHaveLength(3);
});

test('a ring without a waiting loop wakes the next one, but no more rings are kept than the lane has loops', async () => {
  const bell = createBell(() => 2);
  for (let rings = 0; rings < 5; rings++) bell.ring();
  await bell.wait();
  await bell.wait();
  const { woken, loops } = startLoops(bell, 1);
  await Promise.resolve();
  expect(woken).toEqual([]);
  bell.lookAnyway();
  await Promise.all(loops);
});

test('a look wakes one loop, and is not kept when all are busy', async () => {
  const bell = createBell(() => 2);
  bell.lookAnyway();
  const { woken, loops } = startLoops(bell, 2);
  await Promise.resolve();
  expect(woken).toEqual([]);
  bell.lookAnyway();
  await Promise.race(loops);
  expect(woken).toEqual(['look']);
  bell.ring();
  await Promise.all(loops);
  expect(woken).toEqual(['look', 'ring']);
});
