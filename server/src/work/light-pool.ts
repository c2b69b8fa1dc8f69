// Short work on visitors' files that a request waits for, such as an avatar or reading a header: in children with the same sandbox as
// tasks, a few at a time and with a short deadline.

import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { Output } from 'contract/run.ts';
import type { Logger } from 'pino';
import type { LightPool, LightWork } from '../parts.ts';
import type { Confinement } from './confinement.ts';
import { LightTurns } from './light-turns.ts';
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
