// What an authority may reject is told of the people who show it, and not of the others.
import path from 'node:path';
import { openPicture } from 'engines/image.ts';
import { sharp } from 'engines/sharp.ts';
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder } from '../test-run.ts';
import { findPeople } from './person.ts';

const warningsOf = async (file: string) => (await findPeople(await openPicture(file), 1)).warnings;

test('a laugh and a smile that shows teeth are told, closed lips are not', async () => {
  expect(await warningsOf(photos.womanRed)).toContain('mouth-open');
  expect(await warningsOf(photos.manCap)).toContain('mouth-open');
  expect(await warningsOf(photos.womanGreen)).not.toContain('mouth-open');
  const ofFour = path.join(await makeTestFolder(), 'of-four.png');
  await sharp(photos.friendsWindow).extract({ left: 0, top: 0, width: 700, height: 900 }).toFile(ofFour);
  expect(await warningsOf(ofFour)).toEqual([]);
});

test('lowered eyes are told, open ones beneath a cap are not', async () => {
  const lowered = path.join(await makeTestFolder(), 'lowered.png');
  await sharp(photos.friendsSofa).extract({ left: 720, top: 80, width: 520, height: 700 }).toFile(lowered);
  expect(await warningsOf(lowered)).toContain('eyes-closed');
  expect(await warningsOf(photos.manCap)).not.toContain('eyes-closed');
});
