// Captcha calls in AJ-Captcha's wire format: a separate envelope, always with HTTP 200.
import { z } from 'zod';

const captchaTypes = ['blockPuzzle', 'clickWord'] as const;
export type CaptchaType = (typeof captchaTypes)[number];

/** Width and height of the picture that points are measured on, and the side of the piece, in pixels. */
export const captchaSize = { width: 310, height: 155, piece: 50 } as const;
/** The y coordinate of every slider answer. */
export const sliderY = 5;

/** Values of repCode. */
export const captchaCodes = {
  success: '0000',
  missing: '0011',
  unexpected: '9999',
  expired: '6110',
  wrong: '6111',
  failed: '6112',
  tooManyGets: '6201',
  locked: '6202',
  tooManyChecks: '6204',
} as const;
export type CaptchaCode = (typeof captchaCodes)[keyof typeof captchaCodes];

export const captchaPaths = { get: '/captcha/get', check: '/captcha/check' } as const;

/** When the page sent the request. Not used. */
const timeField = z.union([z.number(), z.string().max(32)]).nullish();

export const captchaGetSchema = z.object({
  captchaType: z.enum(captchaTypes),
  // AJ-Captcha's Vue page sends null before it has generated an id.
  clientUid: z.string().max(128).nullish(),
  ts: timeField,
  /** The product's own page announces that it will send the slider's `track` with the answer. AJ-Captcha's pages do not, and get fewer attempts. */
  sendsTrack: z.boolean().nullish(),
});

/** One point of a drag: x on the reference width, and milliseconds since the drag began. */
const trackPoint = z.tuple([z.number(), z.number()]);

export const captchaCheckSchema = z.object({
  captchaType: z.enum(captchaTypes),
  /** The answer as JSON, `{x, y}` or a list of three; AES-ECB-PKCS7 with the secret key, base64. */
  pointJson: z.string().min(1).max(2048),
  token: z.string().min(1).max(128),
  clientUid: z.string().max(128).nullish(),
  ts: timeField,
  /** The path along which the piece was dragged; required if `sendsTrack` was set. */
  track: z.array(trackPoint).max(600).optional(),
});

export interface CaptchaChallenge {
  captchaType: CaptchaType;
  token: string;
  secretKey: string;
  /** Base64 of a PNG or JPEG, without a data: prefix. */
  originalImageBase64: string;
  /** Base64 of a PNG as tall as the original; null for clickWord. */
  jigsawImageBase64: string | null;
  /** The words to click in this order; null for blockPuzzle. */
  wordList: string[] | null;
  /** Several holes have the piece's outline, and the piece fits the one with the same figure. Set only for the product's own page. */
  hasFigures?: true;
}

export interface CaptchaReply<T> {
  repCode: CaptchaCode;
  repMsg: string | null;
  repData: T | null;
  success: boolean;
  /** Until another captcha is given; absent where no wait is needed. */
  retryAfterSeconds?: number;
}
