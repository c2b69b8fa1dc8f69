// A pool of child processes for one lane. Each runs one assignment at a time and is replaced when it has grown old or large;
// a crash, a deadline or a stop ends one child and nothing else.
import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError, isErrorCode } from 'contract/errors.ts';
import type { Output, SilentStep } from 'contract/run.ts';
import type { Stage } from 'contract/stages.ts';
import type { Logger } from 'pino';
import { readResidentBytes } from './memory.ts';
import type { Assignment, FromChild } from './messages.ts';

const ownChildFile = fileURLToPath(new URL('./child.ts', import.meta.url));
const memoryCheckMs = 250;

export interface PoolLimits {
  /** A child that holds more is killed at once. */
  readonly maxBytes: number;
  /** A child that holds more once its assignment is over is replaced. */
  readonly restBytes: number;
  readonly maxAssignments: number;
  readonly maxAgeMs: number;
}

interface PoolOptions {
  readonly log: Logger;
  readonly limits: PoolLimits;
  /** How many children work side by side; further runs wait for one of them. */
  readonly width: number;
  /** Loaded ahead by every child. */
  readonly tools: readonly string[];
  /** PATH of the children, for the programs they start. */
  readonly searchPath: string;
  /** Another program that speaks messages.ts; tests hand in one that misbehaves. */
  readonly childFile?: string;
}

export interface RunControl {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** A child has taken it: called once, with how long the run had to wait for that. */
  readonly onBegin?: (waitedMs: number) => void;
  readonly onProgress: (percent: number, stage: Stage, silent?: SilentStep) => void;
}

/** The work was stopped from outside: cancelled, or this server is going down. */
export class Stopped extends Error {}

/** The child ended without an answer, or answered with an error nobody expected. */
export class RunFault extends Error {}

interface Child {
  readonly process: ChildProcess;
  readonly bornAt: number;
  readonly ready: Promise<void>;
  assignments: number;
}

export class Pool {
  #log: Logger;
  #limits: PoolLimits;
  #tools: readonly string[];
  #childFile: string;
  #searchPath: string;
  #width: number;
  #busy = 0;
  #waiting: (() => void)[] = [];
  #idle: Child[] = [];
  #all = new Set<Child>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#log = options.log;
    this.#limits = options.limits;
    this.#width = options.width;
    this.#tools = options.tools;
    this.#searchPath = options.searchPath;
    this.#childFile = options.childFile ?? ownChildFile;
  }

  /** Starts children ahead of the first assignments. */
  warmUp(count: number): void {
    while (this.#idle.length < count && !this.#isClosed) this.#idle.push(this.#spawn());
  }

  /** Runs one assignment. Throws AppError for a refusal, RunFault for a fault, Stopped when `signal` was raised. */
  async run(assignment: Assignment, control: RunControl): Promise<Output> {
    const waitingSince = performance.now();
    await this.#waitForTurn(control.signal);
    const child = this.#idle.pop() ?? this.#spawn();
    try {
      control.onBegin?.(performance.now() - waitingSince);
      return await this.#assign(child, assignment, control);
    } finally {
      this.#putBack(child);
      this.#busy--;
      this.#waiting.shift()?.();
    }
  }

  /** Resolves when fewer runs are busy than the pool is wide. Throws Stopped when `signal` is raised before that. */
  async #waitForTurn(signal: AbortSignal): Promise<void> {
    while (this.#busy >= this.#width) {
      await new Promise<void>(resolve => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          this.#waiting = this.#waiting.filter(other => other !== wake);
          resolve();
        };
        this.#waiting.push(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
      if (signal.aborted) {
        // A turn that was meant for this run goes to the next.
        this.#waiting.shift()?.();
        throw new Stopped('stopped before it began');
      }
    }
    this.#busy++;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = [...this.#all].map(child => new Promise(resolve => child.process.once('exit', resolve)));
    for (const child of this.#all) this.#kill(child);
    await Promise.all(ends);
  }

  #spawn(): Child {
    const forked = fork(this.#childFile, [], {
      // No secret of the server reaches a process that decodes strangers' files.
      env: { PATH: this.#searchPath, LANG: 'C.UTF-8', TMPDIR: tmpdir(), MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=1024', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A group of its own: killing it takes along whatever it started.
      detached: true,
    });
    const ready = new Promise<void>((resolve, reject) => {
      forked.once('message', () => resolve());
      forked.once('exit', code => reject(new RunFault(`a child ended with ${code} before it was ready`)));
      forked.once('error', reject);
    });
    ready.catch(() => undefined); // Told to whoever waits for it; a spare child that dies is simply not there.
    const child: Child = { process: forked, bornAt: Date.now(), ready, assignments: 0 };
    this.#all.add(child);
    const forget = () => {
      this.#all.delete(child);
      this.#idle = this.#idle.filter(other => other !== child);
    };
    forked.once('exit', forget);
    // Unheard, an error would end this whole server. A child that was never started has no exit either.
    forked.on('error', error => {
      this.#log.warn({ err: error }, 'a child cannot be reached');
      if (forked.pid === undefined) forget();
    });
    forked.send({ kind: 'warm-up', tools: this.#tools });
    return child;
  }

  async #assign(child: Child, assignment: Assignment, control: RunControl): Promise<Output> {
    await child.ready;
    if (control.signal.aborted) throw new Stopped('stopped before it began');
    child.assignments++;
    return new Promise<Output>((resolve, reject) => {
      const end = (error: Error) => {
        reject(error);
        this.#kill(child);
      };
      const stop = () => end(new Stopped('stopped'));
      const deadline = setTimeout(() => end(new AppError('DEADLINE')), control.deadlineMs);
      const memory = setInterval(() => {
        const bytes = readResidentBytes(child.process.pid);
        if (bytes > this.#limits.maxBytes) end(new AppError('MEMORY_EXCEEDED'));
      }, memoryCheckMs);
      const listen = (message: FromChild) => {
        if (message.kind === 'progress') control.onProgress(message.percent, message.stage, message.silent);
        else if (message.kind === 'done') resolve(message.output);
        else if (message.kind === 'refused') reject(this.#readRefusal(message));
        else if (message.kind === 'fault') reject(new RunFault(message.message, { cause: message.stack }));
        if (message.kind !== 'progress') settle();
      };
      const exited = (code: number | null, signal: string | null) => {
        settle();
        reject(new RunFault(`a child ended with ${signal ?? code} while it worked`));
      };
      const settle = () => {
        clearTimeout(deadline);
        clearInterval(memory);
        control.signal.removeEventListener('abort', stop);
        child.process.off('message', listen);
        child.process.off('exit', exited);
      };
      control.signal.addEventListener('abort', stop, { once: true });
      child.process.on('message', listen);
      child.process.once('exit', exited);
      child.process.send(assignment);
    });
  }

  #readRefusal(message: Extract<FromChild, { kind: 'refused' }>): Error {
    if (isErrorCode(message.code)) return new AppError(message.code, message.details);
    return new RunFault(`a child refused with the unknown code ${message.code}`);
  }

  #putBack(child: Child): void {
    if (!this.#all.has(child) || child.process.killed || this.#isClosed) return;
    const isWorn =
      child.assignments >= this.#limits.maxAssignments ||
      Date.now() - child.bornAt > this.#limits.maxAgeMs ||
      readResidentBytes(child.process.pid) > this.#limits.restBytes;
    if (!isWorn) return void this.#idle.push(child);
    this.#kill(child);
    this.#idle.push(this.#spawn());
  }

  #kill(child: Child): void {
    this.#all.delete(child);
    const { pid } = child.process;
    if (pid === undefined || child.process.exitCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      this.#log.debug({ err: error }, 'a child had ended before it was killed');
    }
  }
}
