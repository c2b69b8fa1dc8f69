// Short work on visitors' files that a request waits for, such as an avatar or reading a header: in children with the same sandbox as
// tasks, a few at a time and with a short deadline.
import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { InputFile, Output } from 'contract/run.ts';
import type { Logger } from 'pino';
import type { Confinement } from './confinement.ts';
import { type LightSender, LightTurns } from './light-turns.ts';
import { Pool } from './pool.ts';
import { RunFault, StartFault, Stopped } from './runner.ts';
import { removeScratch } from './scratch.ts';

/** Pause before another start on a machine that is out of processes or memory. */
const startRetrySeconds = 15;
const megabyte = 1024 * 1024;
const limits = {
  maxBytes: 1024 * megabyte,
  restBytes: 300 * megabyte,
  maxAssignments: 200,
  maxAgeMs: 3_600_000,
  // An API server without a worker needs its memory for requests.
  maxIdleMs: 60_000,
};

type Inputs = Readonly<Record<string, InputFile>>;

interface LightWork {
  /** Whom it is for. One sender's files are worked on one at a time, so that slow ones leave a child to others. */
  readonly sender: LightSender;
  /** The address of a module with `runs`, as tools/<name>/run.ts has them. */
  readonly module: string;
  readonly call: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** A function is called when a child is free, so that only work under way has copies of its files on this machine. */
  readonly inputs: Inputs | (() => Promise<Inputs>);
}

export interface LightPool {
  /**
   * Runs it and passes the output to `take` before its files are removed. Throws the run's refusals, DEADLINE, MEMORY_EXCEEDED, UNEXPECTED when a
   * child dies of it, or QUEUE_FULL if too much work waits or no process can be started. Once `signal` aborts, work that waits is dropped, the child
   * of work under way is killed, and the signal's reason is thrown.
   */
  run: <T>(work: LightWork, take: (output: Output) => Promise<T> | T, signal?: AbortSignal) => Promise<T>;
  /** Starts a child if there is none: work is about to come, and loading a child takes longer than most of it. */
  warmUp: () => void;
  close: () => Promise<void>;
}

interface LightPoolOptions {
  readonly log: Logger;
  readonly confinement: Confinement;
  readonly searchPath: string;
  /** `clips`: work that reads a clip from end to end, so it takes longer, writes more, and fewer are done at a time. */
  readonly for?: 'files' | 'clips';
  /** Modules that every child loads ahead. */
  readonly modules?: readonly string[];
  /** Tests wait less. */
  readonly sliceMs?: number;
}

const kinds = {
  files: { quickWidth: 2, slowWidth: 1, sliceMs: 2000, deadlineMs: 15_000, maxScratchBytes: 64 * megabyte },
  clips: { quickWidth: 1, slowWidth: 1, sliceMs: 3000, deadlineMs: 60_000, maxScratchBytes: 128 * megabyte },
};

export function openLightPool({ for: kind = 'files', modules = [], ...parts }: LightPoolOptions): LightPool {
  const { deadlineMs, maxScratchBytes, ...turnOptions } = kinds[kind];
  const width = turnOptions.quickWidth + turnOptions.slowWidth;
  const pool = new Pool({ ...parts, limits: { ...limits, maxScratchBytes }, width, modules });
  const turns = new LightTurns({ ...turnOptions, ...(parts.sliceMs !== undefined && { sliceMs: parts.sliceMs }) });
  let isClosed = false;

  /** A fault of this server must not pass for one of the file: a clip without a known duration costs as much as the longest. */
  function explainFault(error: unknown): never {
    if (error instanceof StartFault) {
      parts.log.error({ err: error }, 'no file can be looked at');
      throw new AppError('QUEUE_FULL', { retryAfterSeconds: startRetrySeconds }, { cause: error });
    }
    if (isClosed) throw new Stopped('the server is stopping');
    if (!(error instanceof RunFault)) throw error;
    parts.log.error({ err: error }, 'a child did not survive a file');
    throw new AppError('UNEXPECTED', null, { cause: error });
  }

  async function runNow<T>(
    { module, call, options = {}, inputs }: LightWork,
    take: (output: Output) => Promise<T> | T,
    signal: AbortSignal,
  ): Promise<T> {
    // A child started now would outlive the pool.
    const requireOpen = () => {
      if (isClosed) throw new Stopped('the server is stopping');
    };
    requireOpen();
    const home = await mkdtemp(path.join(parts.confinement.scratch, 'light-'));
    try {
      const folder = path.join(home, 'out');
      await mkdir(folder);
      const opened = typeof inputs === 'function' ? await inputs() : inputs;
      requireOpen();
      signal.throwIfAborted();
      const assignment = {
        kind: 'run',
        module,
        call,
        options,
        inputs: opened,
        lists: {},
        models: {},
        home,
        folder,
      } as const;
      const control = { deadlineMs, signal, onProgress: () => undefined };
      return await take(await pool.run(assignment, control).catch(explainFault));
    } finally {
      await removeScratch(home);
    }
  }

  return {
    warmUp: () => {
      if (!isClosed && pool.size === 0) pool.warmUp(1);
    },
    close: () => {
      isClosed = true;
      return pool.close();
    },
    run: (work, take, signal) => turns.run(work.sender, own => runNow(work, take, own), signal),
  };
}
