// Tests that compressed drawings are unpacked as they are picked, and other files left alone.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sniffPicked } from './check-input.ts';
import { unpackDrawing } from './unpack-drawing.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const pick = (bytes: Uint8Array, name: string) => new File([Uint8Array.from(bytes)], name);

test('a compressed drawing becomes a drawing', async () => {
  const picked = pick(gzipSync(drawing), 'plan.v2.SVGZ');
  const file = await unpackDrawing(picked);
  expect([file.name, file.type, await file.text()]).toEqual(['plan.v2.svg', 'image/svg+xml', drawing]);
  expect(await sniffPicked(picked)).toBe('svg');
});

test('other files stay as they are, packed ones too', async () => {
  const packed = gzipSync(drawing);
  const bomb = gzipSync(`${drawing}${' '.repeat(30_000_000)}`);
  for (const bytes of [gzipSync('a text'), packed.subarray(0, packed.length - 9), bomb, Buffer.from(drawing)]) {
    const picked = pick(bytes, 'some.svgz');
    expect(await unpackDrawing(picked)).toBe(picked);
  }
});
