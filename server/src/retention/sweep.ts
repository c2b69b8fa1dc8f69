// Deletes expired rows and files: ended tasks, files that no task needs, logins, codes and the like.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Querier } from '../adapters/postgres.ts';
import { findExpiredKeys, removeExpired } from '../objects/remove.ts';
import type { Parts } from '../parts.ts';
import { checkMoney } from '../points/check-queries.ts';
import { findOverdue } from '../points/sweep-queries.ts';
import { findExpiredTasks } from '../tasks/sweep-queries.ts';
import { forgetTask, releaseOverdueHold } from '../tasks/tasks.ts';

const batchSize = 200;
const hourMs = 3_600_000;
const maxPauseMs = 5 * 60_000;
/** The ledger is checked as often. */
const checkEveryMs = hourMs;
/** Incomplete uploads without a write for this long belong to a server that died. */
const strayMs = hourMs;

/** Deletes rows of one kind that are over. It leaves a locked row for the next pass, so the sweep never waits. */
export type RowSweep = (db: Querier, now: Date) => Promise<unknown>;

export interface SweepParts extends Parts {
  readonly rowSweeps: readonly RowSweep[];
}

/**
 * One pass. Several servers may sweep at the same time: a second removal does nothing. Returns the number of deleted tasks and objects. A
 * failure does not stop the pass; all failures are thrown at its end. A clock that cannot be trusted stops it at once.
 */
export async function sweepExpired(
  parts: SweepParts,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ tasks: number; objects: number }> {
  const failures: unknown[] = [];
  const now = parts.now();
  const mayGoOn = async () => !signal.aborted && (await parts.clock.mayDelete());
  const tasks = await sweepAll(mayGoOn, failures, {
    find: () => findExpiredTasks(parts.database, now, batchSize),
    remove: ({ id }) => forgetTask(parts, id),
  });
  await sweepAll(mayGoOn, failures, {
    find: () => findOverdue(parts.database, batchSize),
    remove: taskId => releaseOverdueHold(parts, taskId),
  });
  const objects = await sweepAll(mayGoOn, failures, {
    find: () => findExpiredKeys(parts, batchSize),
    remove: key => removeExpired(parts, [key]),
  });
  for (const sweepRows of parts.rowSweeps)
    if (await mayGoOn()) await sweepRows(parts.database, now).catch(error => failures.push(error));
  if (await mayGoOn()) await parts.objects.removeStrays(strayMs).catch(error => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be deleted`);
  return { tasks, objects };
}

async function sweepAll<T>(
  mayGoOn: () => Promise<boolean>,
  failures: unknown[],
  kind: { find: () => Promise<T[]>; remove: (found: T) => Promise<unknown> },
): Promise<number> {
  let total = 0;
  for (let isMore = true; isMore && (await mayGoOn()); ) {
    const found = await kind.find();
    let removed = 0;
    for (const each of found) {
      if (!(await mayGoOn())) break;
      await kind.remove(each).then(
        () => (removed += 1),
        error => failures.push(error),
      );
    }
    total += removed;
    isMore = found.length === batchSize && removed > 0;
  }
  return total;
}

/** Logs each violation of the ledger's invariants. Returns their number. */
export async function reportMoney({ database, log }: Pick<Parts, 'database' | 'log'>): Promise<number> {
  const violations = await checkMoney(database);
  for (const violation of violations) log.error(violation, 'the books do not balance');
  return violations.length;
}

/** Between two sweeps: short retention times are exceeded by no more than a tenth. */
const pauseFor = (retentionHours: number) => Math.min(maxPauseMs, (retentionHours * hourMs) / 10);

/** Sweeps every few minutes until stopped. */
export function startSweeping(given: SweepParts): () => Promise<void> {
  const parts = { ...given, database: given.patient };
  const pauseMs = pauseFor(given.config.retentionHours);
  const roundsOfCheck = Math.ceil(checkEveryMs / pauseMs);
  const stop = new AbortController();
  const sweeping = (async () => {
    for (let round = 0; !stop.signal.aborted; round++) {
      // Done rarely, because it reads all movements.
      if (round % roundsOfCheck === 0)
        await reportMoney(parts).catch(error => parts.log.error({ err: error }, 'the books could not be checked'));
      await sweepExpired(parts, stop.signal).then(
        gone => gone.tasks + gone.objects > 0 && parts.log.info(gone, 'expired files were deleted'),
        error => parts.log.error({ err: error }, 'a sweep failed and will be tried again'),
      );
      // Rejects when the sweep is stopped, which ends the loop.
      await sleep(pauseMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  })();
  return () => {
    stop.abort();
    return sweeping;
  };
}
