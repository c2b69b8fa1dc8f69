// Decoding of the network's steps into characters, and of columns into horizontal lines.
import { describe, expect, it } from 'vitest';
import { divideColumn } from './column.ts';
import { decodeSteps } from './text-reader.ts';

const characters = ['', 'a', 'b', ' '];

/** Decodes rows with the probabilities of the blank, a, b and a space in one step each. */
const decode = (rows: readonly (readonly number[])[]) =>
  decodeSteps({ data: new Float32Array(rows.flat()), dims: [1, rows.length, characters.length] }, characters);

describe('steps', () => {
  it('a repeated character counts once, and twice across a blank', () => {
    const a = [0.1, 0.9, 0, 0];
    const blank = [1, 0, 0, 0];
    expect(decode([a, a]).map(({ character }) => character)).toEqual(['a']);
    const [first, second] = decode([blank, a, a, blank, a]);
    expect(first).toMatchObject({ character: 'a', from: 8, to: 24 });
    expect(second).toMatchObject({ character: 'a', from: 32, to: 40 });
    expect(first!.score).toBeCloseTo(0.9, 5);
  });

  it('a space is returned separately, even one of low probability', () => {
    const read = decode([
      [0, 1, 0, 0],
      [0.2, 0, 0, 0.8],
      [0, 0, 1, 0],
      [0.9, 0, 0, 0.1],
      [0, 1, 0, 0],
    ]);
    expect(read.map(({ character }) => character)).toEqual(['a', 'b', 'a']);
    expect(read.map(({ spaceBefore }) => spaceBefore)).toEqual([0, 0.8, 0.1].map(value => expect.closeTo(value, 5)));
  });

  it('without characters give an empty reading', () => {
    expect(decode([[1, 0, 0, 0]])).toEqual([]);
  });
});

describe('a column', () => {
  it('is divided where it has no ink', () => {
    // Four characters of 30 columns with gaps of 10.
    const ink = new Float32Array(160).map((_, x) => (x % 40 < 30 ? 100 : 0));
    const cuts = divideColumn(ink);
    expect(cuts).toHaveLength(5);
    for (const cut of cuts.slice(1, -1)) expect(ink[cut]).toBe(0);
  });

  it('of a single character stays whole', () => {
    expect(divideColumn(new Float32Array(40).fill(80))).toEqual([0, 40]);
  });
});
