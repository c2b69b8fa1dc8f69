// Tests that sizes and sheets are found under every name that callers use.
import { expect, test } from 'vitest';
import { certifiedOptions } from '../contract.ts';
import { sizes } from './sizes.ts';

const specOf = (spec: unknown) => certifiedOptions.parse({ spec }).spec;
const sheetOf = (sheet: unknown) => certifiedOptions.parse({ sheet }).sheet;

test.each(sizes.map(size => [size.id, size] as const))('%s is found by its id and both names', (id, { name }) => {
  expect([id, name.zh, name.en, name.en.toUpperCase()].map(specOf)).toEqual([id, id, id, id]);
});

test.each([
  ['一寸', 'cn-1-inch'],
  ['1寸', 'cn-1-inch'],
  ['标准一寸照', 'cn-1-inch'],
  ['1-inch', 'cn-1-inch'],
  ['1inch', 'cn-1-inch'],
  ['One inch', 'cn-1-inch'],
  ['小2寸', 'cn-small-2-inch'],
  ['small_1_inch', 'cn-small-1-inch'],
  ['两寸', 'cn-2-inch'],
])('%s is %s', (name, id) => {
  expect(specOf(name)).toBe(id);
});

test('dimensions can be given as a string', () => {
  expect(specOf('35x45mm')).toEqual({ widthMm: 35, heightMm: 45, dpi: 300 });
  expect(specOf('35 × 45')).toEqual({ widthMm: 35, heightMm: 45, dpi: 300 });
  expect(specOf('295*413')).toEqual({ widthPx: 295, heightPx: 413, dpi: 300 });
});

test.each(['9-inch', 'constructor', '', '35x', '9000x9000', 7])('%s is not a size', name => {
  expect(certifiedOptions.safeParse({ spec: name }).success).toBe(false);
});

test('a sheet can be a boolean', () => {
  expect([true, 'a4', '5inch', '6寸', 'A4', '5-inch'].map(sheetOf)).toEqual([
    '6-inch',
    'A4',
    '5-inch',
    '6-inch',
    'A4',
    '5-inch',
  ]);
  expect([false, 'none', '', null, undefined].map(sheetOf)).toEqual(Array(5).fill(undefined));
  expect(certifiedOptions.safeParse({ sheet: 'B5' }).success).toBe(false);
});

test('colours have the names and values of ID photos', () => {
  expect(certifiedOptions.parse({ backgroundColor: 'blue' }).backgroundColor).toBe('#438edb');
  expect(certifiedOptions.parse({ backgroundColor: '#FFF' }).backgroundColor).toBe('#ffffff');
});
