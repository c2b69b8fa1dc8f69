// For tests: PNGs that declare their colours in chunks.
import { deflateSync } from 'node:zlib';
import { makeChunk, pngSignature } from './formats/wrap-png.ts';

/** Colours as shares of red, green and blue, from left to right. */
export type Patches = readonly (readonly [number, number, number])[];

const side = 8;

interface Declared {
  readonly patches: Patches;
  readonly bits?: 8 | 16;
  /** Only the first share of each colour is stored. */
  readonly isGrey?: boolean;
  readonly chunks: readonly (readonly [name: string, body: Uint8Array])[];
}

/** Makes a PNG with a square of 8 pixels for each colour. */
export function makeDeclaredPng({ patches, bits = 8, isGrey = false, chunks }: Declared): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(patches.length * side, 0);
  head.writeUInt32BE(side, 4);
  head.set([bits, isGrey ? 0 : 2, 0, 0, 0], 8);
  const row = [0];
  for (const colour of patches)
    for (let x = 0; x < side; x++)
      for (const share of isGrey ? colour.slice(0, 1) : colour) {
        const level = Math.round(share * (2 ** bits - 1));
        row.push(...(bits === 8 ? [level] : [level >> 8, level & 255]));
      }
  const rows = Buffer.concat(Array.from({ length: side }, () => Buffer.from(row)));
  return Buffer.concat([
    pngSignature,
    ...makeChunk('IHDR', head),
    ...chunks.flatMap(([name, body]) => makeChunk(name, body)),
    ...makeChunk('IDAT', deflateSync(rows)),
    ...makeChunk('IEND', new Uint8Array()),
  ]);
}

/** The body of a chunk of 32-bit numbers. */
export function numbers(...values: readonly number[]): Buffer {
  const body = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) body.writeUInt32BE(value, i * 4);
  return body;
}
