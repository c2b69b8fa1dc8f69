// Common colour notations become #rrggbb; other texts are refused.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { colourSchema, makeColourSchema } from './colour.ts';

test.each([
  ['#fff', '#ffffff'],
  ['#1A2b3C', '#1a2b3c'],
  ['438edb', '#438edb'],
  ['f00', '#ff0000'],
  [' White ', '#ffffff'],
  ['rgb(67, 142, 219)', '#438edb'],
  ['RGB(0 0 255)', '#0000ff'],
])('%s is %s', (spelling, colour) => {
  expect(colourSchema.parse(spelling)).toBe(colour);
});

test.each(['', '#ff', '#12345g', 'rgb(300,0,0)', '#ffffff80', 'javascript:1', 'constructor', 7, null])(
  '%s is not a colour',
  spelling => {
    expect(colourSchema.safeParse(spelling).success).toBe(false);
  },
);

test('a tool can define its own colour names', () => {
  expect(makeColourSchema({ blue: '#438edb' }).parse('blue')).toBe('#438edb');
});

test('an omitted colour gets its default, and the documentation shows a string', () => {
  const options = z.object({ a: colourSchema.prefault('#ffffff'), b: colourSchema.optional() });
  expect(options.parse({})).toEqual({ a: '#ffffff' });
  expect(z.toJSONSchema(options, { io: 'input' })).toMatchObject({
    properties: { a: { type: 'string', default: '#ffffff' }, b: { type: 'string' } },
  });
});
