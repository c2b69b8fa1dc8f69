// The registry of workers: each writes a heartbeat every few seconds with the lanes it serves. These rows tell which workers may be dead,
// how wide a lane is over all servers, and whether a lane is served at all.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lane, type LaneWidths, lanes } from 'contract/tool.ts';
import type { Logger } from 'pino';
import { DatabaseUnavailable, type Querier } from '../adapters/postgres.ts';
import type { Parts } from '../parts.ts';
import { usedLanes } from '../tasks/catalogue.ts';
import { readLaneSettings } from '../tasks/lane-queries.ts';
import { requeueLost, silentSeconds } from '../tasks/worker-queries.ts';
import { version } from '../version.ts';
import { findWorkers, recordHeartbeat, removeSilent, removeWorker } from './registry-store.ts';

const heartbeatMs = 3000;
const silentMs = silentSeconds * 1000;

export interface Membership {
  readonly id: string;
  /**
   * Resolves to true while this worker may take tasks: its heartbeat is fresh. A worker that lost the database waits here until it is
   * registered again, since tasks that it took before would be given to another one. Resolves to false once it has left.
   */
  readonly mayTake: () => Promise<boolean>;
  /** Ends the heartbeat and deletes the row. */
  readonly leave: () => Promise<void>;
}

export interface RegistryOptions {
  /** Read at each heartbeat. */
  readonly lanes: LaneWidths;
  /** Called after each heartbeat. */
  readonly onHeartbeat: () => Promise<void>;
  /** Set by tests. */
  readonly everyMs?: number;
}

/**
 * Removes workers that fell silent and requeues their tasks. A server that was silent itself cannot tell dead workers from an unreachable
 * database, so this is only called after regular heartbeats for as long as it takes to count a worker as dead.
 */
async function removeDead({ database, log, clock }: Pick<Parts, 'database' | 'log' | 'clock'>): Promise<void> {
  // After a jump of the database's clock every heartbeat looks old, or new for days.
  if (!(await clock.isSteadyFor(silentMs))) return;
  for (const dead of await removeSilent(database)) log.warn({ worker: dead }, 'a worker fell silent');
  const taskIds = await requeueLost(database);
  if (taskIds.length > 0) log.warn({ taskIds }, 'tasks lost their worker and wait for another one');
}

/**
 * On a connection that broke without a word a statement waits for longer than a worker may be silent. So a heartbeat is not waited for: the next one
 * takes another connection, and this one still counts if it arrives.
 */
async function orTooLate(written: Promise<unknown>, ms: number): Promise<void> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new DatabaseUnavailable(`no answer within ${ms} ms`);
  });
  written.catch(() => undefined); // It may fail when nothing waits for it any more.
  await Promise.race([written, late]).finally(() => timer.abort());
}

/** Registers this process as a worker until it leaves. */
export function joinRegistry(
  parts: Pick<Parts, 'database' | 'forgetful' | 'log' | 'clock'>,
  options: RegistryOptions,
): Membership {
  const { database, forgetful, log } = parts;
  const { everyMs = heartbeatMs } = options;
  const worker = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    version: version,
    lanes: options.lanes,
  };
  const leaving = new AbortController();
  let lastAt = Number.NEGATIVE_INFINITY;
  let regularSince = 0;
  const wakeWaiting: (() => void)[] = [];
  const isFresh = () => performance.now() - lastAt < silentMs;

  async function beat(): Promise<void> {
    const askedAt = performance.now();
    if (!isFresh()) regularSince = askedAt;
    const written = recordHeartbeat(forgetful, worker).then(() => {
      // Counted from before the query: the database may have written the heartbeat at any moment since.
      lastAt = Math.max(lastAt, askedAt);
      for (const wake of wakeWaiting.splice(0)) wake();
    });
    await orTooLate(written, everyMs);
    if (askedAt - regularSince >= silentMs) await removeDead(parts);
    await options.onHeartbeat();
  }

  const beating = (async () => {
    while (!leaving.signal.aborted) {
      await beat().catch(error => log.warn({ err: error }, 'a heartbeat was not written'));
      // Rejects when the worker leaves, which ends the loop.
      await sleep(everyMs, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
  })();

  return {
    id: worker.id,
    async mayTake() {
      while (!isFresh() && !leaving.signal.aborted) await new Promise<void>(resolve => wakeWaiting.push(resolve));
      return !leaving.signal.aborted;
    },
    async leave() {
      leaving.abort();
      for (const wake of wakeWaiting.splice(0)) wake();
      await beating;
      await removeWorker(database, worker.id);
    },
  };
}

/** Adds up the lanes of all live workers. */
export interface LaneCensus {
  /** How many tasks of each lane run at once over all servers: none of a lane that is paused. */
  readonly read: () => Promise<LaneWidths>;
}

const censusLifeMs = 1000;
const warnEveryMs = 60_000;

/** Reads the registry at most once a second, and warns when tools use a lane that no worker serves. */
export function openCensus({ database, log }: { database: Querier; log: Logger }): LaneCensus {
  let known: Promise<LaneWidths> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let warnedAt = Number.NEGATIVE_INFINITY;

  async function readWidths(): Promise<LaneWidths> {
    const [workers, settings] = await Promise.all([findWorkers(database), readLaneSettings(database)]);
    const widths: Partial<Record<Lane, number>> = {};
    for (const lane of lanes) widths[lane] = workers.reduce((sum, worker) => sum + (worker.lanes[lane] ?? 0), 0);
    const unserved = usedLanes.filter(lane => !widths[lane]);
    if (unserved.length > 0 && performance.now() - warnedAt >= warnEveryMs) {
      warnedAt = performance.now();
      log.warn({ lanes: unserved }, 'no worker serves these lanes: their tasks wait. Start one, or name them in LANES');
    }
    for (const [lane, { isPaused }] of settings) if (isPaused) widths[lane] = 0;
    return widths;
  }

  return {
    read() {
      if (known && performance.now() - readAt < censusLifeMs) return known;
      readAt = performance.now();
      const reading = readWidths();
      known = reading;
      // A failure is not cached: the next call reads again.
      reading.catch(() => {
        known = undefined;
      });
      return reading;
    },
  };
}
