// The type of an ID photo size: its dimensions and the rules for the position of the head.
import type { Sentence } from 'contract/words.ts';

export type SizeGroup = 'china' | 'exam' | 'asia' | 'europe' | 'america' | 'world';

/** A range as shares of the photo's height. */
export type Share = readonly [from: number, to: number];

export interface HeadRule {
  /** Chin to crown, including hair; for several people, from the lowest chin to the highest crown. */
  readonly head: Share;
  /** Height of the eye line above the bottom edge. */
  readonly eyes?: Share;
  /** Free space above the crown. If `eyes` is given too, both must be satisfied. */
  readonly top?: Share;
}

export interface PhotoSize {
  readonly id: string;
  readonly group: SizeGroup;
  readonly name: Sentence;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dpi: number;
  /** The required dimensions in pixels; default: millimetres times dpi. */
  readonly px?: readonly [width: number, height: number];
  readonly rule: HeadRule;
  /** #rrggbb, as required by the rules or customary. */
  readonly background: string;
  /** Number of people in the photo; default 1. */
  readonly people?: number;
  /** Limits of the file size in KB, if an authority sets them. */
  readonly kb?: { readonly min?: number; readonly max?: number };
}

export const backgrounds = { white: '#ffffff', blue: '#438edb', red: '#d9001b', grey: '#d9dde2' } as const;

/** Converts a range in millimetres to shares of the photo's height `heightMm`. */
export const mm = (from: number, to: number, heightMm: number): Share => [from / heightMm, to / heightMm];

/** ICAO Doc 9303, as adopted by most passport offices for 35 x 45 mm: head 32-36 mm, 3-6 mm above it. */
export const icao45: HeadRule = { head: mm(32, 36, 45), top: mm(3, 6, 45) };

/** Common studio practice where no rule is prescribed. */
export const custom: HeadRule = { head: [0.58, 0.7], top: [0.07, 0.14] };
