// Short work on visitors' files that a request waits for, such as an avatar or reading a header: in children with the same sandbox as
// tasks, a few at a time and with a short deadline.
import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { InputFile, Output } from 'contract/run.ts';
import type { Logger } from 'pino';
import type { Confinement } from './confinement.ts';
import { Pool } from './pool.ts';
import { StartFault, Stopped } from './runner.ts';
import { removeScratch } from './scratch.ts';

/**
 * Requests that may wait at once; further ones are refused with QUEUE_FULL. The last places are for senders with none waiting, so that ten
 * senders together leave room for others.
 */
const mostWaiting = { ofSender: 16, ofAll: 128, ofNewcomers: 512 };
const busyRetrySeconds = 5;
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
  /** The address or account behind it. One sender's files are worked on one at a time, so that slow ones leave a child to others. */
  readonly sender: string;
  /** The address of a module with `runs`, as tools/<name>/run.ts has them. */
  readonly module: string;
  readonly call: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** A function is called when a child is free, so that only work under way has copies of its files on this machine. */
  readonly inputs: Inputs | (() => Promise<Inputs>);
}

export interface LightPool {
  /**
   * Runs it and passes the output to `take` before its files are removed. Throws the run's refusals, DEADLINE, MEMORY_EXCEEDED, or QUEUE_FULL
   * if too much work waits or no process can be started.
   */
  run: <T>(work: LightWork, take: (output: Output) => Promise<T> | T) => Promise<T>;
  close: () => Promise<void>;
}

interface LightPoolOptions {
  readonly log: Logger;
  readonly confinement: Confinement;
  readonly searchPath: string;
  /** `clips`: work that reads a clip from end to end, so it takes longer, writes more, and one is done at a time. */
  readonly for?: 'files' | 'clips';
}

const kinds = {
  files: { width: 2, deadlineMs: 15_000, maxScratchBytes: 64 * megabyte },
  clips: { width: 1, deadlineMs: 60_000, maxScratchBytes: 128 * megabyte },
};

export function openLightPool({ for: kind = 'files', ...parts }: LightPoolOptions): LightPool {
  const { width, deadlineMs, maxScratchBytes } = kinds[kind];
  const pool = new Pool({ ...parts, limits: { ...limits, maxScratchBytes }, width, modules: [] });
  const senders = new Map<string, { waiting: number; last: Promise<unknown> }>();
  let waiting = 0;
  let busy = 0;
  const waitingForChild: (() => void)[] = [];
  let isClosed = false;

  /** A fault of this server must not pass for one of the file: a clip without a known duration costs as much as the longest. */
  function explainFault(error: unknown): never {
    if (!(error instanceof StartFault)) throw error;
    parts.log.error({ err: error }, 'no file can be looked at');
    throw new AppError('QUEUE_FULL', { retryAfterSeconds: startRetrySeconds }, { cause: error });
  }

  async function inTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
    const sender = senders.get(name) ?? { waiting: 0, last: Promise.resolve() };
    const most = sender.waiting === 0 ? mostWaiting.ofAll + mostWaiting.ofNewcomers : mostWaiting.ofAll;
    if (sender.waiting >= mostWaiting.ofSender || waiting >= most)
      throw new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds });
    senders.set(name, sender);
    sender.waiting += 1;
    waiting += 1;
    const result = sender.last.then(act);
    sender.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      waiting -= 1;
      sender.waiting -= 1;
      if (sender.waiting === 0) senders.delete(name);
    }
  }

  async function withChild<T>(act: () => Promise<T>): Promise<T> {
    if (busy < width) busy += 1;
    else await new Promise<void>(resolve => waitingForChild.push(resolve));
    try {
      return await act();
    } finally {
      const next = waitingForChild.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  async function runNow<T>(
    { module, call, options = {}, inputs }: LightWork,
    take: (output: Output) => Promise<T> | T,
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
      const control = { deadlineMs, signal: new AbortController().signal, onProgress: () => undefined };
      return await take(await pool.run(assignment, control).catch(explainFault));
    } finally {
      await removeScratch(home);
    }
  }

  return {
    close: () => {
      isClosed = true;
      return pool.close();
    },
    run: (work, take) => inTurn(work.sender, () => withChild(() => runNow(work, take))),
  };
}
