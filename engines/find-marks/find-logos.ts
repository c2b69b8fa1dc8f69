// Finds single marks without letters, opaque or translucent: logos and badges drawn over an image.

import { growMask } from '../pixels/morphology.ts';
import type { Pixels } from '../pixels/plane.ts';
import type { Quad } from '../text/rectangle.ts';
import type { EdgePoints } from './edge-points.ts';
import { fillOutline } from './fill-outline.ts';
import { findOutlines, type Outline } from './outlines.ts';
import type { Survey } from './survey.ts';
import { isInQuad } from './text-mask.ts';
import { type Place, weighOutline } from './weigh-outline.ts';

type Size = Pick<Pixels, 'width' | 'height'>;

/** In pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Bounding boxes of recognised text. A logo may accompany a caption, but not a word that fills the image. */
export interface Writing {
  readonly lines: readonly Rectangle[];
  readonly captions: readonly Rectangle[];
}

export interface FoundLogo extends Rectangle {
  readonly score: number;
  /** logo: opaque, of one colour; overlay: translucent, so that the scene shows through. */
  readonly kind: 'logo' | 'overlay';
}

/** Minimum log-odds of a mark, and of a further part of a mark. */
const minSure = 1.75;
const minPart = -0.5;
/** Maximum score of a shape where marks are rare. */
const maxElsewhere = 0.45;
/** Largest narrower side of a single mark, as a share of the image's shorter side: a larger shape at the border is a shadow, or a thing cut off there. */
const maxSingle = 0.28;
/** Limits for parts of one mark: ratio of opacities, and distance and length as multiples of the mark's longer side. */
const partOpacity = 1.3;
const partGap = 0.4;
const partSide = 1.6;
/** A badge of another colour behind a mark is at most this many times as long as the mark. */
const badgeSide = 2.2;
/**
 * Maximum distances: of a box's centre from a corner, from the centre and from the border, as a share of the image's side; of a box from text, in
 * line heights.
 */
const cornerShare = 0.22;
const centreShare = 0.08;
const borderShare = 0.15;
const besideText = 1.5;
/** Number of cells along the longer side of the grid on which a mark's shape is filled. */
const fineCells = 128;
/** The same for a word, whose strokes are narrow. */
const strokeCells = 400;
const rim = 2;
/** How far strokes may extend beyond their line, in pixels of the edge map. */
const beyondLine = 3;
/** Half the width of the boldest strokes, in line heights. */
const widestStroke = 0.16;
/** Minimum opacity of a mark that counts as opaque. */
const opaque = 0.92;

interface Candidate {
  readonly outline: Outline;
  readonly place: Rectangle;
  readonly odds: number;
  readonly zone: Place;
}

/** Returns the bounding box of an outline's points, in pixels. */
function boxOf({ at, width }: EdgePoints, points: readonly number[]): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const k of points) {
    const [x, y] = [at[k]! % width, Math.floor(at[k]! / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** Whether two boxes are less than `gap` pixels apart along both axes. */
const isNear = (a: Rectangle, b: Rectangle, gap: number): boolean =>
  a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;

const isWithin = (a: Rectangle, b: Rectangle, margin: number): boolean =>
  a.x >= b.x - margin && a.y >= b.y - margin && a.x + a.w <= b.x + b.w + margin && a.y + a.h <= b.y + b.h + margin;

/** Whether a box is beside a line of text, or centred above or below it. */
function isBeside(box: Rectangle, line: Rectangle): boolean {
  const across = Math.abs(box.x + box.w / 2 - line.x - line.w / 2);
  const down = Math.abs(box.y + box.h / 2 - line.y - line.h / 2);
  const isAligned = down < line.h / 2 || across < Math.max(line.h, line.w / 4);
  return isAligned && box.h < 4 * line.h && isNear(box, line, besideText * line.h);
}

/** Returns the zone of a box. A mark beside text is as likely as one in a corner, so both share a zone. */
export function namePlace(box: Rectangle, { width, height }: Size, captions: readonly Rectangle[]): Place {
  const across = Math.abs((box.x + box.w / 2) / width - 0.5);
  const down = Math.abs((box.y + box.h / 2) / height - 0.5);
  const isCorner = across > 0.5 - cornerShare && down > 0.5 - cornerShare;
  if (isCorner || captions.some(line => isBeside(box, line))) return 'corner';
  if (across < centreShare && down < centreShare) return 'centre';
  return down > 0.5 - borderShare ? 'border' : 'elsewhere';
}

/** Returns outlines that may be marks or parts of marks, most likely first. Skips outlines within text, which the text reader finds. */
function gatherCandidates({ edges, rims }: Survey, { lines, captions }: Writing): Candidate[] {
  const candidates: Candidate[] = [];
  for (const outline of findOutlines(edges, rims)) {
    const place = boxOf(edges, outline.points);
    if (lines.some(line => isWithin(place, line, 4))) continue;
    const zone = namePlace(place, edges, captions);
    const odds = weighOutline(edges, outline, zone);
    if (odds !== undefined && odds > minPart) candidates.push({ outline, place, odds, zone });
  }
  return candidates.sort((a, b) => b.odds - a.odds);
}

function isPartOf(part: Candidate, mark: Candidate): boolean {
  const longer = Math.max(mark.place.w, mark.place.h);
  const partLonger = Math.max(part.place.w, part.place.h);
  if (isWithin(mark.place, part.place, 2)) return partLonger < badgeSide * longer;
  const [a, b] = [part.outline, mark.outline];
  if (a.side !== b.side || (a.opacity === undefined) !== (b.opacity === undefined)) return false;
  if (a.opacity && b.opacity && Math.max(a.opacity / b.opacity, b.opacity / a.opacity) > partOpacity) return false;
  return partLonger < partSide * longer && isNear(part.place, mark.place, partGap * longer);
}

/** Fills the shape of an outline, without its holes, into `mask`, which has the size of the edge map. */
function paintShape(edges: EdgePoints, outline: Pick<Outline, 'points' | 'side'>, mask: Uint8Array, maxCells: number) {
  const { levels, columns, rows, cell, left, top } = fillOutline(edges, outline, maxCells);
  for (let y = Math.max(0, top); y < Math.min(edges.height, top + (rows - 2) * cell); y++) {
    const row = Math.round((y + 0.5 - top) / cell + 0.5);
    for (let x = Math.max(0, left); x < Math.min(edges.width, left + (columns - 2) * cell); x++) {
      const column = Math.round((x + 0.5 - left) / cell + 0.5);
      if (levels[row * columns + column]! > 0.5) mask[y * edges.width + x] = 1;
    }
  }
}

function paintOutline(edges: EdgePoints, { outline, place }: Candidate, mask: Uint8Array): void {
  const isInBox = (k: number) => isWithin(boxOf(edges, [k]), place, 1);
  const points = [...new Set([...outline.points, ...outline.kin.filter(isInBox)])];
  paintShape(edges, { side: outline.side, points }, mask, fineCells);
}

/** Clears parts wider than twice the radius: there the shape leaked out through gaps in the outline. */
function dropWide(shape: Uint8Array, width: number, radius: number): void {
  const left = new Uint8Array(shape.length);
  growMask(
    shape.map(value => 1 - value),
    width,
    radius,
    left,
  );
  const core = left.map(value => 1 - value);
  const wide = new Uint8Array(shape.length);
  growMask(core, width, radius + rim, wide);
  for (let i = 0; i < shape.length; i++) if (wide[i]) shape[i] = 0;
}

/** The outline of a word's strokes and the line they belong to, in pixels of the edge map. */
export interface Strokes extends Pick<Outline, 'points' | 'side'> {
  readonly line: Quad;
}

/** Adds the strokes of a large word to the mask of the whole image. */
export function paintStrokes({ edges }: Survey, picture: Size, { line, ...outline }: Strokes, mask: Uint8Array): void {
  const found = new Uint8Array(edges.width * edges.height);
  paintShape(edges, outline, found, strokeCells);
  for (let i = 0; i < found.length; i++)
    if (found[i] && !isInQuad(line, i % edges.width, Math.floor(i / edges.width), beyondLine)) found[i] = 0;
  const [first, , , last] = line;
  dropWide(found, edges.width, Math.round(widestStroke * Math.hypot(last[0] - first[0], last[1] - first[1])));
  enlargeMask(found, edges, picture, mask);
}

const joinBoxes = (a: Rectangle, b: Rectangle): Rectangle => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
};

/** Joins each mark and its parts into one box, and fills their shapes into `mask`. */
function assemble(edges: EdgePoints, candidates: readonly Candidate[], mask: Uint8Array): FoundLogo[] {
  const left = new Set(candidates);
  const found: FoundLogo[] = [];
  for (const mark of candidates) {
    if (mark.odds < minSure || !left.has(mark)) continue;
    const parts = candidates.filter(other => left.has(other) && (other === mark || isPartOf(other, mark)));
    let box = mark.place;
    for (const part of parts) {
      left.delete(part);
      paintOutline(edges, part, mask);
      box = joinBoxes(box, part.place);
    }
    // Candidates inside the box are the same shape with another opacity, or parts of it.
    for (const other of left) if (isWithin(other.place, box, 4)) left.delete(other);
    const { opacity } = mark.outline;
    const isOverlay = opacity !== undefined && opacity < opaque;
    const isLarge = Math.min(box.w, box.h) > maxSingle * Math.min(edges.width, edges.height);
    const isRare = mark.zone === 'elsewhere' || (mark.zone !== 'centre' && isLarge);
    const score = Math.min(1 / (1 + Math.exp(-mark.odds)), isRare ? maxElsewhere : 1);
    found.push({ ...box, score, kind: isOverlay ? 'overlay' : 'logo' });
  }
  return found;
}

/** Dilates the mask of the reduced image by the soft rim, and scales it up into the mask of the whole image. */
function enlargeMask(found: Uint8Array, small: EdgePoints, { width, height }: Size, mask: Uint8Array): void {
  const wide = new Uint8Array(found.length);
  growMask(found, small.width, rim, wide);
  for (let y = 0; y < height; y++) {
    const row = Math.min(small.height - 1, Math.floor((y * small.height) / height)) * small.width;
    for (let x = 0; x < width; x++)
      if (wide[row + Math.min(small.width - 1, Math.floor((x * small.width) / width))]) mask[y * width + x] = 1;
  }
}

/**
 * Finds single marks of any shape and adds them to `mask` (one byte per pixel). A mark differs from the scene by its outline, which is crisp, and
 * along which the background is blended with a single colour. CPU: 0.1 to 2 s, depending on the number of edges.
 */
export function findLogos(survey: Survey, picture: Size, writing: Writing, mask: Uint8Array): FoundLogo[] {
  const { edges, scale } = survey;
  const shrinkBox = ({ x, y, w, h }: Rectangle) => ({ x: x / scale.x, y: y / scale.y, w: w / scale.x, h: h / scale.y });
  const there = { lines: writing.lines.map(shrinkBox), captions: writing.captions.map(shrinkBox) };
  const found = new Uint8Array(edges.width * edges.height);
  const logos = assemble(edges, gatherCandidates(survey, there), found);
  if (logos.length === 0) return [];
  enlargeMask(found, edges, picture, mask);
  return logos.map(logo => {
    const x = Math.max(0, Math.floor((logo.x - rim) * scale.x));
    const y = Math.max(0, Math.floor((logo.y - rim) * scale.y));
    const w = Math.min(picture.width, Math.ceil((logo.x + logo.w + rim) * scale.x)) - x;
    const h = Math.min(picture.height, Math.ceil((logo.y + logo.h + rim) * scale.y)) - y;
    return { ...logo, x, y, w, h };
  });
}
