// Reads horizontal strips of text with the network: the characters, their positions and their scores.
import type { Floats } from '../model/model.ts';
import type { Pixels } from '../pixels/plane.ts';
import { findLeastInk, measureInk } from './ink.ts';
import type { TextNetwork } from './models.ts';
import { stripHeight } from './strip.ts';

export interface ReadCharacter {
  readonly character: string;
  /** 0..1 */
  readonly score: number;
  /** Columns of the strip in which the network recognised it; its ink may extend slightly beyond. */
  readonly from: number;
  readonly to: number;
  /** Probability of a space between the previous character and this one, 0..1. */
  readonly spaceBefore: number;
  /** What else it may be, the likeliest first. */
  readonly others?: readonly { readonly character: string; readonly score: number }[];
}

export interface ReadStrip {
  readonly characters: readonly ReadCharacter[];
  /** Mean score of the characters; 0 without any. */
  readonly score: number;
}

/** Columns of the strip per step of the network. */
const stepColumns = 8;
const nothing = 0;
/** Maximum width of a piece read at once: the network was trained on shorter lines, and memory grows with the width. */
const longestPiece = 3200;

function toPlanes({ data, width }: Pixels, paddedWidth: number): Float32Array {
  const area = stripHeight * paddedWidth;
  const planes = new Float32Array(3 * area);
  for (let y = 0, at = 0; y < stripHeight; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      for (let c = 0; c < 3; c++) planes[c * area + y * paddedWidth + x] = data[at + 2 - c]! / 127.5 - 1;
    }
  }
  return planes;
}

/** Lowest probability of what else a character may be. */
const minOther = 0.03;

/** Returns what a step may be, the likeliest first. */
function findOthers(data: Float32Array, from: number, characters: readonly string[]) {
  const others: { character: string; score: number }[] = [];
  for (let i = nothing + 1; i < characters.length; i++) {
    const score = data[from + i]!;
    if (score >= minOther && characters[i]!.trim()) others.push({ character: characters[i]!, score });
  }
  return others.sort((a, b) => b.score - a.score);
}

/** Returns the most probable character of one step. */
function findBest(data: Float32Array, from: number, count: number): number {
  let best = from;
  for (let at = from + 1; at < from + count; at++) if (data[at]! > data[best]!) best = at;
  return best - from;
}

/**
 * Returns the most probable reading: the best character of each step, without repetitions and blanks. Spaces are returned as probabilities. Source:
 * Graves et al., "Connectionist temporal classification", ICML 2006 (best path decoding).
 */
export function decodeSteps({ data, dims }: Floats, characters: readonly string[]): ReadCharacter[] {
  const [, steps = 0, count = 0] = dims;
  if (count !== characters.length)
    throw new Error(`A reading network has ${count} outputs and ${characters.length} characters`);
  // Some alphabets have the space of Chinese fonts as well.
  const spaces = characters.flatMap((character, i) => (character === ' ' || character === '\u3000' ? [i] : []));
  const read: { index: number; score: number; best: number; from: number; to: number; spaceBefore: number }[] = [];
  let previous = nothing;
  let spaceBefore = 0;
  for (let step = 0; step < steps; step++) {
    const index = findBest(data, step * count, count);
    const score = data[step * count + index]!;
    for (const space of spaces) spaceBefore = Math.max(spaceBefore, data[step * count + space]!);
    const last = read.at(-1);
    if (index !== nothing && !spaces.includes(index)) {
      if (index === previous && last) {
        last.to = (step + 1) * stepColumns;
        if (score > last.score) [last.score, last.best] = [score, step];
      } else {
        read.push({ index, score, best: step, from: step * stepColumns, to: (step + 1) * stepColumns, spaceBefore });
      }
      spaceBefore = 0;
    }
    previous = index;
  }
  return read.map(({ index, best, ...rest }) => {
    const others = findOthers(data, best * count, characters).filter(
      ({ character }) => character !== characters[index],
    );
    return { character: characters[index] ?? '', ...rest, ...(others.length > 0 && { others }) };
  });
}

/** Reads one piece of a strip, short enough for the network. */
async function readPiece(strip: Pixels, { model, characters }: TextNetwork): Promise<ReadCharacter[]> {
  const width = Math.ceil(strip.width / stepColumns) * stepColumns;
  const input = { data: toPlanes(strip, width), dims: [1, 3, stripHeight, width] };
  const output = await model.run({ [model.inputNames[0]!]: input });
  return decodeSteps(output[model.outputNames[0]!]!, characters);
}

function takeColumns({ data, width }: Pixels, from: number, to: number): Pixels {
  const piece = new Uint8Array((to - from) * stripHeight * 3);
  for (let y = 0; y < stripHeight; y++)
    piece.set(data.subarray((y * width + from) * 3, (y * width + to) * 3), y * (to - from) * 3);
  return { data: piece, width: to - from, height: stripHeight };
}

/** Returns the positions where a long strip is cut: at the least ink near even divisions. */
function divideStrip(strip: Pixels): number[] {
  const count = Math.ceil(strip.width / longestPiece);
  if (count === 1) return [0, strip.width];
  const ink = measureInk(strip);
  const part = strip.width / count;
  const inner = Array.from({ length: count - 1 }, (_, i) =>
    findLeastInk(ink, (i + 1) * part - stripHeight * 2, (i + 1) * part + stripHeight * 2),
  );
  return [0, ...inner, strip.width];
}

/** Reads a strip of `stripHeight` rows and any width. */
export async function readStrip(strip: Pixels, network: TextNetwork): Promise<ReadStrip> {
  const cuts = divideStrip(strip);
  const characters: ReadCharacter[] = [];
  for (const [i, to] of cuts.slice(1).entries()) {
    const from = cuts[i]!;
    const piece = await readPiece(takeColumns(strip, from, to), network);
    characters.push(...piece.map(each => ({ ...each, from: each.from + from, to: each.to + from })));
  }
  const score = characters.reduce((sum, each) => sum + each.score, 0) / Math.max(1, characters.length);
  return { characters, score };
}
