// Run-length coding: cases that no fixture covers, and deliberate errors.
import { describe, expect, it } from 'vitest';
import { unpackRunLengths } from './decode-dib-runs.ts';

const unpack = (bytes: number[], isFourBit = false) => [...unpackRunLengths(Uint8Array.from(bytes), 4, 2, isFourBit)];

describe('unpackRunLengths', () => {
  it('reads runs, literals, line ends and jumps, bottom row first', () => {
    expect(unpack([3, 7, 0, 0, 0, 3, 1, 2, 3, 0, 0, 1])).toEqual([1, 2, 3, 0, 7, 7, 7, 0]);
    expect(unpack([0, 2, 2, 1, 1, 9, 0, 1])).toEqual([0, 0, 9, 0, 0, 0, 0, 0]);
  });

  it('reads pairs of four bits', () => {
    expect(unpack([4, 0x12, 0, 0, 0, 3, 0x34, 0x50, 0, 1], true)).toEqual([3, 4, 5, 0, 1, 2, 1, 2]);
  });

  it('clips runs at the image border', () => {
    expect(unpack([255, 5, 0, 0, 4, 6, 0, 1])).toEqual([6, 6, 6, 6, 5, 5, 5, 5]);
    expect(unpack([0, 2, 255, 255, 4, 6, 0, 1])).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it.each([[[]], [[4]], [[4, 1]], [[0, 200, 1, 2]]])('refuses data that ends too early: %j', bytes => {
    expect(() => unpack(bytes)).toThrow('FILE_CORRUPT');
  });
});
