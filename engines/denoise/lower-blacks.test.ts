// Blacks that the noise of a sensor has lifted come back, and nothing else changes.
import { mulberry32 } from 'contract/random.ts';
import { expect, test } from 'vitest';
import type { Pixels } from '../pixels/plane.ts';
import { fromLight, toLight } from '../pixels/srgb.ts';
import { lowerBlacks } from './lower-blacks.ts';

const [width, height] = [128, 128];

/** Pictures of two plain halves: as a sensor sees them, and as one who takes the mean for the scene. The red noise is twice as strong. */
function photograph(scene: readonly [left: number, right: number], deviation: number) {
  const random = mulberry32(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const isLeft = (at: number) => Math.floor(at / 3) % width < width / 2;
  const noisy: Pixels = { data: new Uint8Array(width * height * 3), width, height };
  const sums = new Map<string, number>();
  const halfOf = (at: number) => `${isLeft(at)} ${at % 3}`;
  for (let at = 0; at < noisy.data.length; at++) {
    const light = toLight(scene[isLeft(at) ? 0 : 1] / 255) + normal() * deviation * (at % 3 === 0 ? 2 : 1);
    const level = Math.round(255 * Math.min(1, fromLight(Math.max(0, light))));
    noisy.data[at] = level;
    sums.set(halfOf(at), (sums.get(halfOf(at)) ?? 0) + level);
  }
  const data = noisy.data.map((_, at) => Math.round(sums.get(halfOf(at))! / ((width * height) / 2)));
  return { noisy, made: { data, width, height } satisfies Pixels };
}

const colourAt = ({ data }: Pixels, x: number) => [...data.subarray(x * 3, x * 3 + 3)];

test('a dark half that noise has turned brown is darker and greyer again, and a bright one stays', () => {
  const truth = 12;
  const { noisy, made } = photograph([truth, 170], 0.04);
  const fogged = colourAt(made, 0);
  expect(fogged[0]! - truth).toBeGreaterThan(18);
  expect(fogged[0]! - fogged[1]!).toBeGreaterThan(6);
  const lowered = lowerBlacks(noisy, made);
  for (const [channel, level] of colourAt(lowered, 0).entries()) {
    expect(level).toBeGreaterThanOrEqual(truth);
    expect(level - truth).toBeLessThan((fogged[channel]! - truth) / 2);
  }
  expect(colourAt(lowered, width - 1)).toEqual(colourAt(made, width - 1));
});

test('noise that does not reach black changes nothing', () => {
  const { noisy, made } = photograph([80, 110], 0.01);
  expect(lowerBlacks(noisy, made).data).toEqual(made.data);
});

test('a scene as dark as its levels say stays', () => {
  const { made } = photograph([12, 170], 0.04);
  expect(lowerBlacks(made, made).data).toEqual(made.data);
});
