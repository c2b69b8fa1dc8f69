// The messages between the server and its captcha thread, and a drawn captcha.
import type { CaptchaType } from 'contract/routes/captcha.ts';
import type { Language } from 'contract/words.ts';

export interface DrawnCaptcha {
  readonly originalImageBase64: string;
  /** For blockPuzzle: 50 pixels wide, as tall as the original. */
  readonly jigsawImageBase64: string | null;
  /** For clickWord: the words to click, in order. */
  readonly wordList: string[] | null;
  /** Left edge of the hole with y of a slider, or the middles of the words. */
  readonly answer: readonly { readonly x: number; readonly y: number }[];
}

export interface DrawOrder {
  readonly id: number;
  readonly kind: CaptchaType;
  readonly language: Language;
}

export interface FromThread {
  readonly id: number;
  readonly drawn?: DrawnCaptcha;
  readonly fault?: string;
}
