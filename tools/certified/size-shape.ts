// The rules of one kind of ID photo: its size, and the position of the head.
import type { Sentence } from 'contract/words.ts';

export type SizeGroup = 'china' | 'exam' | 'asia' | 'europe' | 'america' | 'world';

/** From and to, as shares of the photo's height. */
export type Share = readonly [from: number, to: number];

export interface HeadRule {
  /** Chin to crown, hair included; of several people, from the lowest chin to the highest crown. */
  readonly head: Share;
  /** The line of the eyes above the bottom edge. */
  readonly eyes?: Share;
  /** Free space above the crown. Where both are given, both are to be kept. */
  readonly top?: Share;
}

export interface PhotoSize {
  readonly id: string;
  readonly group: SizeGroup;
  readonly name: Sentence;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dpi: number;
  /** Pixels that the rules demand; default: millimetres times dpi. */
  readonly px?: readonly [width: number, height: number];
  readonly rule: HeadRule;
  /** #rrggbb, as the rules or custom want it. */
  readonly background: string;
  /** How many people are on the photo; one where it is left out. */
  readonly people?: number;
  /** Limits of the file's size, if an authority sets them. */
  readonly kb?: { readonly min?: number; readonly max?: number };
}

export const backgrounds = { white: '#ffffff', blue: '#438edb', red: '#d9001b', grey: '#d9dde2' } as const;

/** Millimetres as a share of the height of a photo `heightMm` high. */
export const mm = (from: number, to: number, heightMm: number): Share => [from / heightMm, to / heightMm];

/** ICAO Doc 9303, as most passport offices took it over for 35 x 45 mm: head 32-36 mm, 3-6 mm above it. */
export const icao45: HeadRule = { head: mm(32, 36, 45), top: mm(3, 6, 45) };

/** Usual practice of studios where no rule is prescribed. */
export const custom: HeadRule = { head: [0.58, 0.7], top: [0.07, 0.14] };
