// Finds overlays on a picture: text, logos, translucent shapes, and repeated marks.

import type { Pixels } from '../pixels/plane.ts';
import type { TextBox } from '../text/find-text.ts';
import { findLines } from '../text/lines.ts';
import { boundsOf, type Quad } from '../text/rectangle.ts';
import { readBest, waysFor } from '../text/turn.ts';
import { findLogos, type Rectangle } from './find-logos.ts';
import { findTiles } from './find-tiles.ts';
import { maskMargin, maskText } from './text-mask.ts';

type MarkKind = 'text' | 'logo' | 'tiled' | 'overlay';

interface FoundMark extends Rectangle {
  readonly score: number;
  readonly kind: MarkKind;
}

export interface FoundMarks {
  /** Sorted by confidence, highest first. */
  readonly marks: readonly FoundMark[];
  /** One byte a pixel, 1 on the marks: tight around letters and shapes. */
  readonly mask: Uint8Array;
}

/** Least number of lines of one size and tilt that count as one repeated mark. */
const fewestTiles = 4;
const sameSize = 0.15;
const sameTiltRadians = 0.06;
/** Limit of lines, because each has to be read. */
const mostLines = 200;
const fewestCharacters = 2;
const leastReadScore = 0.7;

/** The box around a line and its mask, cut off at the borders of the picture, whole pixels. */
function placeOf(quad: Quad, { width, height }: Pixels): Rectangle {
  const { x, y, w, h } = boundsOf(quad);
  const margin = maskMargin(quad);
  const left = Math.max(0, Math.floor(x - margin));
  const top = Math.max(0, Math.floor(y - margin));
  const right = Math.min(width, Math.ceil(x + w + margin));
  return { x: left, y: top, w: right - left, h: Math.min(height, Math.ceil(y + h + margin)) - top };
}

/** The detector sometimes takes faces and leaves for text, with a high score; the recogniser reads nothing there. */
async function keepReadable(pixels: Pixels, boxes: readonly TextBox[], progress: (fraction: number) => void) {
  const readable: TextBox[] = [];
  for (const [k, box] of boxes.entries()) {
    const ways = waysFor(box.quad, { quarters: 0, isColumn: false });
    const { characters, score } = await readBest(pixels, box.quad, ways);
    if (characters.length >= fewestCharacters && score >= leastReadScore) readable.push(box);
    progress((k + 1) / boxes.length);
  }
  return readable;
}

interface LineShape {
  readonly length: number;
  readonly height: number;
  readonly tilt: number;
}

function shapeOf({ quad: [a, b, , d] }: TextBox): LineShape {
  return {
    length: Math.hypot(b[0] - a[0], b[1] - a[1]),
    height: Math.hypot(d[0] - a[0], d[1] - a[1]),
    tilt: Math.atan2(b[1] - a[1], b[0] - a[0]),
  };
}

function isSameShape(a: LineShape, b: LineShape): boolean {
  const near = (p: number, q: number) => Math.abs(p - q) <= sameSize * Math.max(p, q);
  return near(a.length, b.length) && near(a.height, b.height) && Math.abs(a.tilt - b.tilt) < sameTiltRadians;
}

/** Kinds of the lines of text: many lines of one length are a repeated mark. The lines of a page share their height but not their length. */
function nameLines(boxes: readonly TextBox[], pixels: Pixels): FoundMark[] {
  const shapes = boxes.map(shapeOf);
  return boxes.map((box, k) => {
    const alike = shapes.filter(other => isSameShape(other, shapes[k]!)).length;
    const isTile = alike >= fewestTiles && alike >= boxes.length / 2;
    return { ...placeOf(box.quad, pixels), score: box.score, kind: isTile ? 'tiled' : 'text' };
  });
}

/** Whether most of a mark lies in a repeated mark that was found as a whole. */
function isMostlyIn(mark: Rectangle, tile: Rectangle): boolean {
  const across = Math.min(mark.x + mark.w, tile.x + tile.w) - Math.max(mark.x, tile.x);
  const down = Math.min(mark.y + mark.h, tile.y + tile.h) - Math.max(mark.y, tile.y);
  return across > 0 && down > 0 && across * down > 0.6 * mark.w * mark.h;
}

/**
 * Finds marks and the pixels they cover. Text of the scene itself is found as well: nothing distinguishes it from a mark. CPU: about
 * 4 s, independent of the size of the picture.
 */
export async function findMarks(
  pixels: Pixels,
  progress: (fraction: number) => void = () => undefined,
): Promise<FoundMarks> {
  const candidates = await findLines(pixels, mostLines, done => progress(done * 0.4));
  const boxes = await keepReadable(pixels, candidates, done => progress(0.4 + done * 0.3));
  const mask = maskText(pixels, boxes);
  progress(0.7);
  const lines = nameLines(boxes, pixels);
  const tiles = (await findTiles(pixels, mask)).map(tile => ({ ...tile, kind: 'tiled' as const }));
  progress(0.85);
  const logos = await findLogos(pixels, lines, mask);
  progress(1);
  const isTile = (mark: Rectangle) => tiles.some(tile => isMostlyIn(mark, tile));
  const others = [...lines, ...logos].filter(mark => !isTile(mark));
  return { marks: [...tiles, ...others].sort((a, b) => b.score - a.score), mask };
}
