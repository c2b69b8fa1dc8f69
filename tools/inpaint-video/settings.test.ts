// Tests what becomes of marked areas when marks are found, and on a clip of another size.
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { describe, expect, test } from 'vitest';
import { addFound, defaultSettings, inFrame, mostAreas, removeLabel, type VideoArea } from './settings.ts';

const box = (x: number): MaskOp => ({ kind: 'box', label: removeLabel.id, x, y: 10, w: 20, h: 20 });
const area = (id: number, more: Partial<VideoArea> = {}): VideoArea => ({
  id: String(id),
  ops: [box(id * 10)],
  start: 1,
  end: 2,
  ...more,
});
const frame = { width: 200, height: 100 };
const marked = (count: number) => ({
  ...defaultSettings(),
  areas: Array.from({ length: count }, (_, index) => area(index + 1)),
  frame,
});
const whole = { x: 5, y: 5, w: 9, h: 9, start: 0, end: 10 };
const brief = { ...whole, start: 2, end: 4 };

describe('found marks', () => {
  test.each([
    [0, [whole, brief, brief]],
    [6, [whole, brief, brief, brief]],
    [7, [whole, brief, brief]],
    [8, [whole, brief, brief]],
    [8, [brief]],
  ])('%i areas and the found ones are at most as many as can be marked', (count, found) => {
    const settings = marked(count);
    const {
      found: { areas },
      first,
    } = addFound(settings, found, 10, frame);
    expect(areas.slice(0, count)).toEqual(settings.areas);
    expect(first).toBe(areas[count]?.id);
    expect(areas.length).toBe(Math.min(mostAreas, count + found.length));
    expect(new Set(areas.map(({ id }) => id)).size).toBe(areas.length);
  });

  test('without room for another area, marks of the whole clip join the area of the whole clip', () => {
    const settings = marked(8);
    const full = { ...settings, areas: settings.areas.with(3, area(4, { start: undefined, end: undefined })) };
    const { found, first } = addFound(full, [whole, brief], 10, frame);
    const { areas } = found;
    expect(first).toBeUndefined();
    expect(areas).toHaveLength(8);
    expect(areas[3]?.ops).toEqual([box(40), { kind: 'box', label: removeLabel.id, x: 5, y: 5, w: 9, h: 9 }]);
  });

  test('areas drawn on a clip of another size stay where they were', () => {
    const half = { width: 100, height: 50 };
    const settings = { ...marked(1), bands: { ...area(9), id: 'bands' } };
    const { found } = addFound(settings, [brief], 10, half);
    expect(found.frame).toEqual(half);
    expect(found.areas[0]?.ops).toEqual([{ kind: 'box', label: removeLabel.id, x: 5, y: 5, w: 10, h: 10 }]);
    expect(found.areas[1]?.ops[0]).toMatchObject({ x: 5, w: 9 });
    expect(found.bands?.ops[0]).toMatchObject({ x: 45, y: 5, w: 10, h: 10 });
  });
});

test('settings of the same size are returned unchanged; without a size, they get the first one', () => {
  const settings = marked(1);
  expect(inFrame(settings, { ...frame })).toBe(settings);
  const fresh = defaultSettings();
  expect(inFrame(fresh, frame)).toEqual({ ...fresh, frame });
});
