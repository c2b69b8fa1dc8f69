// Workflows in links: what goes in comes out, and hostile links open nothing or only what a screen can show.
import { expect, test } from 'vitest';
import { fitOptions } from './fit-options.ts';

test('options keep their shape, whatever a link says', () => {
  const usual = {
    format: 'jpg',
    quality: 80,
    keep: true,
    place: { zoom: 1, right: 0 },
    sizes: ['a'],
    width: undefined,
    marks: [],
  };
  expect(
    fitOptions(usual, { format: 'webp', quality: 60, keep: false, place: { zoom: 2 }, sizes: ['b', 'c'], width: 300 }),
  ).toEqual({
    format: 'webp',
    quality: 60,
    keep: false,
    place: { zoom: 2, right: 0 },
    sizes: ['b', 'c'],
    width: 300,
    marks: [],
  });
  const hostile = JSON.parse(
    '{"format": {"toString": 1}, "quality": "80", "keep": null, "place": [1], "sizes": [1], "width": {"a": 1}, "marks": [{"x": 1}], "__proto__": {"polluted": true}}',
  );
  expect(fitOptions(usual, hostile)).toEqual(usual);
  expect(fitOptions(usual, { format: 'x'.repeat(501), sizes: Array.from({ length: 201 }, () => 'a') })).toEqual(usual);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
