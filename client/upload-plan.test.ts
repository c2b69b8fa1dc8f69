// Tests which parts of an upload are still missing.
import { expect, test } from 'vitest';
import { arrivedBytes, missingParts, splitParts } from './upload-plan.ts';

test('parts cover the file without gap or overlap', () => {
  for (const fileBytes of [1, 7, 8, 9, 16, 17, 1000]) {
    const parts = splitParts(fileBytes, 8);
    expect(parts[0]?.start).toBe(0);
    expect(parts.at(-1)?.end).toBe(fileBytes);
    parts.slice(1).forEach((part, index) => {
      expect(part.start).toBe(parts[index]?.end);
    });
    expect(parts.every(part => part.end > part.start)).toBe(true);
  }
});

test('only complete parts count as uploaded', () => {
  const arrived = [
    { partNumber: 1, size: 8 },
    { partNumber: 2, size: 5 },
    { partNumber: 3, size: 4 },
  ];
  expect(missingParts(20, 8, arrived).map(part => part.partNumber)).toEqual([2]);
  expect(arrivedBytes(20, 8, arrived)).toBe(12);
});

test('a part size of zero throws instead of looping endlessly', () => {
  expect(() => splitParts(10, 0)).toThrow(RangeError);
});
