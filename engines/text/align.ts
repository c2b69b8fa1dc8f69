// Aligns two readings of one line, character by character.
import type { ReadCharacter } from './text-reader.ts';

/** A character of one or both readings. */
export type Step = readonly [own: ReadCharacter | undefined, other: ReadCharacter | undefined];

/** Cost of a character that only one of both read. */
const aloneCost = 1;
/** Cost of a sign beside a letter: neither reader takes one for the other. */
const signCost = 1.6;
/** Cost of a distance of one character, which settles what is equal otherwise: Tesseract's places are rough. */
const distanceCost = 0.1;
const farthest = 3;
const sign = /[^\p{L}\p{N}]/u;

/** Signs are the same whether they are as wide as a character or not. */
export const fold = (character: string) => character.normalize('NFKC');
export const middleOf = ({ from, to }: ReadCharacter) => (from + to) / 2;

/** Cost of taking two readings for one character of the line. */
function swapCost(own: ReadCharacter, other: ReadCharacter, pitch: number): number {
  const apart = distanceCost * Math.min(farthest, Math.abs(middleOf(own) - middleOf(other)) / pitch);
  if (fold(own.character) === fold(other.character)) return apart;
  return apart + (sign.test(own.character) === sign.test(other.character) ? 1 : signCost);
}

/** The usual distance of the network's characters, in columns. */
export function findPitch(own: readonly ReadCharacter[]): number {
  const steps = own.slice(1).map((one, i) => middleOf(one) - middleOf(own[i]!));
  return Math.max(1, steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 1);
}

/** Aligns two readings with the least cost. Source: Levenshtein, 1966. */
export function align(own: readonly ReadCharacter[], other: readonly ReadCharacter[]): Step[] {
  const pitch = findPitch(own);
  const costs = Array.from({ length: own.length + 1 }, (_, i) =>
    new Float64Array(other.length + 1).fill(i * aloneCost),
  );
  for (let j = 0; j <= other.length; j++) costs[0]![j] = j * aloneCost;
  const swap = (i: number, j: number) => costs[i - 1]![j - 1]! + swapCost(own[i - 1]!, other[j - 1]!, pitch);
  for (let i = 1; i <= own.length; i++)
    for (let j = 1; j <= other.length; j++)
      costs[i]![j] = Math.min(swap(i, j), costs[i - 1]![j]! + aloneCost, costs[i]![j - 1]! + aloneCost);
  const steps: Step[] = [];
  let [i, j] = [own.length, other.length];
  while (i > 0 || j > 0) {
    const cost = costs[i]![j]!;
    if (i > 0 && j > 0 && cost === swap(i, j)) steps.push([own[--i], other[--j]]);
    else if (i > 0 && cost === costs[i - 1]![j]! + aloneCost) steps.push([own[--i], undefined]);
    else steps.push([undefined, other[--j]]);
  }
  return steps.reverse();
}
