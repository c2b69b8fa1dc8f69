// Looks for what has been put over a picture: writing, logos, see-through shapes, and marks that repeat.

import type { Pixels } from '../pixels.ts';
import { fromPixels } from '../preview.ts';
import type { TextBox } from '../text/find-text.ts';
import { findLines } from '../text/lines.ts';
import { boundsOf, type Quad } from '../text/rectangle.ts';
import { readBest, waysFor } from '../text/turn.ts';
import { judgeOutline } from './contour.ts';
import { findTiles } from './find-tiles.ts';
import { growMask } from './grow-mask.ts';
import { findShapes } from './shapes.ts';
import { maskMargin, maskText } from './text-mask.ts';

type MarkKind = 'text' | 'logo' | 'tiled' | 'overlay';

interface FoundMark {
  /** Pixels of the picture. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly score: number;
  readonly kind: MarkKind;
}

export interface FoundMarks {
  /** The surest first. */
  readonly marks: readonly FoundMark[];
  /** One byte a pixel, 1 on the marks: tight around letters and shapes. */
  readonly mask: Uint8Array;
}

/** Shapes are looked for at this size; pixels of the longer side. */
const shapeEdge = 1024;
/** So many lines of one size and tilt are one mark, repeated. */
const fewestTiles = 4;
const sameSize = 0.15;
const sameTiltRadians = 0.06;
/** A logo on plain ground stands beside writing, at most this many of its heights away, or in an outer part of the picture. */
const besideText = 1.5;
const outerShare = 0.22;
/** A shape without writing beside it has to be this sure. */
const leastAlone = 0.93;

/** Each has to be read. */
const mostLines = 200;
const fewestCharacters = 2;
const leastReadScore = 0.7;

type Rectangle = Pick<FoundMark, 'x' | 'y' | 'w' | 'h'>;

/** The box around a line and its mask, cut off at the borders of the picture, whole pixels. */
function placeOf(quad: Quad, { width, height }: Pixels): Rectangle {
  const { x, y, w, h } = boundsOf(quad);
  const margin = maskMargin(quad);
  const left = Math.max(0, Math.floor(x - margin));
  const top = Math.max(0, Math.floor(y - margin));
  const right = Math.min(width, Math.ceil(x + w + margin));
  return { x: left, y: top, w: right - left, h: Math.min(height, Math.ceil(y + h + margin)) - top };
}

/** The finder takes faces and leaves for text now and then, and is sure of it; whoever reads them cannot. */
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

/** Lines of text; those that come again and again are tiles. A page of text has lines of one size, too, but none of one length. */
function nameLines(boxes: readonly TextBox[], pixels: Pixels): FoundMark[] {
  const shapes = boxes.map(shapeOf);
  return boxes.map((box, k) => {
    const alike = shapes.filter(other => isSameShape(other, shapes[k]!)).length;
    const isTile = alike >= fewestTiles && alike >= boxes.length / 2;
    return { ...placeOf(box.quad, pixels), score: box.score, kind: isTile ? 'tiled' : 'text' };
  });
}

async function shrink({ data, width, height }: Pixels): Promise<Pixels> {
  const scale = Math.min(1, shapeEdge / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  if (scale === 1) return { data, width, height };
  const pixels = { data: Buffer.from(data.buffer, data.byteOffset, data.length), width, height, channels: 3 as const };
  return { ...size, data: await fromPixels(pixels).resize(size.width, size.height, { fit: 'fill' }).raw().toBuffer() };
}

function isBesideOneOf(lines: readonly Rectangle[], { x, y, w, h }: Rectangle): boolean {
  return lines.some(line => {
    const reach = besideText * line.h;
    const isNear =
      x < line.x + line.w + reach && line.x < x + w + reach && y < line.y + line.h + reach && line.y < y + h + reach;
    return isNear && h < 4 * line.h;
  });
}

/** Marks are put in corners or along an edge, not over what the picture shows. */
function isOuter({ x, y, w, h }: Rectangle, { width, height }: Pixels): boolean {
  const across = x + w < outerShare * width || x > (1 - outerShare) * width;
  const down = y + h < outerShare * height || y > (1 - outerShare) * height;
  return across && down;
}

/** Shapes that are marks; their pixels go into `mask`. */
async function findDrawn(pixels: Pixels, lines: readonly Rectangle[], mask: Uint8Array): Promise<FoundMark[]> {
  const small = await shrink(pixels);
  const scale = { x: pixels.width / small.width, y: pixels.height / small.height };
  const found: FoundMark[] = [];
  for (const shape of findShapes(small)) {
    let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
    for (const i of shape) {
      const x = i % small.width;
      const y = (i - x) / small.width;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    const x = Math.max(0, Math.floor((left - 2) * scale.x));
    const y = Math.max(0, Math.floor((top - 2) * scale.y));
    const w = Math.min(pixels.width, Math.ceil((right + 2) * scale.x)) - x;
    const h = Math.min(pixels.height, Math.ceil((bottom + 2) * scale.y)) - y;
    const place = { x, y, w, h };
    const isLetter = lines.some(
      line => x >= line.x - 4 && y >= line.y - 4 && x + w <= line.x + line.w + 4 && y + h <= line.y + line.h + 4,
    );
    const isAlone = !isBesideOneOf(lines, place);
    if (isLetter || (isAlone && !isOuter(place, pixels))) continue;
    const judgement = judgeOutline(small, shape);
    if (!judgement || (isAlone && judgement.score < leastAlone)) continue;
    found.push({ ...place, score: judgement.score, kind: judgement.kind });
    paintShape(shape, small, pixels, place, mask);
  }
  // The hole of a ring and what is in it are found as well, and the same shape by other strokes.
  const kept: FoundMark[] = [];
  for (const mark of found.sort((a, b) => b.w * b.h - a.w * a.h))
    if (!kept.some(other => isMostlyIn(mark, other))) kept.push(mark);
  return kept;
}

/** A line that is read, or a shape, in a tile that was found as a whole. */
function isMostlyIn(mark: Rectangle, tile: Rectangle): boolean {
  const across = Math.min(mark.x + mark.w, tile.x + tile.w) - Math.max(mark.x, tile.x);
  const down = Math.min(mark.y + mark.h, tile.y + tile.h) - Math.max(mark.y, tile.y);
  return across > 0 && down > 0 && across * down > 0.6 * mark.w * mark.h;
}

/** The shape at full size, a little wider, for its soft rim. */
function paintShape(
  shape: readonly number[],
  small: Pixels,
  { width, height }: Pixels,
  place: Rectangle,
  mask: Uint8Array,
) {
  const isIn = new Uint8Array(small.width * small.height);
  for (const i of shape) isIn[i] = 1;
  const wide = new Uint8Array(isIn.length);
  growMask(isIn, small.width, 2, wide);
  for (let y = place.y; y < place.y + place.h; y++) {
    const row = Math.min(small.height - 1, Math.floor((y * small.height) / height)) * small.width;
    for (let x = place.x; x < place.x + place.w; x++)
      if (wide[row + Math.min(small.width - 1, Math.floor((x * small.width) / width))]) mask[y * width + x] = 1;
  }
}

/**
 * Finds marks and the pixels they cover. Writing that belongs to the scene is found as well: nothing in it says who put it there. CPU: about
 * 4 s, whatever the size of the picture.
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
  const drawn = await findDrawn(pixels, lines, mask);
  progress(1);
  const isTile = (mark: Rectangle) => tiles.some(tile => isMostlyIn(mark, tile));
  const others = [...lines, ...drawn].filter(mark => !isTile(mark));
  return { marks: [...tiles, ...others].sort((a, b) => b.score - a.score), mask };
}
