// Connected components, by sides and by corners, at the borders and in a shape without an end in sight.
import { expect, test } from 'vitest';
import { type Connection, findComponents, numberComponents } from './components.ts';

/** Reads a drawing in which # is flagged. */
function read(...rows: readonly string[]) {
  return { flags: Uint8Array.from(rows.join(''), sign => (sign === '#' ? 1 : 0)), width: rows[0]!.length };
}

const number = (by: Connection, ...rows: readonly string[]) => {
  const { flags, width } = read(...rows);
  const numbers = [...numberComponents(flags, width, by)].join('');
  return rows.map((_, row) => numbers.slice(row * width, (row + 1) * width));
};

test('pixels are connected by their sides, or by corners as well', () => {
  const drawing = ['#..#.', '.#.##', '#...#'];
  expect(number('side', ...drawing)).toEqual(['10020', '03022', '40002']);
  expect(number('corner', ...drawing)).toEqual(['10020', '01022', '10002']);
});

test.each(['side', 'corner'] as const)('the ends of neighbouring rows do not touch, by the %s', by => {
  expect(number(by, '..#', '...', '#..')).toEqual(['001', '000', '200']);
  expect(number(by, '...#', '#...', '...#')).toEqual(['0001', '2000', '0003']);
});

test('a spiral is one component, whose pixels are found once each', () => {
  const { flags, width } = read('#######', '......#', '#####.#', '#...#.#', '#.###.#', '#.....#', '#######');
  const components = [...findComponents(flags, width, 'side')];
  expect(components).toHaveLength(1);
  expect(new Set(components[0]).size).toBe(flags.filter(Boolean).length);
  expect(components[0]).toHaveLength(flags.filter(Boolean).length);
  expect(components[0]![0]).toBe(0);
});

test('nothing flagged has no components, and the flags are left as they were', () => {
  expect([...findComponents(new Uint8Array(6), 3, 'corner')]).toEqual([]);
  const flags = new Uint8Array(9).fill(2);
  expect([...findComponents(flags, 3, 'side')]).toHaveLength(1);
  expect(flags).toEqual(new Uint8Array(9).fill(2));
});
