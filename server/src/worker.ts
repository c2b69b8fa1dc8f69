// The worker: takes tasks from the lanes it serves and runs them, a few of each lane concurrently.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lane, type LaneWidths, lanes } from 'contract/tool.ts';
import { createTurns } from './adapters/in-turn.ts';
import type { Config } from './config.ts';
import type { Parts } from './parts.ts';
import { callEntries, usedLanes } from './tasks/catalogue.ts';
import { findRunning, isLongLane, requeueTask, type TakeOptions, type TaskRow, takeTask } from './tasks/tasks.ts';
import { type Bell, createBell } from './work/bell.ts';
import type { Confinement } from './work/confinement.ts';
import { limitsOfLane } from './work/lane-limits.ts';
import { usualNiceness } from './work/messages.ts';
import { Pool } from './work/pool.ts';
import { joinRegistry } from './work/registry.ts';
import { createRemote } from './work/remote.ts';
import { runTask } from './work/run-task.ts';
import { Stopped } from './work/runner.ts';

/** Interval of looks at the lanes without a notice, since a notice may be lost. */
const usualLookMs = 2000;
const retryMs = 2000;
const stopGraceMs = 20_000;
/** A stopped program such as a video encoder cannot be resumed elsewhere, so a stop waits much longer for it. */
const programGraceMs = 30 * 60_000;
const rememberStopMs = 10_000;

/** Fetching needs connections but hardly any processor time. */
const linkWidth = 32;
/** Number of tasks of the lane that may parse a page at the same time; the others are waiting for hosts. */
const readersOfLinks = 2;
/** Number of concurrent runs of yt-dlp, which waits for hosts that a stranger chose. */
const askersOfLinks = 2;

/** One long task occupies a whole machine; the second place lets another sender's task, which may take a second, pass one of an hour. */
const longWidth = 2;

/** One heavy model at a time: it occupies a whole machine. */
const usualWidth = (lane: Lane, workers: number): number =>
  ({ link: linkWidth, image: workers, model: 1, 'model-long': longWidth, video: longWidth, remote: workers })[lane];

/** Work that takes minutes yields to work that takes seconds, for which a person is waiting. */
const nicenessOf = (lane: Lane): number => (isLongLane(lane) ? 19 : usualNiceness);

const toolsHavePrograms = (lane: Lane): boolean =>
  callEntries.some(({ tool, call }) => call.lane === lane && (call.runner === 'program' || tool.needs !== undefined));

/** Whether this machine lacks the program that every tool of the lane needs. */
const lacksProgram = (lane: Lane, { ffmpeg }: Pick<Parts, 'ffmpeg'>): boolean => {
  const ofLane = callEntries.filter(({ call }) => call.lane === lane);
  return !ffmpeg.isThere && ofLane.length > 0 && ofLane.every(({ tool }) => tool.needs !== undefined);
};

/** The lanes this process serves, and the number of concurrent tasks of each. */
const widthsOf = ({ lanes: named, workers }: Pick<Config, 'lanes' | 'workers'>): LaneWidths =>
  named ?? Object.fromEntries(usedLanes.map(lane => [lane, usualWidth(lane, workers)]));

/**
 * A wide lane takes one task more than it has children, to fetch its files while the others run. A lane of one child does not, because a
 * newcomer's task would have to wait for two tasks instead of one. A lane whose tasks take minutes has one more place as well, with a child, for
 * tasks of seconds alone.
 */
const takersOf = (lane: Lane, width: number): number =>
  lane === 'remote' || isLongLane(lane) || (width > 1 && lane !== 'link') ? width + 1 : width;

/**
 * A link to a slow server occupies a slot of the link lane, so one share gets at most a quarter of the slots. Of the places for long tasks
 * and for tasks that wait for a model server, one is always left for another sender.
 */
function mostPerShare(lane: Lane, width: number): number | undefined {
  if (lane === 'link') return Math.max(1, Math.floor(width / 4));
  if (lane === 'remote') return width;
  return isLongLane(lane) ? Math.max(1, width - 1) : undefined;
}

/** Above this expected duration, a task of a lane of seconds counts as one that may take minutes. */
const slowMs = 60_000;

/** The tasks of a lane of seconds that may take minutes: together they leave one of its places to others. */
function slowOf(lane: Lane, width: number): TakeOptions['slow'] {
  if (isLongLane(lane) || lane === 'link' || lane === 'remote') return undefined;
  const calls = callEntries
    .filter(({ call }) => call.lane === lane && call.mayTakeMinutes)
    .map(({ tool, call }) => ({ tool: tool.name, call: call.name }));
  return { calls, ms: slowMs, most: Math.max(1, width - 1) };
}

/**
 * Most link tasks need no child. A task that waits for a model server may occupy a child all the time, so each taker has its own; so has the place
 * for short tasks.
 */
function childrenOf(lane: Lane, width: number): number {
  if (lane === 'link') return Math.min(width, readersOfLinks);
  return lane === 'remote' || isLongLane(lane) ? takersOf(lane, width) : width;
}

export interface Worker {
  /** Stops taking tasks, lets running ones finish for a while, and puts the rest back into the queue. */
  stop: () => Promise<void>;
  /** Puts all running tasks back into the queue, so that a stop ends soon. */
  hurry: () => void;
}

export interface WorkerOptions {
  /** Another program for the children; set by tests. */
  readonly childFile?: string | undefined;
  readonly lookAnywayMs?: number;
  /** For tests of a stop: starts a timer and returns a function that cancels it. */
  readonly startTimer?: (ms: number, act: () => void) => () => void;
  /** Whether a lane's runs start programs; by default determined by the tools' contracts. */
  readonly hasPrograms?: (lane: Lane) => boolean;
}

const startSystemTimer = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

/** A worker encloses its children itself. */
export interface WorkerParts extends Parts {
  readonly confinement: Confinement;
}

export function startWorker(parts: WorkerParts, options: WorkerOptions = {}): Worker {
  const { database, forgetful, log, config, notices } = parts;
  const { lookAnywayMs = usualLookMs, startTimer = startSystemTimer, hasPrograms = toolsHavePrograms } = options;
  const widths = widthsOf(config);
  const served = lanes.filter(lane => (widths[lane] ?? 0) > 0 && !lacksProgram(lane, parts));
  const scratch = mkdtempSync(path.join(parts.scratch, 'worker-'));
  // A child knows the name of its own folder; names cannot be listed.
  chmodSync(scratch, 0o711);
  const remote = createRemote(config.modelServers);
  const stopping = new AbortController();
  const running = new Map<string, { attempt: number; lane: Lane; control: AbortController }>();
  const bells = new Map(served.map(lane => [lane, createBell(takersOf(lane, widths[lane]!))]));
  const wakeAll = () => {
    for (const bell of bells.values()) bell.ringForAll();
  };
  const stopRun = (taskId: string) => running.get(taskId)?.control.abort(new Stopped('stopped'));
  /** Whether the time that a stop gives to a lane's runs is over. Also applies to runs whose task is still being taken. */
  let isTimeOver: (lane: Lane) => boolean = () => false;
  const inTurn = createTurns();
  // A task may be stopped after the database gave it to this worker and before the response has arrived.
  const stoppedAt = new Map<string, number>();

  const membership = joinRegistry(parts, {
    lanes: widths,
    async onHeartbeat() {
      for (const [taskId, at] of stoppedAt) if (performance.now() - at > rememberStopMs) stoppedAt.delete(taskId);
      await compareRuns({ givesBack: true });
    },
  });

  /** Tasks with their attempts that belong to this worker by their rows but that it is not running, as of the last look. */
  let abandoned = new Map<string, number>();

  /**
   * Stops runs that are no longer current: their tasks have ended, or other workers took them over while this one was silent. Gives back
   * tasks whose run ended without the database learning of it. The response of a query that took a task may still be in transit, so only
   * the second look gives a task back.
   */
  async function compareRuns({ givesBack }: { givesBack: boolean }): Promise<void> {
    const before = [...running];
    const rows = await findRunning(database, membership.id);
    const attempts = new Map(rows.map(row => [row.id, row.attempt]));
    for (const [taskId, { attempt }] of before) if (attempts.get(taskId) !== attempt) stopRun(taskId);
    if (!givesBack) return;
    const left = rows.filter(row => running.get(row.id)?.attempt !== row.attempt);
    for (const run of left) if (abandoned.get(run.id) === run.attempt) await requeueTask(database, run, true);
    abandoned = new Map(left.map(row => [row.id, row.attempt]));
  }
  // Only one loop per lane looks, however many are waiting: 40 looking loops cost an idle server more than everything else.
  const looks = setInterval(() => {
    for (const bell of bells.values()) bell.lookAnyway();
  }, lookAnywayMs);
  const unlisten = [
    notices.on('task-queued', ({ lane, count }) => bells.get(lane)?.ring(count)),
    notices.on('task-stopped', ({ taskId }) => {
      if (running.has(taskId)) stopRun(taskId);
      else stoppedAt.set(taskId, performance.now());
    }),
    notices.onReconnect(() => {
      wakeAll();
      compareRuns({ givesBack: false }).catch(error =>
        log.warn({ err: error }, 'runs could not be compared with their tasks'),
      );
    }),
  ];

  async function run(row: TaskRow, pool: Pool, askers: Pool): Promise<void> {
    if (stoppedAt.delete(row.id)) return;
    // This worker was considered dead and has taken the task again: the earlier run is no longer current.
    stopRun(row.id);
    const control = new AbortController();
    running.set(row.id, { attempt: row.attempt, lane: row.lane, control });
    if (isTimeOver(row.lane)) stopRun(row.id);
    try {
      const isStopping = () => stopping.signal.aborted;
      await runTask({ parts, pool, askers, remote, scratch, signal: control.signal, isStopping }, row);
    } finally {
      if (running.get(row.id)?.control === control) running.delete(row.id);
    }
  }

  async function serve(lane: Lane, bell: Bell, pool: Pool, askers: Pool): Promise<void> {
    let reason: 'ring' | 'look' = 'ring';
    const slow = slowOf(lane, widths[lane]!);
    while (!stopping.signal.aborted && (await membership.mayTake())) {
      try {
        const row = await inTurn(lane, () =>
          takeTask(forgetful, {
            lane,
            workerId: membership.id,
            mostPerShare: mostPerShare(lane, widths[lane]!),
            mostLong: isLongLane(lane) ? widths[lane] : undefined,
            slow,
          }),
        );
        // A task that no notice announced may not be the only one.
        if (row && reason === 'look') bell.lookAnyway();
        if (row) await run(row, pool, askers);
        reason = row ? 'ring' : await bell.wait();
      } catch (error) {
        // The database is unavailable. Other workers take the running tasks once this one's heartbeat is overdue.
        log.error({ err: error, lane }, 'a lane could not go on and tries again');
        await sleep(retryMs);
      }
    }
  }

  const pools: Pool[] = [];
  const serving = served.flatMap(lane => {
    const width = widths[lane]!;
    const toolNames = callEntries
      .filter(({ call }) => (call.lane === lane || (lane === 'remote' && call.waits)) && call.runner !== 'remote')
      .map(entry => entry.tool.name);
    const pooled = {
      log,
      confinement: parts.confinement,
      limits: limitsOfLane[lane],
      niceness: nicenessOf(lane),
      modules: [...new Set(toolNames)].map(name => `tools/${name}/run.ts`),
      searchPath: config.searchPath,
      servers: {
        ...(config.speechServer && { speech: config.speechServer }),
        ...(config.drawServer && { draw: config.drawServer }),
      },
      ...(options.childFile && { childFile: options.childFile }),
    };
    const pool = new Pool({ ...pooled, width: childrenOf(lane, width) });
    const askers = lane === 'link' ? new Pool({ ...pooled, width: Math.min(width, askersOfLinks) }) : pool;
    pools.push(pool);
    if (askers !== pool) pools.push(askers);
    if (lane !== 'link') pool.warmUp(width);
    return Array.from({ length: takersOf(lane, width) }, () => serve(lane, bells.get(lane)!, pool, askers));
  });

  const stopRuns = (isDue: (lane: Lane) => boolean) => {
    // A stop that was hurried stays hurried.
    const wasOver = isTimeOver;
    isTimeOver = lane => wasOver(lane) || isDue(lane);
    for (const [taskId, { lane }] of running) if (isDue(lane)) stopRun(taskId);
  };
  return {
    hurry: () => stopRuns(() => true),
    async stop() {
      stopping.abort();
      wakeAll();
      const cancels = [
        startTimer(stopGraceMs, () => stopRuns(lane => !hasPrograms(lane))),
        startTimer(programGraceMs, () => stopRuns(() => true)),
      ];
      await Promise.all(serving);
      for (const cancel of cancels) cancel();
      clearInterval(looks);
      for (const stop of unlisten) stop();
      for (const pool of pools) await pool.close();
      await membership.leave();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
