// The stages of a task before its run: which lane each has, and how long it is expected to take.
import type { Lane } from 'contract/tool.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { Parts } from '../parts.ts';
import { askedServers, type CallEntry, type LaneRun, toBeDrawn } from './catalogue.ts';
import type { RunMeasure } from './measure.ts';
import { expectMs } from './pace.ts';
import type { StoredInput } from './stored.ts';

/** A run as its lane sees it. */
export const laneRun = (
  { config }: Parts,
  { options }: Pick<LaneRun, 'options'>,
  inputs: readonly StoredInput[],
): LaneRun => ({
  options,
  inputs,
  servers: askedServers(config),
});

/** The name of the pace at which pictures are drawn before a run; how much there is to draw is not known. */
export const drawingPace = (pace: string) => `${pace}/drawing`;
export const usualDrawingMs = 25_000;

/** Percent that a task shows when its picture is drawn and the run is still to come. */
export const drawnPercent = 50;

/** Milliseconds of a drawing. */
export const expectDrawing = async (db: Querier, pace: string): Promise<number> =>
  (await expectMs(db, drawingPace(pace), 1)) ?? usualDrawingMs;

/** Milliseconds that the stage in this lane is expected to take; what a link leads to, and how long it takes to get, is not known. */
export async function expectStage(
  { database }: Pick<Parts, 'database'>,
  { call }: CallEntry,
  lane: Lane,
  run: LaneRun,
  { pace, amount, usualMs = null }: Pick<RunMeasure, 'pace' | 'amount'> & Partial<Pick<RunMeasure, 'usualMs'>>,
): Promise<number | null> {
  if (lane === 'link') return null;
  if (lane === 'remote' && toBeDrawn(call, run)) return expectDrawing(database, pace);
  return (await expectMs(database, pace, amount)) ?? usualMs;
}
