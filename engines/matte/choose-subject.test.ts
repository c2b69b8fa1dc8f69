// Another subject extent is offered only when the network's matte is ambiguous.
import { expect, test } from 'vitest';
import { chooseExtent, findDoubts } from './choose-subject.ts';
import type { CoarseMatte } from './network.ts';

const [width, height] = [256, 256];

function draw(...boxes: [x: number, y: number, w: number, h: number, value: number][]): CoarseMatte {
  const alpha = new Float32Array(width * height);
  for (const [x, y, w, h, value] of boxes)
    for (let row = y; row < y + h; row++) alpha.fill(value, row * width + x, row * width + x + w);
  return { alpha, guide: new Uint8Array(alpha.length * 3), width, height };
}

const at = ({ alpha }: CoarseMatte, x: number, y: number) => alpha[y * width + x];
const certain = { mayMissParts: false, isSeveral: false, isUnsure: false };

test('one solid object with a soft edge is unambiguous, and so is a speck beside it', () => {
  expect(findDoubts(draw([48, 48, 104, 104, 0.2], [50, 50, 100, 100, 1], [200, 200, 20, 20, 1]))).toEqual(certain);
});

test('faint leaves above a pot may be missing parts, and the extent "more" includes them', () => {
  const plant = draw([80, 20, 90, 90, 0.2], [100, 110, 50, 60, 1]);
  expect(findDoubts(plant)).toEqual({ ...certain, mayMissParts: true });
  const more = chooseExtent(plant, 'more');
  expect(at(more, 120, 60)! > 0.33).toBe(true);
  expect([at(more, 120, 140), at(more, 10, 10)]).toEqual([1, 0]);
});

test('each of two objects can be selected alone', () => {
  const two = draw([20, 20, 80, 80, 1], [150, 60, 50, 50, 1]);
  expect(findDoubts(two)).toEqual({ ...certain, isSeveral: true });
  const alone = (['usual', 'largest', 'second'] as const).map(extent => {
    const chosen = chooseExtent(two, extent);
    return [at(chosen, 60, 60), at(chosen, 170, 80)];
  });
  expect(alone).toEqual([
    [1, 1],
    [1, 0],
    [0, 1],
  ]);
});

test('a faint matte, as of a landscape, and one of many small pieces, as of a wall, are unsure of a subject', () => {
  expect(findDoubts(draw([0, 100, 256, 60, 0.5])).isUnsure).toBe(true);
  const joints = Array.from({ length: 36 }, (_, k) => [(k % 6) * 40, Math.floor(k / 6) * 40, 34, 2, 1] as const);
  expect(findDoubts(draw(...joints.map(box => [...box] as [number, number, number, number, number]))).isUnsure).toBe(
    true,
  );
  expect(findDoubts(draw([120, 120, 8, 8, 1])).isUnsure).toBe(false);
});

test('a sliver that the frame cuts is unsure of a subject, and one inside the picture, or a broad thing at the frame, is not', () => {
  expect(findDoubts(draw([120, 150, 7, 106, 1])).isUnsure).toBe(true);
  expect(findDoubts(draw([120, 100, 7, 106, 1])).isUnsure).toBe(false);
  expect(findDoubts(draw([120, 220, 30, 36, 1])).isUnsure).toBe(false);
});
