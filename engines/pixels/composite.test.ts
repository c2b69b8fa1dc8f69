// Compositing of sheets, and their rounded corners.
import { expect, test } from 'vitest';
import { fillSheet, putOver, roundCorners } from './composite.ts';

const pixel = ({ data, width }: { data: Uint8Array; width: number }, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

test('a solid sheet covers the base, a translucent one blends with it, and parts beyond the base are clipped', () => {
  const ground = fillSheet(4, 3, '#ff0000');
  putOver(ground, { sheet: fillSheet(2, 2, '#0000ff'), left: 3, top: 2 });
  expect(pixel(ground, 3, 2)).toEqual([0, 0, 255, 255]);
  expect(pixel(ground, 2, 2)).toEqual([255, 0, 0, 255]);
  const glass = fillSheet(2, 2, '#00ff00');
  for (let at = 3; at < glass.data.length; at += 4) glass.data[at] = 51;
  putOver(ground, { sheet: glass, left: -1, top: -1 });
  expect(pixel(ground, 0, 0)).toEqual([204, 51, 0, 255]);
  expect(pixel(ground, 1, 0)).toEqual([255, 0, 0, 255]);
});

test('a sheet on a transparent base keeps its colour and alpha', () => {
  const ground = fillSheet(1, 1, 'transparent');
  const glass = fillSheet(1, 1, '#123456');
  glass.data[3] = 100;
  putOver(ground, { sheet: glass, left: 0, top: 0 });
  expect(pixel(ground, 0, 0)).toEqual([0x12, 0x34, 0x56, 100]);
});

test('rounded corners remove the area outside four quarter circles', () => {
  const sheet = fillSheet(60, 40, '#ffffff');
  roundCorners(sheet, 12);
  const covered = sheet.data.reduce((sum, value, at) => sum + (at % 4 === 3 ? value / 255 : 0), 0);
  expect(Math.abs(covered - (60 * 40 - (4 - Math.PI) * 12 ** 2))).toBeLessThan(2);
  expect(pixel(sheet, 0, 0)[3]).toBe(0);
  expect(pixel(sheet, 59, 39)[3]).toBe(0);
  expect(pixel(sheet, 30, 0)[3]).toBe(255);
});

test('an oversized corner radius leaves a circle', () => {
  const sheet = fillSheet(21, 21, '#ffffff');
  roundCorners(sheet, 500);
  const covered = sheet.data.reduce((sum, value, at) => sum + (at % 4 === 3 ? value / 255 : 0), 0);
  expect(covered).toBeCloseTo(Math.PI * 10.5 ** 2, -1);
  expect(pixel(sheet, 10, 10)[3]).toBe(255);
});
