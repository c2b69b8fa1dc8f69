// What operators set for lanes. Workers read the widths, and the statement that takes a task looks whether its lane is paused.
import type { Lane } from 'contract/tool.ts';
import { sendNotice } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import { type LaneSetting, readLaneSettings } from './lane-queries.ts';
import { announceWaiting, writeLaneSetting } from './lane-store.ts';

const untouched: LaneSetting = { width: null, isPaused: false };

export const readLaneSetting = async (db: Querier, lane: Lane): Promise<LaneSetting> =>
  (await readLaneSettings(db)).get(lane) ?? untouched;

/** Changes a lane from the commit on, for all workers. Those who watch a waiting task are told whether it is paused. */
export async function putLaneSetting(db: Querier, lane: Lane, setting: LaneSetting): Promise<void> {
  const before = await readLaneSetting(db, lane);
  await writeLaneSetting(db, lane, setting);
  if (before.isPaused !== setting.isPaused) await announceWaiting(db, lane);
  await sendNotice(db, 'lanes-changed', {});
}
