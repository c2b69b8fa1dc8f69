// What else the subject may be: the network answers one matte, which may miss parts that it half sees, or hold several things at once.
import { dilate } from '../pixels/morphology.ts';
import type { CoarseMatte } from './network.ts';
import { averageCells, findIslands } from './settle.ts';

/** usual: as the network has it. more: with what it half sees. largest, second: one of several things that do not touch. */
export type SubjectExtent = 'usual' | 'more' | 'largest' | 'second';

export interface Doubts {
  /** Wide areas are half seen. */
  readonly mayMissParts: boolean;
  /** At least two things are there, neither of which is small. */
  readonly isSeveral: boolean;
}

/** A cell belongs to the subject from this mean value on, and is half seen from this one on. */
const seenFrom = 0.33;
const halfSeenFrom = 0.1;
/** So many cells around what is seen are its soft edge. */
const edgeReach = 2;
/** What is half seen counts from this share of what is seen on, and from this share of the picture. */
const leastMore = 0.25;
const leastShare = 0.01;
/** The second thing has at least this share of the first one's cells. */
const leastSecond = 0.15;
/** What lies so many cells around a thing goes with it: its hair, its soft edge. */
const goesWith = 4;
/** Alpha between these becomes nothing to all when more is wanted. */
const moreFrom = 0.06;
const moreTo = 0.4;

const flagFrom = (means: Float32Array, least: number) => Uint8Array.from(means, mean => (mean >= least ? 1 : 0));

function sortIslands(matte: CoarseMatte) {
  const cells = averageCells(matte);
  const seen = flagFrom(cells.means, seenFrom);
  const islands = [...findIslands(seen, cells.width)].sort((a, b) => b.length - a.length);
  return { ...cells, seen, islands };
}

/** Whether another extent may be what the person means. */
export function findDoubts(matte: CoarseMatte): Doubts {
  const { means, seen, islands, width, height } = sortIslands(matte);
  const near = dilate(seen, width, height, edgeReach);
  const seenCount = islands.reduce((sum, island) => sum + island.length, 0);
  let more = 0;
  for (let cell = 0; cell < means.length; cell++) if (means[cell]! >= halfSeenFrom && !near[cell]) more++;
  const [largest = [], second = []] = islands;
  return {
    mayMissParts: more >= Math.max(leastMore * seenCount, leastShare * means.length),
    isSeveral: second.length >= Math.max(leastSecond * largest.length, leastShare * means.length),
  };
}

function keepIsland(matte: CoarseMatte, index: number): CoarseMatte {
  const { islands, width, height, side } = sortIslands(matte);
  const island = islands[index];
  if (!island) return matte;
  const own = new Uint8Array(width * height);
  for (const cell of island) own[cell] = 1;
  const kept = dilate(own, width, height, goesWith);
  for (const other of islands) if (other !== island) for (const cell of other) kept[cell] = 0;
  const alpha = matte.alpha.map((value, i) => {
    const x = i % matte.width;
    const y = (i - x) / matte.width;
    return kept[Math.floor(y / side) * width + Math.floor(x / side)] ? value : 0;
  });
  return { ...matte, alpha };
}

/** The matte of the extent that is wanted; a thing that is not there changes nothing. */
export function chooseExtent(matte: CoarseMatte, extent: SubjectExtent): CoarseMatte {
  if (extent === 'usual') return matte;
  if (extent !== 'more') return keepIsland(matte, extent === 'largest' ? 0 : 1);
  const alpha = matte.alpha.map(value => Math.min(1, Math.max(0, (value - moreFrom) / (moreTo - moreFrom))));
  return { ...matte, alpha };
}
