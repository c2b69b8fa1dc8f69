// Makes the text, boxes and meta of a result from a reading.
import type { Output, RecognisedBox } from 'contract/run.ts';
import type { Picture } from 'engines/image.ts';
import type { Paragraph } from 'engines/text/paragraphs.ts';
import type { ReadText, TextLine } from 'engines/text/read-text.ts';
import { boundsOf } from 'engines/text/rectangle.ts';
import type { ReadMeta } from './contract.ts';

export interface Reading {
  readonly picture: Picture;
  readonly background: string;
  readonly read: ReadText;
  readonly paragraphs: readonly Paragraph[];
  readonly lines: readonly TextLine[];
}

/** Degrees clockwise that bring the page upright. */
export const turnOf = ({ quarters, isColumnar }: ReadText) => (isColumnar ? 0 : ((4 - quarters) % 4) * 90);

/** Whole pixels inside the picture. */
function describeBox({ quad, text, score }: TextLine, { width, height }: Picture): RecognisedBox {
  const { x, y, w, h } = boundsOf(quad);
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  return {
    x: Math.min(left, width - 1),
    y: Math.min(top, height - 1),
    w: Math.max(1, Math.min(width, Math.ceil(x + w)) - left),
    h: Math.max(1, Math.min(height, Math.ceil(y + h)) - top),
    score: Math.round(score * 1000) / 1000,
    text,
  };
}

/** The result for a client: text, a box for each piece of a line, and the paragraphs that they form. */
export function describeReading(
  { picture, read, lines, paragraphs }: Reading,
  text: string,
  keepsLines: boolean,
): Pick<Output, 'text' | 'boxes' | 'meta'> {
  const warnings: ReadMeta['warnings'] = [
    ...(lines.length === 0 ? (['no-text'] as const) : []),
    ...(read.isCut ? (['lines-left-out'] as const) : []),
    ...(picture.frames > 1 || picture.pages > 1 ? (['first-frame-only'] as const) : []),
  ];
  const meta: ReadMeta = {
    engine: 'ppocr',
    warnings,
    inputWidth: picture.width,
    inputHeight: picture.height,
    keepsLines,
    turn: turnOf(read),
    paragraphs: paragraphs.map(({ kind, lines: inside }) => ({ kind, lines: inside.length })),
    quads: lines.map(({ quad }) => quad.flatMap(([x, y]) => [Math.round(x), Math.round(y)])),
  };
  return { text, boxes: lines.map(line => describeBox(line, picture)), meta };
}
