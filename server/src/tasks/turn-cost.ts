// What a task adds to the turn of its share: the milliseconds it is expected to take, divided by the weight of the share. The amounts are even, because
// odd turns are those of newcomers (turn-store.ts).
import type { Selectable } from 'kysely';
import type { TaskTable } from './tables.ts';

type TaskRow = Selectable<TaskTable>;

/** How many seconds of a member's work count as one second of another sender's: members have as many turns beside others. */
export const memberWeight = 3;

/** No task counts less: taking it and storing its result cost as much. */
export const minMs = 250;
/** Counts for a task of which no time is expected. */
export const unknownMs = 2000;
export const unknownLongMs = 60_000;

type Costing = Pick<TaskRow, 'lane' | 'expected_ms' | 'share_weight'>;

/** Lanes with tasks of minutes or hours among tasks of seconds. */
export const isLongLane = (lane: TaskRow['lane']): boolean => lane === 'video' || lane === 'model-long';

/** Milliseconds that a task is planned to take. */
const plannedMs = ({ lane, expected_ms: ms }: Pick<Costing, 'lane' | 'expected_ms'>): number =>
  Math.max(minMs, ms ?? (isLongLane(lane) ? unknownLongMs : unknownMs));

const toTurns = (ms: number, weight: number) => 2 * Math.round(ms / weight / 2);

export const turnCost = (task: Costing): number => toTurns(plannedMs(task), task.share_weight);

/** The turns that a run took beyond those it was planned to take; negative if it was faster. */
export const excessTurns = (task: Costing, tookMs: number): number =>
  toTurns(Math.max(minMs, tookMs), task.share_weight) - turnCost(task);
