// The SQL that reads how operators have changed lanes.
import type { Lane } from 'contract/tool.ts';
import type { Querier } from '../adapters/postgres.ts';

export interface LaneSetting {
  /** How many tasks each worker that serves the lane runs side by side; null: as its server's own settings say. */
  readonly width: number | null;
  /** Its waiting tasks stay, and none is started. */
  readonly isPaused: boolean;
}

/** The settings of all lanes that were changed. */
export async function readLaneSettings(db: Querier): Promise<ReadonlyMap<Lane, LaneSetting>> {
  const rows = await db.selectFrom('lane_setting').select(['lane', 'width', 'is_paused']).execute();
  return new Map(rows.map(row => [row.lane, { width: row.width, isPaused: row.is_paused }]));
}
