// Tests that the table of sizes is complete and consistent.
import { expect, test } from 'vitest';
import { findSize, pixelsOf, sizes } from './sizes.ts';

test('there are more than thirty sizes, each listed once and named in both languages', () => {
  expect(sizes.length).toBeGreaterThan(30);
  expect(new Set(sizes.map(size => size.id)).size).toBe(sizes.length);
  expect(new Set(sizes.map(size => size.name.zh)).size).toBe(sizes.length);
  expect(new Set(sizes.map(size => size.name.en)).size).toBe(sizes.length);
});

test.each(sizes.map(size => [size.id, size] as const))('%s: pixels, millimetres and dpi agree', (_, size) => {
  const { width, height } = pixelsOf(size);
  expect(Math.abs(width / height / (size.widthMm / size.heightMm) - 1)).toBeLessThan(0.02);
  expect(Math.abs(((size.heightMm / 25.4) * size.dpi) / height - 1)).toBeLessThan(0.02);
  expect(size.background).toMatch(/^#[0-9a-f]{6}$/);
  expect(size.rule.eyes ?? size.rule.top).toBeDefined();
});

test('well-known sizes have their published pixels', () => {
  expect(pixelsOf(findSize('cn-1-inch')!)).toEqual({ width: 295, height: 413 });
  expect(pixelsOf(findSize('cn-2-inch')!)).toEqual({ width: 413, height: 579 });
  expect(pixelsOf(findSize('us-visa')!)).toEqual({ width: 600, height: 600 });
  expect(pixelsOf(findSize('schengen-visa')!)).toEqual({ width: 413, height: 531 });
  expect(pixelsOf(findSize('cn-social-security')!)).toEqual({ width: 358, height: 441 });
});
