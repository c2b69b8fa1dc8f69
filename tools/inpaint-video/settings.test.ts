// Tests what becomes of marked areas when marks are found, and on a clip of another size.
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { describe, expect, test } from 'vitest';
import { addFound, defaultSettings, inFrame, maxAreas, removeLabel, toPayload, type VideoArea } from './settings.ts';

const box = (x: number): MaskOp => ({ kind: 'box', label: removeLabel.id, x, y: 10, w: 20, h: 20 });
const area = (id: number, more: Partial<VideoArea> = {}): VideoArea => ({
  id: String(id),
  ops: [box(id * 10)],
  start: 1,
  end: 2,
  ...more,
});
const frame = { width: 400, height: 100 };
const marked = (count: number) => ({
  ...defaultSettings(),
  areas: Array.from({ length: count }, (_, index) => area(index + 1)),
  frame,
});
const whole = { x: 5, y: 5, w: 9, h: 9, start: 0, end: 10, isSure: true };
const brief = { ...whole, start: 2, end: 4 };

describe('found marks', () => {
  test.each([
    [0, 3],
    [6, 4],
    [23, 3],
    [24, 1],
  ])('%i areas and %i found ones are at most as many as can be marked', (count, finds) => {
    const settings = marked(count);
    const {
      found: { areas },
      first,
    } = addFound(
      settings,
      Array.from({ length: finds }, () => brief),
      10,
      frame,
    );
    expect(areas.slice(0, count)).toEqual(settings.areas);
    expect(first).toBe(areas[count]?.id);
    expect(areas.length).toBe(Math.min(maxAreas, count + finds));
    expect(new Set(areas.map(({ id }) => id)).size).toBe(areas.length);
  });

  test('each is an area of its own, and an unsure one is left alone until it is ticked', () => {
    const settings = {
      ...defaultSettings(),
      ...addFound(defaultSettings(), [whole, { ...whole, x: 60, isSure: false }, brief], 10, frame).found,
    };
    expect(settings.areas.map(({ start, end, find }) => [start, end, find])).toEqual([
      [undefined, undefined, { isSure: true, isTicked: true }],
      [undefined, undefined, { isSure: false, isTicked: false }],
      [2, 4, { isSure: true, isTicked: true }],
    ]);
    const xs = (from: typeof settings) => toPayload(from, { name: 'clip.mp4', ...frame }).list.map(({ x }) => x);
    expect(xs(settings)).toEqual([5, 5]);
    const ticked = settings.areas.map(area => ({
      ...area,
      find: { isSure: false, isTicked: area.ops[0] === settings.areas[1]!.ops[0] },
    }));
    expect(xs({ ...settings, areas: ticked })).toEqual([60]);
  });

  test('areas drawn on a clip of another size stay where they were', () => {
    const half = { width: 200, height: 50 };
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
