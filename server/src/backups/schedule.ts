// Makes backups on a schedule: one server at a time, each noted before it begins, the oldest removed once there are enough.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type BackupPlace, nameBackup } from '../adapters/backup-place.ts';
import type { Database, Querier } from '../adapters/postgres.ts';
import {
  type BackupRow,
  findNewest,
  findNewestWhole,
  forget,
  forgetFailuresBefore,
  holdSchedule,
  listUnended,
  listWhole,
  noteBegin,
  noteEnd,
} from './log-store.ts';
import { connectAlone } from './snapshot-store.ts';
import { type BackupSource, writeBackup } from './write-backup.ts';

/** One that failed, or was cut short, is tried again after this time. */
const retryMs = 3_600_000;
const lookEveryMs = 60_000;

export interface BackupSchedule {
  readonly database: Database;
  readonly source: BackupSource;
  readonly place: BackupPlace;
  readonly everyMs: number;
  /** How many whole ones stay. */
  readonly keep: number;
  readonly now: () => Date;
  readonly log: Logger;
}

const isDue = (newest: BackupRow | undefined, { everyMs, now }: Pick<BackupSchedule, 'everyMs' | 'now'>): boolean =>
  newest === undefined ||
  now().getTime() - newest.began_at.getTime() >= (newest.bytes === null ? Math.min(retryMs, everyMs) : everyMs);

/**
 * Finishes what a server that died had begun. Its backup may be whole: the server died before it noted that, or this database was restored from it.
 */
async function settle({ database, place, now }: BackupSchedule): Promise<void> {
  for (const { id, name, ...row } of await listUnended(database)) {
    const isHere = row.place === place.address;
    const found = isHere ? await place.find(name) : undefined;
    if (isHere && !found) await place.remove(name);
    const end = found ? { bytes: found.bytes } : { failure: 'It was cut short.' };
    await noteEnd(database, id, { ended_at: now(), ...end });
  }
}

async function removeOld({ database, place, keep }: BackupSchedule): Promise<void> {
  const whole = await listWhole(database, place.address);
  for (const { id, name } of whole.slice(keep)) {
    await place.remove(name);
    await forget(database, id);
  }
  const oldest = whole[keep - 1];
  if (oldest) await forgetFailuresBefore(database, oldest.began_at);
}

async function backUp(schedule: BackupSchedule, signal: AbortSignal): Promise<void> {
  const { database, source, place, now, log } = schedule;
  const began_at = now();
  const name = nameBackup(began_at);
  const id = await noteBegin(database, { place: place.address, name, began_at });
  try {
    const made = await writeBackup(source, { place, name, signal });
    await noteEnd(database, id, { ended_at: now(), bytes: made.bytes });
    log.info({ place: place.address, name, ...made }, 'a backup was made');
  } catch (error) {
    // One that a stop broke off is made at the next start.
    if (signal.aborted) await forget(database, id);
    else await noteEnd(database, id, { ended_at: now(), failure: error instanceof Error ? error.message : `${error}` });
    throw error;
  }
  await removeOld(schedule);
}

/** Makes a backup if one is due and no other server is at it. Whether it made one. */
export async function backUpIfDue(schedule: BackupSchedule, signal: AbortSignal): Promise<boolean> {
  const { database, source } = schedule;
  if (!isDue(await findNewest(database), schedule)) return false;
  const lock = await connectAlone(source.connection, 'pixwright backup');
  try {
    if (!(await holdSchedule(lock))) return false;
    await settle(schedule);
    // Another server may have been faster.
    if (!isDue(await findNewest(database), schedule)) return false;
    await backUp(schedule, signal);
    return true;
  } finally {
    await lock.end();
  }
}

/** Looks every minute until it is stopped, which breaks off a backup that is being made. */
export function startSchedule(schedule: BackupSchedule): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const working = (async () => {
    while (!signal.aborted) {
      await backUpIfDue(schedule, signal).catch(error => {
        if (!signal.aborted) schedule.log.error({ err: error }, 'a backup failed and will be tried again');
      });
      // Rejects when it is stopped, which ends the loop.
      await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    stop.abort();
    return working;
  };
}

export interface BackupState {
  /** The newest whole one. */
  readonly last: { readonly at: Date; readonly bytes: number } | null;
  /** Whether the newest one failed. */
  readonly hasFailed: boolean;
}

export async function readBackupState(db: Querier): Promise<BackupState> {
  const [whole, newest] = [await findNewestWhole(db), await findNewest(db)];
  return {
    last: whole ? { at: whole.began_at, bytes: whole.bytes ?? 0 } : null,
    hasFailed: newest?.failure != null,
  };
}

/** Whether an operator should look: two backups were missed, or there never was one and the first failed. */
export const isBackupLate = ({ last, hasFailed }: BackupState, everyHours: number, now: Date): boolean =>
  last === null ? hasFailed : now.getTime() - last.at.getTime() > 2 * everyHours * 3_600_000 + retryMs;
