// Tracks of the piece that are accepted as a person's.
import { expect, test } from 'vitest';
import { isTrackPlausible, type Track } from './judge.ts';

const x = 160;
/** Slow, fast, slow, and slightly back at the end. */
const drag: Track = Array.from({ length: 40 }, (_, i) => {
  const t = i / 39;
  return [
    Math.round((1 - Math.cos(Math.PI * t)) * 0.5 * (x + 4) - (t > 0.9 ? (t - 0.9) * 40 : 0)),
    Math.round(t * 700),
  ];
});
/** An arrow key held down: a pause after the first step, then even steps. */
const keys: Track = Array.from({ length: 33 }, (_, i) => [i * 5, i === 0 ? 0 : 400 + i * 33]);

test.each([
  ['a drag', drag, 1000, true],
  ['a held key', keys, 2500, true],
  ['nothing', [], 1000, false],
  [
    'two points',
    [
      [0, 0],
      [x, 400],
    ] as Track,
    1000,
    false,
  ],
  ['a drag that took longer than the captcha is old', drag, 300, false],
  ['an even movement', Array.from({ length: 40 }, (_, i): [number, number] => [i * 4 + 4, i * 20]), 1000, false],
  ['a drag that ends elsewhere', drag.map(([at, ms]): [number, number] => [at * 0.8, ms]), 1000, false],
  ['one jump', drag.map(([, ms], i): [number, number] => [i < 20 ? i % 2 : x + (i % 2), ms]), 1000, false],
  ['time that goes back', [...drag.slice(0, 20).reverse(), ...drag.slice(20)], 1000, false],
  ['no time at all', drag.map(([at]): [number, number] => [at, 0]), 1000, false],
])('%s', (_name, track, elapsedMs, isPlausible) => {
  expect(isTrackPlausible(track, x, elapsedMs)).toBe(isPlausible);
});
