// The worker: takes tasks from the lanes it serves and runs them, a few of each lane concurrently.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lane, lanes } from 'contract/tool.ts';
import { isAway } from './adapters/away.ts';
import { createTurns } from './adapters/in-turn.ts';
import { inTrace, traceOfTask } from './adapters/trace.ts';
import type { Parts } from './parts.ts';
import { callEntries } from './tasks/catalogue.ts';
import { readLaneSettings } from './tasks/lane-queries.ts';
import { requeueTask } from './tasks/run-queries.ts';
import type { TaskRow } from './tasks/tasks.ts';
import { isLongLane } from './tasks/turn-cost.ts';
import { findRunning, takeTask } from './tasks/worker-queries.ts';
import { type Bell, createBell } from './work/bell.ts';
import type { Confinement } from './work/confinement.ts';
import { limitsOfLane } from './work/lane-limits.ts';
import {
  askersOf,
  childrenOf,
  lacksProgram,
  mostPerShare,
  nicenessOf,
  slowOf,
  takersOf,
  toolsHavePrograms,
  widthsOf,
} from './work/lane-widths.ts';
import { Pool } from './work/pool.ts';
import { joinRegistry } from './work/registry.ts';
import { createRemote } from './work/remote.ts';
import { runTask } from './work/run-task.ts';
import { Stopped } from './work/runner.ts';
import { traceRun } from './work/trace-run.ts';

/** Interval of looks at the lanes without a notice, since a notice may be lost. */
const usualLookMs = 2000;
const retryMs = 2000;
const stopGraceMs = 20_000;
/** A stopped program such as a video encoder cannot be resumed elsewhere, so a stop waits much longer for it. */
const programGraceMs = 30 * 60_000;
const rememberStopMs = 10_000;

export interface Worker {
  /** Stops taking tasks, lets running ones finish for a while, and puts the rest back into the queue. */
  stop: () => Promise<void>;
  /** Puts all running tasks back into the queue, so that a stop ends soon. */
  hurry: () => void;
}

export interface WorkerOptions {
  /** Another program for the children; set by tests. */
  readonly childFile?: string | undefined;
  /** Whether children start before the first task; by default they do. Tests do without: most use one child of nine. */
  readonly warmsUp?: boolean;
  readonly lookAnywayMs?: number;
  /** For tests of a stop: starts a timer and returns a function that cancels it. */
  readonly startTimer?: (ms: number, act: () => void) => () => void;
  /** Whether a lane's runs start programs; by default determined by the tools' contracts. */
  readonly hasPrograms?: (lane: Lane) => boolean;
}

/** A lane at work, with the loops that take its tasks. */
interface ServedLane {
  readonly lane: Lane;
  readonly bell: Bell;
  readonly pool: Pool;
  readonly askers: Pool;
  readonly loops: Set<Promise<void>>;
  /** How many loops have not ended. */
  loopCount: number;
  isPaused: boolean;
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
  const ownWidths = widthsOf(config);
  const served = lanes.filter(lane => (ownWidths[lane] ?? 0) > 0 && !lacksProgram(lane, parts));
  /** As operators have changed them. */
  const widths = { ...ownWidths };
  const takers = (lane: Lane) => takersOf(lane, widths[lane]!);
  const scratch = mkdtempSync(path.join(parts.scratch, 'worker-'));
  // A child knows the name of its own folder; names cannot be listed.
  chmodSync(scratch, 0o711);
  const remote = createRemote(config.modelServers);
  const stopping = new AbortController();
  const running = new Map<string, { attempt: number; lane: Lane; control: AbortController }>();
  const bells = new Map(served.map(lane => [lane, createBell(() => takers(lane))]));
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
      await tryToFollow();
      for (const [taskId, at] of stoppedAt) if (performance.now() - at > rememberStopMs) stoppedAt.delete(taskId);
      await compareRuns({ givesBack: true });
    },
  });

  /** Tasks with their attempts that belong to this worker by their rows but that it is not running, as of the last look. */
  let abandoned = new Map<string, number>();
  /** Tasks with their attempts whose end could not be recorded, although the database was there: another run may end like that as well. */
  const broken = new Map<string, number>();

  /**
   * Stops runs that are no longer current: their tasks have ended, or other workers took them over while this one was silent. Gives back
   * tasks whose run ended, or that were taken, while the database was away: the task is not to blame for that. The response of a query that took a
   * task may still be in transit, so only the second look gives a task back.
   */
  async function compareRuns({ givesBack }: { givesBack: boolean }): Promise<void> {
    const before = [...running];
    const rows = await findRunning(database, membership.id);
    const attempts = new Map(rows.map(row => [row.id, row.attempt]));
    for (const [taskId, { attempt }] of before) if (attempts.get(taskId) !== attempt) stopRun(taskId);
    if (!givesBack) return;
    const left = rows.filter(row => running.get(row.id)?.attempt !== row.attempt);
    for (const run of left) {
      if (abandoned.get(run.id) !== run.attempt) continue;
      await requeueTask(database, run, broken.get(run.id) === run.attempt);
      broken.delete(run.id);
    }
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
    notices.on('lanes-changed', () => void tryToFollow()),
    notices.onReconnect(() => {
      wakeAll();
      void tryToFollow();
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
      const options = { parts, pool, askers, remote, scratch, signal: control.signal, isStopping };
      await inTrace(traceOfTask(row.id, row.trace, parts.spans), () => traceRun(row, () => runTask(options, row)));
    } catch (error) {
      if (!isAway(error)) broken.set(row.id, row.attempt);
      throw error;
    } finally {
      if (running.get(row.id)?.control === control) running.delete(row.id);
    }
  }

  /** Takes and runs tasks until the lane has more loops than takers. */
  async function serve(one: ServedLane): Promise<void> {
    const { lane, bell, pool, askers } = one;
    let reason: 'ring' | 'look' = 'ring';
    while (!stopping.signal.aborted && (await membership.mayTake())) {
      // A ring that this loop heard is for one that goes on.
      if (one.loopCount > takers(lane)) {
        one.loopCount -= 1;
        return bell.ring();
      }
      try {
        const row = await inTurn(lane, () =>
          takeTask(forgetful, {
            lane,
            workerId: membership.id,
            mostPerShare: mostPerShare(lane, widths[lane]!),
            mostLong: isLongLane(lane) ? widths[lane] : undefined,
            slow: slowOf(lane, widths[lane]!),
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
  const open = served.map((lane): ServedLane => {
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
    const askers = lane === 'link' ? new Pool({ ...pooled, width: askersOf(width) }) : pool;
    pools.push(pool);
    if (askers !== pool) pools.push(askers);
    if (lane !== 'link' && options.warmsUp !== false) pool.warmUp(width);
    return { lane, bell: bells.get(lane)!, pool, askers, loops: new Set(), loopCount: 0, isPaused: false };
  });

  /** Starts as many loops as each lane has takers; those that are too many end by themselves. */
  function startLoops(): void {
    for (const one of open)
      while (one.loopCount < takers(one.lane) && !stopping.signal.aborted) {
        one.loopCount += 1;
        const loop: Promise<void> = serve(one).finally(() => one.loops.delete(loop));
        one.loops.add(loop);
      }
  }

  /** Follows what operators have set: from now on for the tasks to come, while those that run go on. */
  async function followSettings(): Promise<void> {
    const settings = await readLaneSettings(database);
    for (const one of open) {
      const { lane, pool, askers, bell } = one;
      const { width = null, isPaused = false } = settings.get(lane) ?? {};
      const newWidth = width ?? ownWidths[lane]!;
      const isChanged = newWidth !== widths[lane] || isPaused !== one.isPaused;
      if (isChanged) log.info({ lane, width: newWidth, isPaused }, 'a lane follows what an operator has set');
      widths[lane] = newWidth;
      one.isPaused = isPaused;
      pool.resize(childrenOf(lane, newWidth));
      if (askers !== pool) askers.resize(askersOf(newWidth));
      // Ends loops that are too many, and has the others look at a lane that goes on.
      if (isChanged) bell.ringForAll();
    }
    startLoops();
  }
  const tryToFollow = () =>
    followSettings().catch(error => log.warn({ err: error }, 'the settings of lanes could not be read'));

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
      await Promise.all(open.flatMap(({ loops }) => [...loops]));
      for (const cancel of cancels) cancel();
      clearInterval(looks);
      for (const stop of unlisten) stop();
      for (const pool of pools) await pool.close();
      await membership.leave();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
