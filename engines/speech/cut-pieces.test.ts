// Spans of speech, and how they are grouped into pieces.
import { describe, expect, test } from 'vitest';
import { findSpans, joinSpans, longestPiece } from './cut-pieces.ts';

const frame = 0.1;
/** Frame probabilities from pairs of a value and its duration in seconds. */
const row = (...parts: readonly (readonly [value: number, seconds: number])[]) =>
  Float32Array.from(parts.flatMap(([value, seconds]) => Array<number>(Math.round(seconds / frame)).fill(value)));

describe('spans of speech', () => {
  test('are not found in silence, music and short noises', () => {
    expect(findSpans(row([0.1, 60]), frame)).toEqual([]);
    expect(findSpans(row([0.1, 5], [0.9, 0.2], [0.1, 5]), frame)).toEqual([]);
    expect(findSpans(new Float32Array(0), frame)).toEqual([]);
  });

  test('get a margin before and after, within the recording', () => {
    const [span, ...more] = findSpans(row([0.1, 2], [0.9, 3], [0.1, 2]), frame);
    expect(more).toEqual([]);
    expect(span!.start).toBeCloseTo(1.8);
    expect(span!.end).toBeCloseTo(5.2);
    const [whole] = findSpans(row([0.9, 4]), frame);
    expect(whole).toEqual({ start: 0, end: 4 });
  });

  test('end at a pause, not at an uncertain moment', () => {
    expect(findSpans(row([0.9, 2], [0.4, 1], [0.9, 2]), frame)).toHaveLength(1);
    expect(findSpans(row([0.9, 2], [0.1, 1], [0.9, 2]), frame)).toHaveLength(2);
  });

  test('margins of adjacent spans never overlap', () => {
    const [first, second] = findSpans(row([0.9, 2], [0.1, 0.4], [0.9, 2]), frame);
    expect(first!.end).toBeLessThanOrEqual(second!.start);
  });

  test('speech without a pause is cut at its least speech-like frame', () => {
    const spans = findSpans(row([0.9, 20], [0.6, 0.2], [0.9, 20.8]), frame);
    expect(spans.map(({ start, end }) => [start, end].map(Math.round))).toEqual([
      [0, 20],
      [20, 41],
    ]);
    for (const { start, end } of findSpans(row([0.9, 200]), frame))
      expect(end - start).toBeLessThanOrEqual(longestPiece);
  });
});

describe('pieces', () => {
  test('adjacent spans are joined until a piece is full', () => {
    const spans = Array.from({ length: 10 }, (_, at) => ({ start: at * 6, end: at * 6 + 5 }));
    const pieces = joinSpans(spans);
    expect(pieces.map(({ spans: inside }) => inside.length)).toEqual([4, 4, 2]);
    for (const { start, end } of pieces) expect(end - start).toBeLessThanOrEqual(longestPiece);
    expect(pieces.flatMap(piece => piece.spans)).toEqual(spans);
  });

  test('distant spans stay separate', () => {
    expect(
      joinSpans([
        { start: 0, end: 1 },
        { start: 10, end: 11 },
      ]),
    ).toHaveLength(2);
  });
});
