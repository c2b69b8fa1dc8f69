// The stages of a task before its run: the lane of each, and its expected duration.
import type { Lane } from 'contract/tool.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { Parts } from '../parts.ts';
import { askedServers, type CallEntry, type LaneRun, toBeDrawn } from './catalogue.ts';
import type { RunMeasure } from './measure.ts';
import { expectMs, type Paces } from './pace.ts';
import type { StoredInput } from './stored.ts';

/** The properties of a run that determine its lane. */
export const laneRun = (
  { config }: Parts,
  { options }: Pick<LaneRun, 'options'>,
  inputs: readonly StoredInput[],
): LaneRun => ({
  options,
  inputs,
  servers: askedServers(config),
});

/** The name of the pace of drawing an input before a run; the amount of drawing is unknown. */
export const drawingPace = (pace: string) => `${pace}/drawing`;
export const usualDrawingMs = 25_000;

/** Percentage that a task shows when its picture is drawn and the run is still to come. */
export const drawnPercent = 50;

/** Expected duration of a drawing, in milliseconds. */
export const expectDrawing = async (db: Querier, pace: string, paces?: Paces): Promise<number> =>
  (await expectMs(db, drawingPace(pace), 1, paces)) ?? usualDrawingMs;

/** Expected duration of the stage in this lane, in milliseconds; unknown for fetching links. */
export async function expectStage(
  { database }: Pick<Parts, 'database'>,
  { call }: CallEntry,
  lane: Lane,
  run: LaneRun,
  { pace, amount, usualMs }: Pick<RunMeasure, 'pace' | 'amount' | 'usualMs'>,
  paces?: Paces,
): Promise<number | null> {
  if (lane === 'link') return null;
  if (lane === 'remote' && toBeDrawn(call, run)) return expectDrawing(database, pace, paces);
  return (await expectMs(database, pace, amount, paces)) ?? usualMs;
}
