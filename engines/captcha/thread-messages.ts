// The messages between the server and its captcha thread, and the captcha that the thread returns.
import type { CaptchaType } from 'contract/routes/captcha.ts';
import type { Language } from 'contract/words.ts';

export interface DrawnCaptcha {
  readonly originalImageBase64: string;
  /** blockPuzzle only: 50 pixels wide, as tall as the original. */
  readonly jigsawImageBase64: string | null;
  /** clickWord only: the signs to click, in order. */
  readonly wordList: string[] | null;
  /** Whether the holes share an outline and the piece belongs to the one with the same kind of figure. */
  readonly hasFigures: boolean;
  /** A slider's answer is the left edge of the hole and a fixed y; a click captcha's is the centres of the signs to click. */
  readonly answer: readonly { readonly x: number; readonly y: number }[];
}

export interface DrawOrder {
  readonly kind: CaptchaType;
  readonly language: Language;
  /** Suspects get a slider with figures. The click captcha stays the same: a person who cannot tell figures apart needs an alternative. */
  readonly isSuspect: boolean;
}

export interface ToThread extends DrawOrder {
  readonly id: number;
}

export interface FromThread {
  readonly id: number;
  readonly drawn?: DrawnCaptcha;
  readonly fault?: string;
}
