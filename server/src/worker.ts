// The worker: takes tasks from every lane that a tool uses and works them off, a few of each lane side by side.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane } from 'contract/tool.ts';
import type { Job } from './adapters/queue.ts';
import type { Parts } from './parts.ts';
import { callEntries, usedLanes } from './tasks/catalogue.ts';
import { findTask } from './tasks/tasks.ts';
import { createBell } from './work/bell.ts';
import { Pool, type PoolLimits } from './work/pool.ts';
import { createRemote } from './work/remote.ts';
import { runTask } from './work/run-task.ts';
import { Stopped } from './work/runner.ts';

/** A notice that got lost is made good by looking anyway. */
const lookAnywayMs = 2000;
const stopGraceMs = 20_000;
/** A program such as a video encoder cannot go on elsewhere where it was stopped, so a stop waits for it much longer. */
const programGraceMs = 30 * 60_000;
const megabyte = 1024 * 1024;
const hour = 3_600_000;

const limitsOfLane: Record<Lane, PoolLimits> = {
  image: {
    maxBytes: 3072 * megabyte,
    restBytes: 700 * megabyte,
    maxAssignments: 500,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
  model: {
    maxBytes: 6144 * megabyte,
    restBytes: 3072 * megabyte,
    maxAssignments: 200,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
  video: {
    maxBytes: 4096 * megabyte,
    restBytes: 700 * megabyte,
    maxAssignments: 100,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
  remote: {
    maxBytes: 1024 * megabyte,
    restBytes: 300 * megabyte,
    maxAssignments: 500,
    maxAgeMs: hour,
    maxScratchBytes: 4096 * megabyte,
  },
};

/** One heavy model and one encoder at a time: each of them fills a machine by itself. */
export const widthOfLane = (lane: Lane, workers: number): number =>
  ({ image: workers, model: 1, video: 1, remote: workers * 4 })[lane];

const hasPrograms = (lane: Lane): boolean =>
  callEntries.some(({ call }) => call.lane === lane && call.runner === 'program');

export interface Worker {
  /** Stops taking tasks, lets those that run finish for a while, and gives the rest back to the queue. */
  stop: () => Promise<void>;
}

export function startWorker(parts: Parts, pauses = { lookAnywayMs }): Worker {
  const scratch = mkdtempSync(path.join(parts.confinement.scratch, 'worker-'));
  // A child knows the name of its own folder inside; names cannot be listed.
  chmodSync(scratch, 0o711);
  const remote = createRemote(parts.config.modelServers);
  const stopping = new AbortController();
  const running = new Map<string, AbortController>();
  /** Those of them that run in a lane with programs. */
  const programs = new Set<string>();
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

  async function workOff(job: Job, pool: Pool, lane: Lane): Promise<void> {
    // The queue hands out again what it took for dead: the run that was under way here does not count any more.
    stopRun(job.taskId);
    const control = new AbortController();
    running.set(job.taskId, control);
    if (hasPrograms(lane)) programs.add(job.taskId);
    const stopKeepAlive = parts.queue.keepAlive(job);
    try {
      await runTask({ parts, pool, remote, scratch, signal: control.signal }, job);
    } finally {
      stopKeepAlive();
      if (running.get(job.taskId) === control) {
        running.delete(job.taskId);
        programs.delete(job.taskId);
      }
    }
  }

  async function serve(lane: Lane, pool: Pool): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const job = await parts.queue.take(lane);
        if (job) await workOff(job, pool, lane);
        else await bells.get(lane)?.wait(pauses.lookAnywayMs);
      } catch (error) {
        // The database is away: the job's heartbeat runs out and somebody takes it again.
        parts.log.error({ err: error, lane }, 'a lane could not go on and tries again');
        await sleep(lookAnywayMs);
      }
    }
  }

  const serving = usedLanes.flatMap(lane => {
    const toolNames = callEntries
      .filter(entry => entry.call.lane === lane && entry.call.runner !== 'remote')
      .map(entry => entry.tool.name);
    const width = widthOfLane(lane, parts.config.workers);
    const pool = new Pool({
      log: parts.log,
      confinement: parts.confinement,
      limits: limitsOfLane[lane],
      width,
      modules: [...new Set(toolNames)].map(name => `tools/${name}/run.ts`),
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
      const stopRuns = (isDue: (taskId: string) => boolean) => {
        for (const taskId of running.keys()) if (isDue(taskId)) stopRun(taskId);
      };
      const grace = setTimeout(() => stopRuns(taskId => !programs.has(taskId)), stopGraceMs);
      const programGrace = setTimeout(() => stopRuns(() => true), programGraceMs);
      await Promise.all(serving);
      clearTimeout(grace);
      clearTimeout(programGrace);
      for (const stop of unlisten) stop();
      for (const pool of pools.values()) await pool.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
