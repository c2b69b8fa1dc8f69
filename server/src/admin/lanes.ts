// An operator changes lanes while servers run: how wide they are, and whether they are paused.
import { AppError } from 'contract/errors.ts';
import type { Lane } from 'contract/tool.ts';
import type { LaneSetting } from '../tasks/lane-queries.ts';
import { putLaneSetting, readLaneSetting } from '../tasks/lane-settings.ts';
import { type Grounds, type Operator, performAct } from './acts.ts';

/** What acts on a lane are recorded under. */
export const subjectOfLane = (lane: Lane): string => `lane ${lane}`;

/** Returns the id of the act. NOTHING_CHANGES, CHANGED_MEANWHILE. */
export async function changeLane(
  { database, name }: Operator,
  lane: Lane,
  { width, isPaused, ...grounds }: LaneSetting & Grounds,
): Promise<string> {
  const after = { width, isPaused };
  const act = { act: 'lane', subject: subjectOfLane(lane), asked: after };
  const { id } = await database.transaction().execute(trx =>
    performAct(trx, name, act, grounds, async () => {
      const before = await readLaneSetting(trx, lane);
      if (before.width === width && before.isPaused === isPaused) throw new AppError('NOTHING_CHANGES');
      await putLaneSetting(trx, lane, after);
      return { before, after };
    }),
  );
  return id;
}
