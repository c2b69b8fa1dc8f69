// How many tasks of a lane a worker runs side by side, how many it takes for that, and which of them leave places to others.
import type { Lane, LaneWidths } from 'contract/tool.ts';
import type { Config } from '../config.ts';
import type { Parts } from '../parts.ts';
import { callEntries, usedLanes } from '../tasks/catalogue.ts';
import { isLongLane } from '../tasks/turn-cost.ts';
import type { TakeOptions } from '../tasks/worker-queries.ts';
import { usualNiceness } from './messages.ts';

/** Fetching needs connections but hardly any processor time. */
const linkWidth = 32;
/** Number of tasks of the lane that may parse a page at the same time; the others are waiting for hosts. */
const readersOfLinks = 2;
/** Number of concurrent runs of yt-dlp, which waits for hosts that a stranger chose. */
const askersOfLinks = 2;

/** One long task occupies a whole machine; the second place lets another sender's task, which may take a second, pass one of an hour. */
const longWidth = 2;

/** One heavy model at a time: it occupies a whole machine. */
const usualWidth = (lane: Lane, workers: number): number =>
  ({ link: linkWidth, image: workers, model: 1, 'model-long': longWidth, video: longWidth, remote: workers })[lane];

/** Work that takes minutes yields to work that takes seconds, for which a person is waiting. */
export const nicenessOf = (lane: Lane): number => (isLongLane(lane) ? 19 : usualNiceness);

export const toolsHavePrograms = (lane: Lane): boolean =>
  callEntries.some(({ tool, call }) => call.lane === lane && (call.runner === 'program' || tool.needs !== undefined));

/** Whether this machine lacks the program that every tool of the lane needs. */
export const lacksProgram = (lane: Lane, { ffmpeg }: Pick<Parts, 'ffmpeg'>): boolean => {
  const ofLane = callEntries.filter(({ call }) => call.lane === lane);
  return !ffmpeg.isThere && ofLane.length > 0 && ofLane.every(({ tool }) => tool.needs !== undefined);
};

/** The lanes this process serves, and the number of concurrent tasks of each. */
export const widthsOf = ({ lanes: named, workers }: Pick<Config, 'lanes' | 'workers'>): LaneWidths =>
  named ?? Object.fromEntries(usedLanes.map(lane => [lane, usualWidth(lane, workers)]));

/**
 * A wide lane takes one task more than it has children, to fetch its files while the others run. A lane of one child does not, because a
 * newcomer's task would have to wait for two tasks instead of one. A lane whose tasks take minutes has one more place as well, with a child, for
 * tasks of seconds alone.
 */
export const takersOf = (lane: Lane, width: number): number =>
  lane === 'remote' || isLongLane(lane) || (width > 1 && lane !== 'link') ? width + 1 : width;

/**
 * A link to a slow server occupies a slot of the link lane, so one share gets at most a quarter of the slots. Of the places for long tasks
 * and for tasks that wait for a model server, one is always left for another sender.
 */
export function maxPerShare(lane: Lane, width: number): number | undefined {
  if (lane === 'link') return Math.max(1, Math.floor(width / 4));
  if (lane === 'remote') return width;
  return isLongLane(lane) ? Math.max(1, width - 1) : undefined;
}

/** Above this expected duration, a task of a lane of seconds counts as one that may take minutes. */
const slowMs = 60_000;
/** Above this one, a task of a lane of minutes counts as one that may take an hour. */
const slowLongMs = 10 * 60_000;

/** The tasks of a lane that may take far longer than its others: together they leave one of its places to those. */
export function slowOf(lane: Lane, width: number): TakeOptions['slow'] {
  if (lane === 'link' || lane === 'remote') return undefined;
  if (isLongLane(lane)) return { calls: [], ms: slowLongMs, max: Math.max(1, width - 1) };
  const calls = callEntries
    .filter(({ call }) => call.lane === lane && call.mayTakeMinutes)
    .map(({ tool, call }) => ({ tool: tool.name, call: call.name }));
  return { calls, ms: slowMs, max: Math.max(1, width - 1) };
}

/**
 * Most link tasks need no child. A task that waits for a model server may occupy a child all the time, so each taker has its own; so has the place
 * for short tasks.
 */
export function childrenOf(lane: Lane, width: number): number {
  if (lane === 'link') return Math.min(width, readersOfLinks);
  return lane === 'remote' || isLongLane(lane) ? takersOf(lane, width) : width;
}

export const askersOf = (width: number): number => Math.min(width, askersOfLinks);
