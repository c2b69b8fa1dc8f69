// The worker: takes tasks from the lanes it serves and runs them, a few of each lane concurrently.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lane, type LaneWidths, lanes } from 'contract/tool.ts';
import { createTurns, type InTurn } from './adapters/in-turn.ts';
import { inTrace, traceOfTask } from './adapters/trace.ts';
import type { Parts } from './parts.ts';
import { readLaneSettings } from './tasks/lane-queries.ts';
import type { TaskRow } from './tasks/tasks.ts';
import { isLongLane } from './tasks/turn-cost.ts';
import { takeTask } from './tasks/worker-queries.ts';
import type { Bell } from './work/bell.ts';
import type { Confinement } from './work/confinement.ts';
import { lacksProgram, maxPerShare, slowOf, takersOf, toolsHavePrograms, widthsOf } from './work/lane-widths.ts';
import { closeLane, openLane, resizeLane, type ServedLane } from './work/open-lane.ts';
import { keepOwnRuns, type OwnRuns } from './work/own-runs.ts';
import { joinRegistry, type Membership } from './work/registry.ts';
import { createRemote } from './work/remote.ts';
import { runTask } from './work/run-task.ts';
import { traceRun } from './work/trace-run.ts';

/** Interval of looks at the lanes without a notice, since a notice may be lost. */
const usualLookMs = 2000;
const retryMs = 2000;
const stopGraceMs = 20_000;
/** A stopped program such as a video encoder cannot be resumed elsewhere, so a stop waits much longer for it. */
const programGraceMs = 30 * 60_000;

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

const startSystemTimer = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

/** A worker encloses its children itself. */
export interface WorkerParts extends Parts {
  readonly confinement: Confinement;
}

/** The folder in which the runs of a worker keep their files. */
function makeScratch(folder: string): string {
  const scratch = mkdtempSync(path.join(folder, 'worker-'));
  // A child knows the name of its own folder; names cannot be listed.
  chmodSync(scratch, 0o711);
  return scratch;
}

/** What the loops of all lanes share. */
interface LoopParts {
  readonly parts: WorkerParts;
  readonly membership: Membership;
  readonly stopping: AbortSignal;
  /** As operators have changed them. */
  readonly widths: LaneWidths;
  /** Takes tasks of one lane one after another. */
  readonly inTurn: InTurn;
  readonly run: (row: TaskRow, lane: ServedLane) => Promise<void>;
}

/** Takes and runs tasks until the lane has more loops than takers. */
async function serve(one: ServedLane, shared: LoopParts): Promise<void> {
  const { parts, membership, stopping, widths, inTurn, run } = shared;
  const { lane, bell } = one;
  let reason: 'ring' | 'look' = 'ring';
  while (!stopping.aborted && (await membership.mayTake())) {
    // A ring that this loop heard is for one that goes on.
    if (one.loopCount > takersOf(lane, widths[lane]!)) {
      one.loopCount -= 1;
      return bell.ring();
    }
    try {
      const row = await inTurn(lane, () =>
        takeTask(parts.forgetful, {
          lane,
          workerId: membership.id,
          maxPerShare: maxPerShare(lane, widths[lane]!),
          maxLong: isLongLane(lane) ? widths[lane] : undefined,
          slow: slowOf(lane, widths[lane]!),
        }),
      );
      // A task that no notice announced may not be the only one.
      if (row && reason === 'look') bell.lookAnyway();
      if (row) await run(row, one);
      reason = row ? 'ring' : await bell.wait();
    } catch (error) {
      // The database is unavailable. Other workers take the running tasks once this one's heartbeat is overdue.
      parts.log.error({ err: error, lane }, 'a lane could not go on and tries again');
      await sleep(retryMs);
    }
  }
}

/** Starts as many loops as each lane has takers; those that are too many end by themselves. */
function startLoops(open: readonly ServedLane[], shared: LoopParts): void {
  for (const one of open)
    while (one.loopCount < takersOf(one.lane, shared.widths[one.lane]!) && !shared.stopping.aborted) {
      one.loopCount += 1;
      const loop: Promise<void> = serve(one, shared).finally(() => one.loops.delete(loop));
      one.loops.add(loop);
    }
}

/** Follows what operators have set: from now on for the tasks to come, while those that run go on. */
async function followSettings(
  { database, log }: WorkerParts,
  open: readonly ServedLane[],
  { ownWidths, widths }: { readonly ownWidths: LaneWidths; readonly widths: Partial<Record<Lane, number>> },
): Promise<void> {
  const settings = await readLaneSettings(database);
  for (const one of open) {
    const { lane, bell } = one;
    const { width = null, isPaused = false } = settings.get(lane) ?? {};
    const newWidth = width ?? ownWidths[lane]!;
    const isChanged = newWidth !== widths[lane] || isPaused !== one.isPaused;
    if (isChanged) log.info({ lane, width: newWidth, isPaused }, 'a lane follows what an operator has set');
    widths[lane] = newWidth;
    one.isPaused = isPaused;
    resizeLane(one, newWidth);
    // Ends loops that are too many, and has the others look at a lane that goes on.
    if (isChanged) bell.ringForAll();
  }
}

interface Heard {
  readonly parts: WorkerParts;
  readonly bells: ReadonlyMap<Lane, Bell>;
  readonly lookAnywayMs: number;
  readonly runs: OwnRuns;
  readonly wakeAll: () => void;
  readonly tryToFollow: () => Promise<void>;
  readonly membership: Membership;
}

/** Acts on notices, and looks at the lanes without one now and then. Returns a function that ends both. */
function listen({ parts, bells, lookAnywayMs, runs, wakeAll, tryToFollow, membership }: Heard): () => void {
  const { log, notices } = parts;
  // Only one loop per lane looks, however many are waiting: 40 looking loops cost an idle server more than everything else.
  const looks = setInterval(() => {
    for (const bell of bells.values()) bell.lookAnyway();
  }, lookAnywayMs);
  const unlisten = [
    notices.on('task-queued', ({ lane, count }) => bells.get(lane)?.ring(count)),
    notices.on('task-stopped', ({ taskId }) => runs.stopTask(taskId)),
    notices.on('lanes-changed', () => void tryToFollow()),
    notices.onReconnect(() => {
      wakeAll();
      void tryToFollow();
      runs
        .compare(membership.id, { givesBack: false })
        .catch(error => log.warn({ err: error }, 'runs could not be compared with their tasks'));
    }),
  ];
  return () => {
    clearInterval(looks);
    for (const stop of unlisten) stop();
  };
}

export function startWorker(parts: WorkerParts, options: WorkerOptions = {}): Worker {
  const { config, log } = parts;
  const { lookAnywayMs = usualLookMs, startTimer = startSystemTimer, hasPrograms = toolsHavePrograms } = options;
  const { childFile, warmsUp = true } = options;
  const ownWidths = widthsOf(config);
  const served = lanes.filter(lane => (ownWidths[lane] ?? 0) > 0 && !lacksProgram(lane, parts));
  const widths = { ...ownWidths };
  const scratch = makeScratch(parts.scratch);
  const remote = createRemote(config.modelServers);
  const stopping = new AbortController();
  const runs = keepOwnRuns(parts.database);
  const open = served.map(lane =>
    openLane(parts, lane, {
      width: widths[lane]!,
      countLoops: () => takersOf(lane, widths[lane]!),
      childFile,
      warmsUp,
    }),
  );
  const bells = new Map(open.map(({ lane, bell }) => [lane, bell]));
  const wakeAll = () => {
    for (const { bell } of open) bell.ringForAll();
  };

  const membership = joinRegistry(parts, {
    lanes: widths,
    async onHeartbeat() {
      await tryToFollow();
      runs.forgetStops();
      await runs.compare(membership.id, { givesBack: true });
    },
  });
  const shared: LoopParts = {
    parts,
    membership,
    stopping: stopping.signal,
    widths,
    inTurn: createTurns(),
    run: (row, { pool, askers }) =>
      runs.run(row, signal => {
        const isStopping = () => stopping.signal.aborted;
        const about = { parts, pool, askers, remote, scratch, signal, isStopping };
        return inTrace(traceOfTask(row.id, row.trace, parts.spans), () => traceRun(row, () => runTask(about, row)));
      }),
  };
  async function tryToFollow(): Promise<void> {
    try {
      await followSettings(parts, open, { ownWidths, widths });
      startLoops(open, shared);
    } catch (error) {
      log.warn({ err: error }, 'the settings of lanes could not be read');
    }
  }
  const stopListening = listen({ parts, bells, lookAnywayMs, runs, wakeAll, tryToFollow, membership });

  return {
    hurry: () => runs.stopLanes(() => true),
    async stop() {
      stopping.abort();
      wakeAll();
      const cancels = [
        startTimer(stopGraceMs, () => runs.stopLanes(lane => !hasPrograms(lane))),
        startTimer(programGraceMs, () => runs.stopLanes(() => true)),
      ];
      await Promise.all(open.flatMap(({ loops }) => [...loops]));
      for (const cancel of cancels) cancel();
      stopListening();
      for (const one of open) await closeLane(one);
      await membership.leave();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
