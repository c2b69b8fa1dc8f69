// The worker: takes tasks from every lane that a tool uses and works them off, a few of each lane side by side.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from 'contract/tool.ts';
import type { Job } from './adapters/queue.ts';
import type { Parts } from './parts.ts';
import { callEntries, usedLanes } from './tasks/catalogue.ts';
import { findTask } from './tasks/store.ts';
import { createBell } from './work/bell.ts';
import { Pool, type PoolLimits, Stopped } from './work/pool.ts';
import { runTask } from './work/run-task.ts';

/** A notice that got lost is made good by looking anyway. */
const lookAnywayMs = 2000;
const stopGraceMs = 20_000;
const megabyte = 1024 * 1024;
const hour = 3_600_000;

const limitsOfLane: Record<Lane, PoolLimits> = {
  image: { maxBytes: 3072 * megabyte, restBytes: 700 * megabyte, maxAssignments: 500, maxAgeMs: hour },
  model: { maxBytes: 6144 * megabyte, restBytes: 3072 * megabyte, maxAssignments: 200, maxAgeMs: hour },
  video: { maxBytes: 4096 * megabyte, restBytes: 700 * megabyte, maxAssignments: 100, maxAgeMs: hour },
  remote: { maxBytes: 1024 * megabyte, restBytes: 300 * megabyte, maxAssignments: 500, maxAgeMs: hour },
};

/** One heavy model and one encoder at a time: each of them fills a machine by itself. */
export const widthOfLane = (lane: Lane, workers: number): number =>
  ({ image: workers, model: 1, video: 1, remote: workers * 4 })[lane];

export interface Worker {
  /** Stops taking tasks, lets those that run finish for a while, and gives the rest back to the queue. */
  stop: () => Promise<void>;
}

/** A scratch folder of this process; those of processes that are gone are removed. */
function makeScratch(dataFolder: string): string {
  const all = path.join(dataFolder, 'scratch');
  mkdirSync(all, { recursive: true });
  const host = hostname().replace(/[^\w.]/g, '');
  for (const name of readdirSync(all)) {
    const [owner, pid] = name.split('~');
    if (owner === host && !isAlive(Number(pid))) rmSync(path.join(all, name), { recursive: true, force: true });
  }
  const own = path.join(all, `${host}~${process.pid}`);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  return own;
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // It lives, under another account.
  }
}

export function startWorker(parts: Parts, pauses = { lookAnywayMs }): Worker {
  const scratch = makeScratch(parts.config.dataFolder);
  const stopping = new AbortController();
  const running = new Map<string, AbortController>();
  const pools = new Map<Lane, Pool>();
  const bells = new Map(usedLanes.map(lane => [lane, createBell(widthOfLane(lane, parts.config.workers) + 1)]));
  const wakeAll = () => {
    for (const bell of bells.values()) bell.ringForAll();
  };
  const stopRun = (taskId: string) => running.get(taskId)?.abort(new Stopped('stopped'));
  async function stopUnwanted(): Promise<void> {
    for (const taskId of running.keys()) {
      const row = await findTask(parts.database, taskId);
      if (!row || row.ended_at) stopRun(taskId);
    }
  }
  const catchUp = () => {
    wakeAll();
    stopUnwanted().catch(error => parts.log.warn({ err: error }, 'stopped tasks could not be looked for'));
  };
  const unlisten = [
    parts.notices.on('task-queued', ({ lane }) => bells.get(lane)?.ring()),
    parts.notices.onReconnect(catchUp),
    parts.notices.on('task-stopped', ({ taskId }) => stopRun(taskId)),
  ];

  async function workOff(job: Job, pool: Pool): Promise<void> {
    // The queue hands out again what it took for dead: the run that was under way here does not count any more.
    stopRun(job.taskId);
    const control = new AbortController();
    running.set(job.taskId, control);
    const stopKeepAlive = parts.queue.keepAlive(job);
    try {
      await runTask({ parts, pool, scratch, signal: control.signal }, job);
    } finally {
      stopKeepAlive();
      if (running.get(job.taskId) === control) running.delete(job.taskId);
    }
  }

  async function serve(lane: Lane, pool: Pool): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const job = await parts.queue.take(lane);
        if (job) await workOff(job, pool);
        else await bells.get(lane)?.wait(pauses.lookAnywayMs);
      } catch (error) {
        // The database is away: the job's heartbeat runs out and somebody takes it again.
        parts.log.error({ err: error, lane }, 'a lane could not go on and tries again');
        await sleep(lookAnywayMs);
      }
    }
  }

  const serving = usedLanes.flatMap(lane => {
    const toolNames = callEntries.filter(entry => entry.call.lane === lane).map(entry => entry.tool.name);
    const width = widthOfLane(lane, parts.config.workers);
    const pool = new Pool({
      log: parts.log,
      limits: limitsOfLane[lane],
      width,
      tools: [...new Set(toolNames)],
      searchPath: parts.config.searchPath,
    });
    pools.set(lane, pool);
    pool.warmUp(width);
    // One more than work side by side: it fetches the next task's files while the others still work.
    return Array.from({ length: width + 1 }, () => serve(lane, pool));
  });

  return {
    async stop() {
      stopping.abort();
      wakeAll();
      const grace = setTimeout(() => {
        for (const taskId of running.keys()) stopRun(taskId);
      }, stopGraceMs);
      await Promise.all(serving);
      clearTimeout(grace);
      for (const stop of unlisten) stop();
      for (const pool of pools.values()) await pool.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
