// Unambiguous mistakes in a payload are repaired; ambiguous ones are left for the schema to refuse.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readPayload } from './read-payload.ts';

const schema = z.intersection(
  z.object({ fileName: z.string().max(10).optional(), fileSize: z.number().min(0).optional() }),
  z.object({
    format: z.enum(['jpg', 'tiff', 'A4']).optional(),
    scale: z.literal([2, 4]).default(2),
    width: z.number().int().min(1).optional(),
    loop: z.union([z.boolean(), z.number()]).default(0),
    isDark: z.boolean().default(false),
    batch: z.string().optional(),
    file: z.string().optional(),
    boxes: z.array(z.object({ x: z.number(), y: z.number() })).default([]),
    spec: z.union([z.enum(['one']), z.strictObject({ w: z.number() }), z.strictObject({ px: z.number() })]).optional(),
    colour: z
      .string()
      .regex(/^#\w+$/)
      .optional(),
  }),
);
const read = (payload: unknown) => schema.parse(readPayload(schema, ['file'], payload));

test.each([
  [{ width: '32' }, { width: 32 }],
  [{ width: null, file: null }, {}],
  [{ width: '', colour: '', format: '' }, {}],
  [{ scale: '4' }, { scale: 4 }],
  [{ format: 'JPEG' }, { format: 'jpg' }],
  [{ format: '.tif' }, { format: 'tiff' }],
  [{ format: 'image/jpeg' }, { format: 'jpg' }],
  [{ format: 'a4' }, { format: 'A4' }],
  [{ isDark: 'true' }, { isDark: true }],
  [{ isDark: 1 }, { isDark: true }],
  [{ isDark: '0' }, { isDark: false }],
  [{ loop: '0' }, { loop: 0 }],
  [{ loop: 'false' }, { loop: false }],
  [{ batch: 1700000000000 }, { batch: '1700000000000' }],
  [{ boxes: '[{"x":"1","y":2}]' }, { boxes: [{ x: 1, y: 2 }] }],
  [{ boxes: { x: 1, y: '2.5' } }, { boxes: [{ x: 1, y: 2.5 }] }],
  [{ spec: '{"w":"7"}' }, { spec: { w: 7 } }],
  [{ spec: { px: '7' } }, { spec: { px: 7 } }],
  [{ fileName: 'x'.repeat(300), fileSize: 'about 3 MB' }, {}],
])('%j is read as %j', (payload, meant) => {
  expect(read(payload)).toMatchObject(meant);
  for (const name of Object.keys(payload).filter(key => !(key in meant)))
    expect(read(payload)).not.toHaveProperty(name);
});

test.each([
  { width: '3x2' },
  { width: '0' },
  { width: 1.5 },
  { width: [32] },
  { scale: '3' },
  { format: 'jpgg' },
  { isDark: 'maybe' },
  { boxes: '[{"x":1' },
  { boxes: 'far' },
  { spec: { w: 'wide' } },
  { colour: 'red' },
  { file: 7 },
])('%j is refused', payload => {
  expect(schema.safeParse(readPayload(schema, ['file'], payload)).success).toBe(false);
});

test('a correct payload is passed on unchanged, and the sent object is never modified', () => {
  const right = { width: 3, loop: true };
  expect(readPayload(schema, [], right)).toBe(right);
  const sent = Object.freeze({ boxes: Object.freeze([Object.freeze({ x: '1', y: 2 })]) });
  expect(read(sent)).toMatchObject({ boxes: [{ x: 1, y: 2 }] });
  for (const odd of [undefined, null, 'text', [1]]) expect(readPayload(schema, [], odd)).toBe(odd);
});

test('thousands of repairs beside thousands of other fields cost one copy of each object', () => {
  // A copy for each repair took minutes of the server's only thread.
  const boxes = Array.from({ length: 4000 }, (_, at) => ({ x: String(at), y: '2' }));
  const others = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, at]));
  const sent = { ...others, width: '32', boxes };
  expect(read(sent)).toMatchObject({ width: 32, boxes: boxes.map((_, at) => ({ x: at, y: 2 })) });
  expect(boxes[7]).toEqual({ x: '7', y: '2' });
});

test('a number that never ends is read once', () => {
  // A search that backtracks takes minutes of the server's only thread.
  for (const width of [`${'0'.repeat(1e6)}x`, `1${' '.repeat(1e6)}x`, `${'1'.repeat(1e6)}e`])
    expect(schema.safeParse(readPayload(schema, [], { width })).success).toBe(false);
  expect(read({ width: `${'0'.repeat(1e6)}7.` })).toMatchObject({ width: 7 });
});
