// The bell wakes one waiting loop per ring, and loses no ring.
import { expect, test } from 'vitest';
import { createBell } from './bell.ts';

const forEver = 1e6;

test('each ring wakes one waiting loop', async () => {
  const bell = createBell(3);
  let awake = 0;
  const sleepers = [1, 2, 3].map(async () => {
    await bell.wait(forEver);
    awake++;
  });
  bell.ring();
  await Promise.race(sleepers);
  expect(awake).toBe(1);
  bell.ringForAll();
  await Promise.all(sleepers);
  expect(awake).toBe(3);
});

test('a ring without a waiting loop wakes the next one, but no more rings are kept than the lane has loops', async () => {
  const bell = createBell(2);
  for (let rings = 0; rings < 5; rings++) bell.ring();
  await bell.wait(forEver);
  await bell.wait(forEver);
  let isAwake = false;
  const third = bell.wait(20).then(() => {
    isAwake = true;
  });
  await Promise.resolve();
  expect(isAwake).toBe(false);
  await third;
});

test('a loop that timed out takes no ring', async () => {
  const bell = createBell(1);
  await bell.wait(1);
  bell.ring();
  await bell.wait(forEver);
});
