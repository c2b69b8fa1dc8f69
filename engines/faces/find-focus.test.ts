// The saliency map points at the subject, and faces are given in fractions of the sides.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { openPicture } from '../image.ts';
import { findFocus } from './find-focus.ts';

/** Returns the centre of mass of the saliency, in fractions of the sides. */
function centreOf({ width, height, values }: Awaited<ReturnType<typeof findFocus>>['interest']): [number, number] {
  let [sum, x, y] = [0, 0, 0];
  values.forEach((value, i) => {
    const weight = value ** 2;
    sum += weight;
    x += weight * (((i % width) + 0.5) / width);
    y += weight * ((Math.floor(i / width) + 0.5) / height);
  });
  return [x / sum, y / sum];
}

test('strawberries on a wide blue table are the subject', async () => {
  const { faces, interest } = await findFocus(await openPicture(photos.strawberries));
  expect(faces).toEqual([]);
  const [x, y] = centreOf(interest);
  expect(x).toBeGreaterThan(0.58);
  expect(y).toBeGreaterThan(0.6);
});

test('each person in a group is found, in fractions of the sides', async () => {
  const { faces } = await findFocus(await openPicture(photos.friendsWindow));
  expect(faces).toHaveLength(4);
  for (const { x, y, w, h } of faces) {
    expect(Math.min(x, y)).toBeGreaterThan(0);
    expect(Math.max(x + w, y + h)).toBeLessThan(1);
  }
});
