// Tests that a filling is doubted where its surroundings contradict each other, and not where the ground goes on.

import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import { inpaintJudged } from './judge-filling.ts';

const [width, height] = [160, 120];
const mask = Uint8Array.from({ length: width * height }, (_, i) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  return x >= 55 && x < 105 && y >= 35 && y < 85 ? 1 : 0;
});

function draw(colourAt: (x: number, y: number) => readonly number[]) {
  const random = mulberry32(4);
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const noise = 16 * (random() - 0.5);
    data.set(
      colourAt(i % width, Math.floor(i / width)).map(level => Math.max(0, Math.min(255, level + noise))),
      i * 3,
    );
  }
  return { data, width, height };
}

test('grass that goes on is not doubted', async () => {
  const grass = draw((x, y) => [90 + 20 * Math.sin(x / 3) * Math.cos(y / 4), 140, 70]);
  const { isUnsure, signs } = await inpaintJudged(grass, mask);
  expect(signs).toMatchObject({ steps: 0 });
  expect(signs.looks?.subject).toBeGreaterThan(0);
  expect(signs.looks?.thing).toBeGreaterThan(0);
  expect(isUnsure).toBe(false);
});

test('a wheel of colours, which has each of them once, is', async () => {
  const wheel = draw((x, y) => {
    const angle = Math.atan2(y - height / 2, x - width / 2);
    return [0, 2.1, 4.2].map(turn => 128 + 120 * Math.sin(angle + turn));
  });
  const { isUnsure, data } = await inpaintJudged(wheel, mask);
  expect(isUnsure).toBe(true);
  for (let i = 0; i < mask.length; i++) if (!mask[i]) expect(data[i * 3]).toBe(wheel.data[i * 3]);
});

test('writing, of which nothing is copied in whole pieces, has no signs', async () => {
  const thin = mask.map((_, i) => (Math.floor(i / width) === 60 && i % width > 20 && i % width < 140 ? 1 : 0));
  const { signs, isUnsure } = await inpaintJudged(
    draw(x => [x, 128, 255 - x]),
    thin,
  );
  expect(signs).toEqual({ steps: 0, repeats: 0, strange: 0, looks: undefined });
  expect(isUnsure).toBe(false);
});
