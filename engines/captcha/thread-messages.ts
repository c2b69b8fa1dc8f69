// The messages between the server and its captcha thread, and a drawn captcha.
import type { CaptchaType } from 'contract/routes/captcha.ts';
import type { Language } from 'contract/words.ts';

export interface DrawnCaptcha {
  readonly originalImageBase64: string;
  /** For blockPuzzle: 50 pixels wide, as tall as the original. */
  readonly jigsawImageBase64: string | null;
  /** For clickWord: the words to click, in order. */
  readonly wordList: string[] | null;
  /** Whether the piece belongs to the hole with the same figure, instead of the only one with its outline. */
  readonly hasFigures: boolean;
  /** Left edge of the hole with y of a slider, or the middles of the words. */
  readonly answer: readonly { readonly x: number; readonly y: number }[];
}

export interface DrawOrder {
  readonly kind: CaptchaType;
  readonly language: Language;
  /** A slider has figures then. Letters stay as they are: a person who cannot tell figures apart needs another way. */
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
