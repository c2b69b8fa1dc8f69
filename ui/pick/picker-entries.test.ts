// Tests searching entries by name, dimensions and keywords.
import { expect, test } from 'vitest';
import { matchesQuery } from './picker-entries.ts';

const entry = { id: 'us', label: '美国签证', note: '51 × 51 mm · 600 × 600 px', aspect: 1, keywords: 'us visa' };

test.each([
  ['', true],
  ['签证', true],
  ['US visa', true],
  ['visa us', true],
  ['51x51', true],
  ['600 × 600', true],
  ['51*51 mm', true],
  ['passport', false],
  ['35x45', false],
])('%j: %s', (query, isFound) => {
  expect(matchesQuery(entry, query)).toBe(isFound);
});
