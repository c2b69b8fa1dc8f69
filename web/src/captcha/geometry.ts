// Converts between positions on the screen and on the 310x155 reference picture, which answers refer to.
import { captchaSize } from 'contract/routes/captcha.ts';

export interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** The maximum position of the piece on the reference picture. */
export const farthestX = captchaSize.width - captchaSize.piece;

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const round = (value: number) => Math.round(value * 100) / 100;

/** Converts a distance on the displayed picture to the reference picture. */
export const toReferenceX = (x: number, shownWidth: number): number => round((x * captchaSize.width) / shownWidth);

export const toReference = ({ x, y }: Point, shown: Size): Point => ({
  x: Math.round((x * captchaSize.width) / shown.width),
  y: Math.round((y * captchaSize.height) / shown.height),
});

/** Returns a CSS percentage, which is independent of the displayed width. */
export const percentX = (x: number): string => `${(x / captchaSize.width) * 100}%`;
export const percentY = (y: number): string => `${(y / captchaSize.height) * 100}%`;
