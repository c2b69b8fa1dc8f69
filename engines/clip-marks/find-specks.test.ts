// Specks are found on flat ground, and texture is not taken for specks.
import { expect, test } from 'vitest';
import { findSpecks } from './find-specks.ts';

const [width, height] = [60, 40];
const mask = Uint8Array.from({ length: width * height }, (_, i) => (i % width >= 20 && i % width < 40 ? 1 : 0));
const listed = Int32Array.from([...mask.keys()].filter(i => mask[i]));
const at = (x: number, y: number) => y * width + x;
const find = (data: Uint8Array) => findSpecks({ data, width, height }, mask, listed).map(place => listed[place]);

test('single pixels and pairs that stand out from flat ground are specks; a line is not', () => {
  const data = new Uint8Array(width * height).fill(90);
  data[at(25, 10)] = 110;
  data[at(30, 20)] = data[at(31, 20)] = 60;
  for (let x = 10; x < 50; x++) data[at(x, 30)] = 140;
  expect(find(data)).toEqual([at(25, 10), at(30, 20), at(31, 20)]);
});

test('a level that stands out no more than clean pixels around the mark do is texture', () => {
  let state = 7;
  const grain = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32 - 0.5) * 60;
  };
  const data = Uint8Array.from({ length: width * height }, () => Math.round(120 + grain()));
  expect(find(data).length).toBeLessThan(listed.length * 0.03);
  data[at(30, 20)] = 220;
  expect(find(data)).toContain(at(30, 20));
});
