// Tells whether a picture is a drawing of flat colours, or a pattern: there, outlines of one colour and repetitions are the picture itself, and say
// nothing about a mark.
import { luma601 } from '../pixels/luma.ts';
import { growMask } from '../pixels/morphology.ts';
import type { EdgePoints } from './edge-points.ts';
import type { Rectangle } from './find-logos.ts';
import type { Survey } from './survey.ts';

/** Minimum luma difference of an edge, in levels: fainter ones may be noise. */
const minStep = 16;
/** Distance in pixels from an edge at which its sides are judged: beyond the ringing of a JPEG. */
const besideEdge = 5;
/** Mean second difference, in levels, below which a side is flat. */
const flatBelow = 2.5;
/** A block of this side in pixels is plain if its brightness deviates from a plane by less than this many levels. */
const blockSide = 8;
const plainBelow = 0.7;
/** Shares of plain blocks: in a drawing, and where there is nothing but ground. */
const drawnPlain = 0.5;
const barePlain = 0.9;
/** Shares of the edges in a drawing: with two flat sides, or with at least one. On 161 photographs, those of plain blocks reach 0.14 and 0.46. */
const bothFlat = 0.2;
const oneFlat = 0.55;
/** Share of the edges within tiles from which the tiles are the picture, and least strength of theirs in a drawing, relative to the other edges. */
const patternShare = 0.8;
const patternStrength = 0.5;
/** Room around a mark, in pixels, whose edges are its own. */
const margin = 6;
const inkMargin = 3;

function takeLuma({ data, width, height }: Survey['picture']): Float32Array {
  const luma = new Float32Array(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = luma601(data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!);
  return luma;
}

const stepAt = ({ dark, bright }: EdgePoints, k: number) =>
  luma601(bright[k * 3]! - dark[k * 3]!, bright[k * 3 + 1]! - dark[k * 3 + 1]!, bright[k * 3 + 2]! - dark[k * 3 + 2]!);

/** Flags the pixels of the reduced image that are in or near the boxes. */
function flagBoxes({ picture: { width, height }, scale }: Survey, boxes: readonly Rectangle[]): Uint8Array {
  const flags = new Uint8Array(width * height);
  for (const { x, y, w, h } of boxes) {
    const left = Math.max(0, Math.floor(x / scale.x) - margin);
    const right = Math.min(width, Math.ceil((x + w) / scale.x) + margin);
    const bottom = Math.min(height, Math.ceil((y + h) / scale.y) + margin);
    for (let row = Math.max(0, Math.floor(y / scale.y) - margin); row < bottom; row++)
      flags.fill(1, row * width + left, row * width + right);
  }
  return flags;
}

/** Flags the pixels of the reduced image near those of `mask`, which has the size of the image. */
function flagMask({ picture: { width, height }, scale }: Survey, mask: Uint8Array, maskWidth: number): Uint8Array {
  const small = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    const x = Math.min(width - 1, Math.floor((i % maskWidth) / scale.x));
    small[Math.min(height - 1, Math.floor(Math.floor(i / maskWidth) / scale.y)) * width + x] = 1;
  }
  const flags = new Uint8Array(small.length);
  growMask(small, width, inkMargin, flags);
  return flags;
}

/** Mean absolute second difference of the nine pixels around a point, in levels. */
function bendAt(luma: Float32Array, width: number, x: number, y: number): number {
  let sum = 0;
  for (let v = y - 1; v <= y + 1; v++)
    for (let i = v * width + x - 1; i <= v * width + x + 1; i++)
      sum += Math.abs(4 * luma[i]! - luma[i - 1]! - luma[i + 1]! - luma[i - width]! - luma[i + width]!);
  return sum / 9;
}

/** Deviation of a block's brightness from a plane, in levels. */
function measureRoughness(luma: Float32Array, width: number, start: number): number {
  const middle = (blockSide - 1) / 2;
  let [sum, across, down, squares] = [0, 0, 0, 0];
  for (let y = 0; y < blockSide; y++)
    for (let x = 0; x < blockSide; x++) {
      const value = luma[start + y * width + x]!;
      sum += value;
      across += value * (x - middle);
      down += value * (y - middle);
      squares += value * value;
    }
  const count = blockSide ** 2;
  const spread = (count * (blockSide ** 2 - 1)) / 12;
  return Math.sqrt(Math.max(0, (squares - sum ** 2 / count - (across ** 2 + down ** 2) / spread) / count));
}

/** Share of plain blocks outside `marked`. */
function measurePlain(luma: Float32Array, { width, height }: Survey['picture'], marked: Uint8Array): number {
  let [blocks, plain] = [0, 0];
  for (let y = 0; y + blockSide <= height; y += blockSide)
    for (let x = 0; x + blockSide <= width; x += blockSide) {
      if (marked[(y + blockSide / 2) * width + x + blockSide / 2]) continue;
      blocks++;
      if (measureRoughness(luma, width, y * width + x) < plainBelow) plain++;
    }
  return plain / (blocks || 1);
}

/** Shares of the edges outside `marked` with two flat sides, and with at least one. */
function measureSides(luma: Float32Array, edges: EdgePoints, marked: Uint8Array) {
  const { width, height } = edges;
  const room = besideEdge + 3;
  let [count, both, one] = [0, 0, 0];
  for (let k = 0; k < edges.count; k++) {
    const [x, y] = [edges.at[k]! % width, Math.floor(edges.at[k]! / width)];
    if (marked[edges.at[k]!] || x < room || y < room || x >= width - room || y >= height - room) continue;
    if (stepAt(edges, k) < minStep) continue;
    const isFlat = (way: number) =>
      bendAt(luma, width, Math.round(x + way * edges.nx[k]!), Math.round(y + way * edges.ny[k]!)) < flatBelow;
    const [dark, bright] = [isFlat(-besideEdge), isFlat(besideEdge)];
    count++;
    if (dark && bright) both++;
    if (dark || bright) one++;
  }
  return { both: both / (count || 1), one: one / (count || 1) };
}

/** Whether the picture outside `marked` is a drawing of flat colours, or nothing but plain ground. */
function isDrawn(survey: Survey, marked: Uint8Array): boolean {
  const luma = takeLuma(survey.picture);
  const plain = measurePlain(luma, survey.picture, marked);
  if (plain < drawnPlain || plain >= barePlain) return plain >= barePlain;
  const { both, one } = measureSides(luma, survey.edges, marked);
  return both >= bothFlat || one >= oneFlat;
}

/** Whether the picture around `marks` is a drawing of flat colours, or nothing but plain ground. */
export const isDrawnAround = (survey: Survey, marks: readonly Rectangle[]): boolean =>
  isDrawn(survey, flagBoxes(survey, marks));

const middleOf = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Whether the tiles are the picture itself: nearly all edges are theirs, or the picture is drawn and its other edges are hardly stronger. `mask` has
 * their pixels, in rows of `width`.
 */
export function isPattern(survey: Survey, mask: Uint8Array, width: number): boolean {
  const { edges } = survey;
  const marked = flagMask(survey, mask, width);
  const [own, others]: [number[], number[]] = [[], []];
  for (let k = 0; k < edges.count; k++) {
    const step = stepAt(edges, k);
    if (step >= minStep) (marked[edges.at[k]!] ? own : others).push(step);
  }
  if (own.length >= patternShare * (own.length + others.length)) return true;
  return middleOf(own) >= patternStrength * middleOf(others) && isDrawn(survey, marked);
}
