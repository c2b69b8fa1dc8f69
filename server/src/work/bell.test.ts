// The bell wakes as many as were called, and loses no call.
import { expect, test } from 'vitest';
import { createBell } from './bell.ts';

const forEver = 1e6;

test('each ring wakes one of those who wait', async () => {
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

test('a ring that nobody waited for is heard by the next, but not more often than the lane is wide', async () => {
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

test('who gave up waiting is not rung for', async () => {
  const bell = createBell(1);
  await bell.wait(1);
  bell.ring();
  await bell.wait(forEver);
});
