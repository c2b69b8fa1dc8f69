// Converts between positions on the screen and on the 310x155 reference picture of the answers.
import { captchaSize } from 'contract/routes/captcha.ts';

export interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** How far the piece can go, on the reference. */
export const farthestX = captchaSize.width - captchaSize.piece;

export const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const round = (value: number) => Math.round(value * 100) / 100;

/** From a distance on the drawn picture to one on the reference. */
export const toReferenceX = (x: number, shownWidth: number): number => round((x * captchaSize.width) / shownWidth);

export const toReference = ({ x, y }: Point, shown: Size): Point => ({
  x: Math.round((x * captchaSize.width) / shown.width),
  y: Math.round((y * captchaSize.height) / shown.height),
});

/** A share of the picture for CSS, so that it holds at any width. */
export const percentX = (x: number): string => `${(x / captchaSize.width) * 100}%`;
export const percentY = (y: number): string => `${(y / captchaSize.height) * 100}%`;
