// Tests that gestures become marks on the picture and can be undone, and that each key runs its command.
import { expect, test } from 'vitest';
import { wholeView } from '../picture/zoom.ts';
import { canUndo, record, redo, startHistory, undo } from './history.ts';
import { commandOf } from './keys.ts';
import { extendMark, finishMark, type PainterTool, startMark } from './live-mark.ts';
import type { MaskOp } from './ops.ts';
import { panView, placePicture, revealPoint, toPicture, toScreen, zoomView } from './placement.ts';

const drag = (tool: PainterTool, points: [number, number][], scale = 1) => {
  const mark = startMark(tool, 'remove', 30, { x: points[0]![0], y: points[0]![1] });
  for (const [x, y] of points) extendMark(mark, { x, y });
  return finishMark(mark, scale);
};

test('a box may be drawn in any direction; a tiny movement draws none', () => {
  const wanted = { kind: 'box', label: 'remove', x: 10, y: 20, w: 30, h: 40 };
  expect(
    drag('box', [
      [40, 60],
      [10, 20],
    ]),
  ).toEqual(wanted);
  expect(
    drag('box', [
      [10, 60],
      [25, 25],
      [40, 20],
    ]),
  ).toEqual(wanted);
  expect(
    drag('box', [
      [40, 60],
      [41, 90],
    ]),
  ).toBeUndefined();
});

test('a brush stroke becomes a line of few points, a tap becomes a dot, and the eraser has no label', () => {
  const line = drag(
    'brush',
    Array.from({ length: 100 }, (_, i) => [i, i / 2]),
  );
  expect(line).toEqual({ kind: 'stroke', label: 'remove', width: 30, path: [0, 0, 99, 49.5] });
  expect(drag('brush', [[7.4, 7.6]])).toMatchObject({ path: [7.4, 7.6] });
  expect(drag('brush', [[7.4, 7.6]], 0.5)).toMatchObject({ path: [7, 8] });
  expect(
    drag('erase', [
      [1, 1],
      [5, 5],
    ]),
  ).toMatchObject({ kind: 'stroke', label: null });
});

test('a lasso needs at least three points that are not on a line', () => {
  expect(
    drag('lasso', [
      [0, 0],
      [50, 0],
      [50, 50],
    ]),
  ).toMatchObject({ kind: 'area', rings: [[0, 0, 50, 0, 50, 50]] });
  expect(
    drag('lasso', [
      [0, 0],
      [20, 0],
      [50, 0],
    ]),
  ).toBeUndefined();
});

test('marks can be undone and redone; marks without a history are undone one by one', () => {
  const [a, b] = [
    drag('box', [
      [0, 0],
      [9, 9],
    ]),
    drag('box', [
      [20, 20],
      [29, 29],
    ]),
  ] as [MaskOp, MaskOp];
  const two = record(record(startHistory([]), [a]), [a, b]);
  expect(undo(two).present).toEqual([a]);
  expect(redo(undo(two)).present).toEqual([a, b]);
  expect(record(undo(two), []).future).toEqual([]);
  const reloaded = startHistory([a, b]);
  expect(undo(reloaded).present).toEqual([a]);
  const empty = undo(undo(reloaded));
  expect([empty.present, canUndo(empty), redo(redo(empty)).present]).toEqual([[], false, [a, b]]);
});

const picture = { width: 4000, height: 2000 };
const frame = { width: 800, height: 600 };

test('screen points convert to picture points at any zoom', () => {
  const whole = placePicture(picture, frame, wholeView);
  expect(whole).toEqual({ scale: 0.2, left: 0, top: 100 });
  expect(toPicture(whole, { x: 400, y: 300 })).toEqual({ x: 2000, y: 1000 });
  const point = { x: 600, y: 250 };
  const before = toPicture(whole, point);
  const near = placePicture(picture, frame, zoomView(wholeView, 5, point, picture, frame));
  expect(near.scale).toBeCloseTo(1);
  expect(toPicture(near, point).x).toBeCloseTo(before.x);
  expect(toScreen(near, before).y).toBeCloseTo(point.y);
});

test('the view follows the cursor only when it leaves the frame', () => {
  const view = zoomView(wholeView, 4, { x: 400, y: 300 }, picture, frame);
  expect(revealPoint(view, { x: 100, y: 100 }, picture, frame)).toEqual(view);
  expect(revealPoint(view, { x: 830, y: 100 }, picture, frame)).toEqual(panView(view, -54, 0, picture, frame));
});

const key = (name: string, more = {}) => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

test('keys', () => {
  expect(commandOf(key('z', { ctrlKey: true }))).toEqual({ does: 'undo' });
  expect(commandOf(key('Z', { metaKey: true, shiftKey: true }))).toEqual({ does: 'redo' });
  expect(commandOf(key('y', { ctrlKey: true }))).toEqual({ does: 'redo' });
  expect(commandOf(key('B'))).toEqual({ does: 'tool', tool: 'brush' });
  // What a key press sends while a Chinese input method is active.
  expect(commandOf(key('Process', { code: 'KeyL' }))).toEqual({ does: 'tool', tool: 'lasso' });
  expect(commandOf(key('ArrowUp', { shiftKey: true }))).toEqual({ does: 'step', dx: 0, dy: -1, isFine: true });
  expect(commandOf(key('['))).toMatchObject({ does: 'size' });
  for (const foreign of [key('r', { ctrlKey: true }), key('b', { altKey: true }), key('constructor'), key('Tab')])
    expect(commandOf(foreign)).toBeUndefined();
});
