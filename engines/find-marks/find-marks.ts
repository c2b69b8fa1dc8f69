// Finds overlays on an image: text, logos, translucent shapes and repeated marks.

import { findFaces } from '../faces/faces.ts';
import type { Pixels } from '../pixels/plane.ts';
import { findText, type TextBox } from '../text/find-text.ts';
import { findLines } from '../text/lines.ts';
import { openTextReader } from '../text/models.ts';
import { boundsOf, mapQuad, type Quad } from '../text/rectangle.ts';
import { readBest, waysFor } from '../text/turn.ts';
import { completeWord, joinPieces, type Word } from './complete-words.ts';
import { isOnFace, isOnPerson } from './doubt-people.ts';
import { isDrawnAround, isPattern } from './drawn-scene.ts';
import { findLogos, namePlace, paintStrokes, type Rectangle } from './find-logos.ts';
import { findTiles } from './find-tiles.ts';
import { proposeWords } from './propose-words.ts';
import { type Survey, surveyPicture } from './survey.ts';
import { maskMargin, maskText } from './text-mask.ts';

type MarkKind = 'text' | 'logo' | 'tiled' | 'overlay';

interface FoundMark extends Rectangle {
  /** Probability that it is a mark and not part of the scene, 0..1. */
  readonly score: number;
  readonly kind: MarkKind;
}

export interface FoundMarks {
  /** Sorted by confidence, highest first. */
  readonly marks: readonly FoundMark[];
  /** One byte per pixel, 1 on the marks: tight around letters and shapes. */
  readonly mask: Uint8Array;
}

/** Minimum number of lines of similar size and tilt that count as a repeated mark. */
const fewestTiles = 4;
const sameSize = 0.15;
const sameTiltRadians = 0.06;
/** Maximum number of lines, because each of them has to be read. */
const maxLines = 200;
const fewestCharacters = 2;
const minReadScore = 0.7;

/** Long edges in pixels at which the search for words that fill much of the image runs, and their minimum height as a share of its shorter side. */
const coarseEdges = [480, 736];
const largeShare = 0.06;
/** A line lower than this share of the shorter side is a caption, which a logo may accompany. */
const captionShare = 0.2;
/** Score of a box that was found by its ink instead of by the text finder. */
const proposedScore = 0.6;
/** Minimum height and maximum length of a piece of a word, as shares of the whole word. */
const pieceHeight = 0.6;
const pieceLength = 0.65;

/** Finds lines of large letters, which the text finder sees in pieces, or not at all, at a higher resolution. */
async function findLarge(pixels: Pixels, large: number): Promise<TextBox[]> {
  const found: TextBox[] = [];
  for (const longEdge of coarseEdges)
    if (longEdge < Math.max(pixels.width, pixels.height))
      found.push(...(await findText(pixels, { longEdge, maxBoxes: 40 })));
  return found.filter(box => shapeOf(box).height >= large);
}

/** Returns the bounding box of a line and its mask in whole pixels, clipped to the image. */
function placeOf(quad: Quad, { width, height }: Pixels): Rectangle {
  const { x, y, w, h } = boundsOf(quad);
  const margin = maskMargin(quad);
  const left = Math.max(0, Math.floor(x - margin));
  const top = Math.max(0, Math.floor(y - margin));
  const right = Math.min(width, Math.ceil(x + w + margin));
  return { x: left, y: top, w: right - left, h: Math.min(height, Math.ceil(y + h + margin)) - top };
}

async function isReadable(pixels: Pixels, quad: Quad): Promise<boolean> {
  const ways = waysFor(quad, { quarters: 0, isColumn: false });
  const { characters, score } = await readBest(pixels, quad, ways, await openTextReader());
  return characters.length >= fewestCharacters && score >= minReadScore;
}

/** The detector sometimes takes faces and leaves for text, with a high score; the recogniser reads nothing there. */
async function keepReadable(pixels: Pixels, boxes: readonly TextBox[], progress: (fraction: number) => void) {
  const readable: TextBox[] = [];
  for (const [k, box] of boxes.entries()) {
    if (await isReadable(pixels, box.quad)) readable.push(box);
    progress((k + 1) / boxes.length);
  }
  return readable;
}

/** Whether a line adds to the text finder's boxes: it contains none of them, or a single one that is almost as high but much shorter. */
function isNews(box: TextBox, read: readonly TextBox[]): boolean {
  const inside = read.filter(other => isMostlyIn(boundsOf(other.quad), boundsOf(box.quad)));
  const whole = shapeOf(box);
  return (
    inside.length === 0 ||
    (inside.length === 1 &&
      shapeOf(inside[0]!).height > pieceHeight * whole.height &&
      shapeOf(inside[0]!).length < pieceLength * whole.length)
  );
}

/** Finds large translucent words by their ink. They must be readable in the image, or when only their ink is drawn. */
async function findByInk(pixels: Pixels, { edges, rims, scale }: Survey, read: readonly TextBox[]): Promise<TextBox[]> {
  const found: TextBox[] = [];
  for (const word of proposeWords(edges, rims)) {
    const box = { quad: resizeQuad(word.quad, scale.x, scale.y), score: proposedScore };
    if (!isNews(box, read)) continue;
    const isDrawnReadable = async ({ pixels: drawn, quad }: ReturnType<typeof word.draw>) => isReadable(drawn, quad);
    if ((await isReadable(pixels, box.quad)) || (await isDrawnReadable(word.draw()))) found.push(box);
  }
  return found;
}

/** A line; `strokes` is the outline of its letters if they are large and their ink is known. */
interface Line extends TextBox, Pick<Word, 'strokes' | 'worth' | 'opacity'> {
  /** Whether it looks translucent and does not read as a word: hair or cloth whose edges happen to fit one ink. */
  readonly isMisread?: boolean;
}

const resizeQuad = (quad: Quad, x: number, y: number) => mapQuad(quad, corner => [corner[0] * x, corner[1] * y]);

/** Drops duplicates of large words: of boxes of similar size the one with the more distinct ink stays, otherwise the larger. */
function dropDoubles(lines: readonly Line[]): Line[] {
  const area = ({ w, h }: Rectangle) => w * h;
  let kept: Line[] = [];
  for (const line of [...lines].sort((a, b) => b.worth - a.worth)) {
    const box = boundsOf(line.quad);
    const [around, within] = [
      kept.filter(other => isMostlyIn(box, boundsOf(other.quad))),
      kept.filter(other => isMostlyIn(boundsOf(other.quad), box)),
    ];
    if (around.length > 0 || within.some(other => area(boundsOf(other.quad)) > area(box) / 2)) continue;
    kept = [...kept.filter(other => !within.includes(other)), line];
  }
  return kept;
}

/** Joins the pieces of large words and adds the letters that the text finder missed; keeps all other lines as they are. */
function completeLines({ edges, rims, scale }: Survey, boxes: readonly TextBox[], large: number): Line[] {
  const isLarge = (box: TextBox) => shapeOf(box).height >= large;
  const words = joinPieces(boxes.filter(isLarge).map(({ quad }) => quad)).map((quad): Line => {
    const parts = boxes.filter(box => isMostlyIn(boundsOf(box.quad), boundsOf(quad)));
    const word = completeWord(edges, rims, resizeQuad(quad, 1 / scale.x, 1 / scale.y));
    const score = Math.max(...parts.map(part => part.score));
    return { ...word, score, quad: resizeQuad(word.quad, scale.x, scale.y) };
  });
  const kept = dropDoubles(words);
  const isInWord = (box: TextBox) => kept.some(word => isMostlyIn(boundsOf(box.quad), boundsOf(word.quad)));
  const others = boxes.filter(box => !isLarge(box) && !isInWord(box));
  return [...kept, ...others.map(box => ({ ...box, worth: 0, opacity: undefined, strokes: undefined }))];
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

/** Probability that a line is a mark, 0..1: text in the scene is hardly ever level, and seldom where marks usually are. */
const scores = { seeThrough: 0.95, corner: 0.9, border: 0.85, centre: 0.7, elsewhere: 0.4, tilted: 0.3 } as const;
const levelRadians = 0.03;
/** Minimum opacity of ink that counts as opaque, and minimum distinctness of translucent ink. */
const opaque = 0.85;
const clear = 0.07;

/** A word of letters or digits in translucent ink: this many, or two that are read this surely. Letters that show through the scene are seldom read right. */
const fewestInWord = 3;
const minShortScore = 0.85;

const looksTranslucent = ({ opacity, worth }: Line): boolean =>
  opacity !== undefined && opacity < opaque && worth >= clear;

/** Reads the lines that look translucent once more, now that they are whole, and flags those that are no words. */
async function flagMisread(pixels: Pixels, lines: readonly Line[]): Promise<Line[]> {
  const flagged: Line[] = [];
  for (const line of lines) {
    if (!looksTranslucent(line)) {
      flagged.push(line);
      continue;
    }
    const ways = waysFor(line.quad, { quarters: 0, isColumn: false });
    const { characters, score } = await readBest(pixels, line.quad, ways, await openTextReader());
    const letters = characters.filter(({ character }) => /[\p{L}\p{N}]/u.test(character)).length;
    const isWord = letters >= fewestInWord || (letters === fewestInWord - 1 && score >= minShortScore);
    flagged.push({ ...line, isMisread: !isWord });
  }
  return flagged;
}

/** Maximum score of a shape or a repetition where the picture itself consists of such: a person has to say that it is a mark. */
const maxDrawn = 0.45;

/** Share of the picture above which a word is the picture: what is left of it shows nothing of what a mark would lie on. */
const maxWordShare = 1 / 3;

/** Whether a line covers so much of the picture, as the letters of a comic's panel or of a logo do, or a drawing that is taken for letters. */
function isMostOf({ width, height }: Pixels, line: TextBox): boolean {
  const { length, height: lineHeight } = shapeOf(line);
  return length * lineHeight > maxWordShare * width * height;
}

function scoreLine(line: Line, place: Rectangle, picture: Pixels): number {
  if (isMostOf(picture, line) || line.isMisread) return maxDrawn;
  if (looksTranslucent(line)) return scores.seeThrough;
  return Math.abs(shapeOf(line).tilt) > levelRadians ? scores.tilted : scores[namePlace(place, picture, [])];
}

/** Names the kind of each line of text: many lines of one length are a repeated mark, whereas those of a page share only their height. */
function nameLines(boxes: readonly Line[], pixels: Pixels): FoundMark[] {
  const shapes = boxes.map(shapeOf);
  return boxes.map((box, k) => {
    const alike = shapes.filter(other => isSameShape(other, shapes[k]!)).length;
    const isTile = alike >= fewestTiles && alike >= boxes.length / 2;
    const place = placeOf(box.quad, pixels);
    return { ...place, score: isTile ? box.score : scoreLine(box, place, pixels), kind: isTile ? 'tiled' : 'text' };
  });
}

/** Limits the scores of marks that may be parts of a drawing. */
function doubtDrawn<Mark extends Rectangle & { readonly score: number }>(
  marks: readonly Mark[],
  isDrawn: (marks: readonly Mark[]) => boolean,
): readonly Mark[] {
  if (!marks.some(({ score }) => score > maxDrawn) || !isDrawn(marks)) return marks;
  return marks.map(mark => ({ ...mark, score: Math.min(mark.score, maxDrawn) }));
}

/** Limits the scores of shapes that may be parts of people, and of words that hide faces. Faces are searched only if there is something to doubt. */
async function doubtOnPeople<Mark extends FoundMark>(
  marks: readonly Mark[],
  { picture, scale }: Survey,
): Promise<Mark[]> {
  // A translucent word is drawn, wherever it is.
  const isSingle = ({ score, kind }: Mark) =>
    score > maxDrawn && kind !== 'tiled' && !(kind === 'text' && score >= scores.seeThrough);
  if (!marks.some(isSingle)) return [...marks];
  const faces = (await findFaces(picture)).map(({ box: { x, y, w, h } }) => ({
    box: { x: x * scale.x, y: y * scale.y, w: w * scale.x, h: h * scale.y },
  }));
  return marks.map(mark => {
    const isPart = isSingle(mark) && (mark.kind === 'text' ? isOnFace : isOnPerson)(mark, faces);
    return isPart ? { ...mark, score: maxDrawn } : mark;
  });
}

/** Whether at least 60 % of the first box's area lies in the second. */
function isMostlyIn(mark: Rectangle, tile: Rectangle): boolean {
  const across = Math.min(mark.x + mark.w, tile.x + tile.w) - Math.max(mark.x, tile.x);
  const down = Math.min(mark.y + mark.h, tile.y + tile.h) - Math.max(mark.y, tile.y);
  return across > 0 && down > 0 && across * down > 0.6 * mark.w * mark.h;
}

/**
 * Finds marks and the pixels they cover. Text in the scene itself is found as well, mostly with a low score. CPU: about 4 s, regardless of the
 * image's size.
 */
export async function findMarks(
  pixels: Pixels,
  progress: (fraction: number) => void = () => undefined,
): Promise<FoundMarks> {
  const large = largeShare * Math.min(pixels.width, pixels.height);
  const fine = await findLines(pixels, maxLines, done => progress(done * 0.35));
  const survey = await surveyPicture(pixels);
  const candidates = [...fine, ...(await findLarge(pixels, large))];
  const readable = await keepReadable(pixels, candidates, done => progress(0.4 + done * 0.25));
  readable.push(...(await findByInk(pixels, survey, readable)));
  const boxes = await flagMisread(pixels, completeLines(survey, readable, large));
  const mask = maskText(
    pixels,
    boxes.filter(({ strokes }) => !strokes),
  );
  for (const { strokes } of boxes) if (strokes) paintStrokes(survey, pixels, strokes, mask);
  progress(0.7);
  const lines = nameLines(boxes, pixels);
  const tileMask = new Uint8Array(mask.length);
  const repeated = (await findTiles(pixels, tileMask)).map(tile => ({ ...tile, kind: 'tiled' as const }));
  const isRepeated = repeated.length > 0 && isPattern(survey, tileMask, pixels.width);
  const tiles = doubtDrawn(repeated, () => isRepeated);
  for (let i = 0; i < mask.length; i++) if (tileMask[i]) mask[i] = 1;
  progress(0.85);
  const highest = captionShare * Math.min(pixels.width, pixels.height);
  const captions = lines.filter(({ w, h }) => Math.min(w, h) < highest);
  const shapes = findLogos(survey, pixels, { lines, captions }, mask);
  const logos = doubtDrawn(shapes, found => isRepeated || isDrawnAround(survey, found));
  progress(1);
  const isTile = (mark: Rectangle) => tiles.some(tile => isMostlyIn(mark, tile));
  const others = await doubtOnPeople(
    [...lines, ...logos].filter(mark => !isTile(mark)),
    survey,
  );
  return { marks: [...tiles, ...others].sort((a, b) => b.score - a.score), mask };
}
