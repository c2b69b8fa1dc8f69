// Alternative subjects. The network returns a single matte, which may miss faintly detected parts or combine several objects.

import { findComponents } from '../pixels/components.ts';
import { dilate } from '../pixels/morphology.ts';
import type { CoarseMatte } from './network.ts';
import { averageCells } from './resolve-uncertain.ts';

/** usual: the network's matte. more: including faintly detected parts. largest, second: one of several separate objects. */
export type SubjectExtent = 'usual' | 'more' | 'largest' | 'second';

export interface Doubts {
  /** Large areas are only faintly detected. */
  readonly mayMissParts: boolean;
  /** There are at least two large objects. */
  readonly isSeveral: boolean;
  /** Nothing stands out: most of what was detected is faint or a texture, so there may be no subject. */
  readonly isUnsure: boolean;
}

/** Mean alpha from which a cell belongs to the subject, and from which it is faintly detected. */
const subjectFrom = 0.33;
const faintFrom = 0.1;
/**
 * There may be no subject if less than this share of the selected cells is sure, or if the certainty of all is below `minCertainty`.
 * docs/decisions/cutout.md has the figures.
 */
const minSure = 0.36;
const sureFrom = 0.85;
const minCertainty = 0.5;
/** Many small pieces are a texture: fewest pieces of at least `pieceCells` cells, and most of them that the largest one is. */
const textureIslands = 20;
const pieceCells = 20;
const maxOfTexture = 0.3;
/** A sliver that the frame cuts, as a vein of a leaf that fills the picture: at most this share of it, and no square of this radius in cells fits into it. */
const maxSliver = 0.03;
const sliverReach = 4;
/** Cells within this distance of the subject are its soft edge. */
const edgeReach = 2;
/** Faint cells matter from this ratio to the subject's cells, and from this share of the image. */
const minMore = 0.25;
const minShare = 0.01;
/** Least size of the second object, relative to the first. */
const minSecond = 0.15;
/** Cells within this distance of an object, such as hair and soft edges, belong to it. */
const attachedReach = 4;
/** The extent "more" stretches this range of alpha to 0..1. */
const moreFrom = 0.06;
const moreTo = 0.4;

const flagFrom = (means: Float32Array, min: number) => Uint8Array.from(means, mean => (mean >= min ? 1 : 0));

function sortIslands(matte: CoarseMatte) {
  const cells = averageCells(matte);
  const subject = flagFrom(cells.means, subjectFrom);
  const islands = [...findComponents(subject, cells.width, 'side')].sort((a, b) => b.length - a.length);
  return { ...cells, subject, islands };
}

/** The mean alpha, weighted by alpha: 1 for a matte that is sure of all it selects, near 0 for one that selects nothing. */
function measureCertainty(alpha: Float32Array): number {
  let [sum, squares] = [0, 0];
  for (const value of alpha) {
    sum += value;
    squares += value * value;
  }
  return squares / (sum || 1);
}

function isSliver(subject: Uint8Array, width: number, height: number): boolean {
  const size = subject.reduce((sum, flag) => sum + flag, 0);
  if (size === 0 || size > maxSliver * subject.length) return false;
  const isAtFrame = (cell: number) =>
    cell < width || cell >= subject.length - width || cell % width === 0 || cell % width === width - 1;
  if (!subject.some((flag, cell) => flag && isAtFrame(cell))) return false;
  const open = subject.map(flag => 1 - flag);
  return dilate(open, width, height, sliverReach).every(flag => flag);
}

/** Whether the user may mean another extent than the network's. */
export function findDoubts(matte: CoarseMatte): Doubts {
  const { means, subject, islands, width, height } = sortIslands(matte);
  const near = dilate(subject, width, height, edgeReach);
  const subjectCount = islands.reduce((sum, island) => sum + island.length, 0);
  let more = 0;
  for (let cell = 0; cell < means.length; cell++) if (means[cell]! >= faintFrom && !near[cell]) more++;
  const [largest = [], second = []] = islands;
  const pieces = islands.filter(island => island.length >= pieceCells).length;
  const sure = means.reduce((count, mean) => count + (mean >= sureFrom ? 1 : 0), 0);
  const isFaint = sure < minSure * subjectCount || measureCertainty(means) < minCertainty;
  const isTexture = pieces >= textureIslands && largest.length < maxOfTexture * subjectCount;
  return {
    mayMissParts: more >= Math.max(minMore * subjectCount, minShare * means.length),
    isSeveral: second.length >= Math.max(minSecond * largest.length, minShare * means.length),
    isUnsure: isFaint || isTexture || isSliver(subject, width, height),
  };
}

function keepIsland(matte: CoarseMatte, index: number): CoarseMatte {
  const { islands, width, height, side } = sortIslands(matte);
  const island = islands[index];
  if (!island) return matte;
  const own = new Uint8Array(width * height);
  for (const cell of island) own[cell] = 1;
  const kept = dilate(own, width, height, attachedReach);
  for (const other of islands) if (other !== island) for (const cell of other) kept[cell] = 0;
  const alpha = matte.alpha.map((value, i) => {
    const x = i % matte.width;
    const y = (i - x) / matte.width;
    return kept[Math.floor(y / side) * width + Math.floor(x / side)] ? value : 0;
  });
  return { ...matte, alpha };
}

/** Restricts or extends the matte to `extent`. Returns it unchanged if that object does not exist. */
export function chooseExtent(matte: CoarseMatte, extent: SubjectExtent): CoarseMatte {
  if (extent === 'usual') return matte;
  if (extent !== 'more') return keepIsland(matte, extent === 'largest' ? 0 : 1);
  const alpha = matte.alpha.map(value => Math.min(1, Math.max(0, (value - moreFrom) / (moreTo - moreFrom))));
  return { ...matte, alpha };
}
