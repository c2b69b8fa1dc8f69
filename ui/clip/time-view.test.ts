// Tests the timeline's view: zooming keeps the time under the pointer in place, nothing outside the clip is shown, and ranges are laid out in rows.
import { expect, test } from 'vitest';
import {
  followTime,
  joinNarrow,
  layRows,
  momentAt,
  panTime,
  shareOf,
  snapTime,
  spanOf,
  wholeTime,
  withEnd,
  withStart,
  withTimes,
  zoomTime,
} from './time-view.ts';

test('zooming keeps the time under the pointer in place', () => {
  const view = zoomTime(wholeTime(100), 4, 40, 100);
  expect(spanOf(view)).toBeCloseTo(25);
  expect(shareOf(view, 40)).toBeCloseTo(0.4);
  expect(momentAt(view, 0.4)).toBeCloseTo(40);
});

test('zooming and panning never move the view outside the clip', () => {
  const near = zoomTime(wholeTime(10), 1000, 0, 10);
  expect(near.from).toBe(0);
  expect(spanOf(near)).toBeCloseTo(0.5);
  expect(panTime(near, 100, 10).to).toBeCloseTo(10);
  expect(panTime(near, -100, 10).from).toBe(0);
  expect(zoomTime(near, 0.0001, 5, 10)).toEqual({ from: 0, to: 10 });
  // A clip shorter than the maximum zoom is shown whole.
  expect(zoomTime(wholeTime(0.2), 8, 0.1, 0.2)).toEqual({ from: 0, to: 0.2 });
});

test('the view follows a playhead that leaves it', () => {
  const view = { from: 0, to: 5 };
  expect(followTime(view, 4, 20)).toBe(view);
  expect(followTime(view, 6, 20)).toEqual({ from: 5.5, to: 10.5 });
});

test('overlapping ranges get separate rows, others share one', () => {
  const range = (id: string, start: number, end: number) => ({ id, label: id, start, end });
  const rows = layRows([range('a', 0, 2), range('b', 1, 3), range('c', 2, 4), range('d', 3, 5)]);
  expect(rows.map(row => row.map(({ id }) => id).join(''))).toEqual(['ac', 'bd']);
});

test('a time snaps to the nearest mark within reach', () => {
  expect(snapTime(2.04, [2, 2.05, 9], 0.1)).toBe(2.05);
  expect(snapTime(3, [2, 9], 0.1)).toBe(3);
});

test("a part starts before its end, and ends at the clip's limits stay undefined", () => {
  const whole = { start: undefined, end: undefined };
  expect(withStart(whole, 2.0004, 10)).toEqual({ start: 2, end: undefined });
  expect(withStart({ start: 2, end: 4 }, 9, 10)).toEqual({ start: 3.9, end: 4 });
  expect(withStart({ start: 2, end: 4 }, -1, 10).start).toBeUndefined();
  expect(withEnd({ start: 2, end: 4 }, 1, 10)).toEqual({ start: 2, end: 2.1 });
  expect(withEnd({ start: 2, end: 4 }, 99, 10).end).toBeUndefined();
  expect(withTimes({ start: 2, end: 4 }, { end: 99 }, 10)).toEqual({ start: 2, end: 10 });
  expect(withTimes({ start: 2, end: 4 }, { start: 5 }, 10)).toEqual({ start: 3.9, end: 4 });
});

test('ranges too narrow to distinguish are merged, wider ones are drawn separately', () => {
  const range = (start: number, end: number) => ({ id: `${start}`, label: '', start, end });
  const row = [range(0, 1), range(1.2, 2), range(3, 9), range(9.5, 10), range(20, 21)];
  const { wide, stretches } = joinNarrow(row, 2);
  expect(wide.map(({ id }) => id)).toEqual(['3']);
  expect(stretches).toEqual([
    { start: 0, end: 2 },
    { start: 9.5, end: 10 },
    { start: 20, end: 21 },
  ]);
});
