// A pool of child processes for one lane. Each runs one assignment at a time and is replaced when it is old or large; a crash, a deadline
// or a stop ends one child and nothing else.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, isErrorCode } from 'contract/errors.ts';
import type { Output } from 'contract/run.ts';
import type { Logger } from 'pino';
import { currentTrace, inSpan, inTrace, keepTrace, type Trace } from '../adapters/trace.ts';
import { listProcessesOf } from './account-processes.ts';
import { answerChild } from './answer-child.ts';
import type { AskedServers } from './ask-server.ts';
import { lifelineFd, optionsOfChild } from './child-options.ts';
import { nodeOfChildren, ownChildFile } from './compile-cache.ts';
import type { Confinement } from './confinement.ts';
import { watchCpu } from './cpu-time.ts';
import { watchDisk } from './disk-watch.ts';
import { Farewells } from './farewells.ts';
import type { PoolLimits } from './lane-limits.ts';
import { isMemoryRefusal, readResidentBytes, watchMemory } from './memory.ts';
import { type Assignment, endOfWords, type FromChild, readMessages, sendMessage, usualNiceness } from './messages.ts';
import { startDeadline } from './run-deadline.ts';
import { type RunControl, RunFault, type Runner, StartFault, Stopped } from './runner.ts';
import { type Account, handOver, takeBack } from './scratch.ts';
import { UnfinishedPictures } from './unfinished-pictures.ts';

/** Loading the tools of a lane takes a second or two; this is a child that hangs. */
const maxLoadingMs = 120_000;
/** The part of a child's standard error that is kept, to explain why it ended. */
const lastWordsBytes = 4096;
const lastWordsMs = 500;

interface PoolOptions {
  readonly log: Logger;
  readonly confinement: Confinement;
  readonly limits: PoolLimits;
  /** How many children work at once; further runs wait for one of them. */
  readonly width: number;
  /** Absent: the usual. */
  readonly niceness?: number;
  /** Modules that every child loads ahead. */
  readonly modules: readonly string[];
  /** Model servers that children may query; absent: none. */
  readonly servers?: AskedServers;
  /** PATH of the children, for the programs they start. */
  readonly searchPath: string;
  /** Another program that speaks messages.ts; tests pass one that misbehaves. */
  readonly childFile?: string;
}

interface Child {
  readonly process: ChildProcess;
  readonly pipe: Duplex;
  readonly account: Account | undefined;
  readonly ownUid: number | undefined;
  readonly bornAt: number;
  readonly ready: Promise<void>;
  assignments: number;
  /** Receives the child's messages. */
  hear: (message: FromChild) => void;
  /** Called when it holds too much memory, even between assignments: a compromised child could wait for those. */
  exceed: () => void;
  /** Of its last assignment. */
  trace: Trace | undefined;
  /** The end of its standard error. */
  lastWords: string;
  /** Called when all is read that a run wrote there. */
  endWords: () => void;
  idleTimer: NodeJS.Timeout | undefined;
}

export class Pool implements Runner {
  #options: PoolOptions;
  #log: Logger;
  #limits: PoolLimits;
  #width: number;
  #busy = 0;
  #waiting: (() => void)[] = [];
  #idle: Child[] = [];
  #all = new Set<Child>();
  #isClosed = false;
  #farewells: Farewells;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#limits = options.limits;
    this.#width = options.width;
    this.#farewells = new Farewells(options.log);
  }

  /** How many children there are, at work or not. */
  get size(): number {
    return this.#all.size;
  }

  /** Changes how many children work at once. Those that are too many end after their run. */
  resize(width: number): void {
    const added = width - this.#width;
    this.#width = width;
    for (let place = 0; place < added; place++) this.#waiting.shift()?.();
    while (this.#all.size > width && this.#idle.length > 0) this.#kill(this.#idle[0]!);
  }

  /** Starts children ahead of the first assignments. */
  warmUp(count: number): void {
    while (this.#idle.length < count && !this.#isClosed) if (!this.#addSpare()) return;
  }

  /** Starts a child that waits for an assignment. Without one, the next assignment starts its own; returns whether it was started. */
  #addSpare(): boolean {
    try {
      this.#rest(inTrace(undefined, () => this.#spawn()));
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'a spare child could not be started');
      return false;
    }
  }

  async run(assignment: Assignment, control: RunControl): Promise<Output> {
    const waitingSince = performance.now();
    await this.#waitForTurn(control.signal);
    let child: Child | undefined;
    try {
      // Its events must not belong to the first of its assignments.
      child = this.#idle.pop() ?? inTrace(undefined, () => this.#spawn());
      clearTimeout(child.idleTimer);
      control.onBegin?.(performance.now() - waitingSince);
      await this.#untilReady(child, control.signal);
      const handed = await handOver(assignment, child.account);
      const attributes = { pid: child.process.pid, module: assignment.module, call: assignment.call };
      const output = await inSpan('work in a child', { attributes }, () => this.#assign(child!, handed, control));
      await takeBack(handed, output, child.account);
      return output;
    } finally {
      if (child) this.#putBack(child);
      this.#busy--;
      this.#waiting.shift()?.();
    }
  }

  /** Resolves when fewer runs are busy than the pool is wide. Throws Stopped when `signal` aborts before that. */
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

  /** Waits for a child that is loading. A child whose run was stopped meanwhile, or that takes far too long, is killed: its place is free again. */
  async #untilReady(child: Child, signal: AbortSignal): Promise<void> {
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new Stopped('stopped before it began'));
    const loading = startDeadline({
      deadlineMs: maxLoadingMs,
      readCpu: watchCpu(child.process.pid, child.ownUid),
      onOver: () => reject(new RunFault('a child did not get ready')),
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      await Promise.race([child.ready, givenUp]);
    } catch (error) {
      this.#kill(child);
      throw error instanceof Stopped
        ? error
        : new StartFault(`no child: ${(error as Error).message}`, { cause: error });
    } finally {
      loading.end();
      signal.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = [...this.#all].map(child => new Promise(resolve => child.process.once('exit', resolve)));
    for (const child of this.#all) this.#kill(child);
    await Promise.all(ends);
    await this.#farewells.settle();
  }

  /** Throws StartFault if the system has no process, memory or file left for it. */
  #spawn(): Child {
    const { confinement, searchPath, childFile = ownChildFile, modules, niceness = usualNiceness } = this.#options;
    const cell = confinement.enclose([...nodeOfChildren, childFile], this.#limits.maxBytes, lifelineFd);
    const spawned = this.#start(cell, optionsOfChild(searchPath, cell.environment));
    const pipe = spawned.stdio[3] as Duplex;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const child: Child = {
      process: spawned,
      pipe,
      account: cell.account,
      ownUid: cell.ownUid,
      bornAt: performance.now(),
      ready,
      assignments: 0,
      hear: message => (message.kind === 'ready' ? resolve() : undefined),
      exceed: () => this.#kill(child),
      trace: undefined,
      lastWords: '',
      endWords: () => undefined,
      idleTimer: undefined,
    };
    const unwatch = watchMemory(spawned.pid, cell.ownUid, this.#limits.maxBytes, () => child.exceed());
    ready.catch(() => undefined); // The run that waits for this child receives the error; a spare child that dies is dropped.
    this.#all.add(child);
    const forget = () => {
      this.#all.delete(child);
      this.#idle = this.#idle.filter(other => other !== child);
      clearTimeout(child.idleTimer);
      unwatch();
    };
    spawned.once('exit', (code, signal) => {
      forget();
      // Programs that it started would go on without it.
      this.#killGroup(spawned.pid);
      reject(new RunFault(`a child ended with ${signal ?? code} before it was ready: ${child.lastWords}`));
    });
    // An unhandled error event would end the whole server. A child that could not be started has no exit event either.
    spawned.on('error', error => {
      this.#log.warn({ err: error }, 'a child cannot be reached');
      reject(error);
      if (spawned.pid !== undefined) return;
      cell.release();
      forget();
    });
    this.#listen(child, spawned.stderr!);
    sendMessage(pipe, { kind: 'warm-up', modules, niceness });
    return child;
  }

  #start(cell: ReturnType<Confinement['enclose']>, options: SpawnOptions): ChildProcess {
    try {
      const spawned = spawn(cell.program, cell.args, options);
      spawned.once('exit', cell.release);
      // Without a free file there are no pipes, and an error event follows.
      if ((spawned.stdio as unknown) === undefined) {
        spawned.on('error', error => this.#log.warn({ err: error }, 'a child cannot be started'));
        throw new Error('no file is left for the pipes of a child');
      }
      return spawned;
    } catch (cause) {
      cell.release();
      throw new StartFault(`no child: ${(cause as Error).message}`, { cause });
    }
  }

  #listen(child: Child, complaints: Readable): void {
    complaints.on('data', (chunk: Buffer) => {
      const said = chunk.toString('utf8', 0, lastWordsBytes).replaceAll(endOfWords, '');
      child.lastWords = (child.lastWords + said).slice(-lastWordsBytes);
      if (said) inTrace(child.trace, () => this.#log.debug({ pid: child.process.pid, said }, 'a child complains'));
      if (chunk.includes(endOfWords)) child.endWords();
    });
    // A broken pipe means that the child has ended, and its exit event reports that.
    const lifeline = child.process.stdio[lifelineFd]!;
    for (const stream of [complaints, child.pipe, lifeline])
      stream.on('error', error => this.#log.debug({ err: error }));
    const fail = (error: Error) => {
      inTrace(child.trace, () => this.#log.warn({ err: error }, 'a child is killed for what it said'));
      this.#kill(child);
    };
    readMessages(child.pipe, message => child.hear(message), fail);
  }

  #assign(child: Child, assignment: Assignment, control: RunControl): Promise<Output> {
    child.assignments++;
    child.trace = currentTrace();
    child.lastWords = '';
    const { promise: wordsEnded, resolve: endWords } = Promise.withResolvers<void>();
    child.endWords = endWords;
    this.#log.debug({ pid: child.process.pid, module: assignment.module, call: assignment.call }, 'a child works');
    return new Promise<Output>((resolve, reject) => {
      const asking = new AbortController();
      // Faults are retried, except for a run that has requested pictures elsewhere: a second request would cost the operator again.
      let hasDrawn = false;
      const unfinished = new UnfinishedPictures(child.pipe);
      const unrepeated = (error: Error) =>
        hasDrawn && error instanceof RunFault ? new AppError('DRAW_FAILED', null, { cause: error }) : error;
      const settle = () => {
        asking.abort();
        deadline.end();
        unwatch();
        child.exceed = () => this.#kill(child);
        control.signal.removeEventListener('abort', stop);
        child.process.off('exit', exited);
        child.hear = () => undefined;
      };
      const end = (error: Error) => {
        settle();
        this.#kill(child);
        reject(unrepeated(error));
      };
      const stop = () => end(new Stopped('stopped'));
      const exited = async (code: number | null, signal: string | null) => {
        // Its last output may still be on its way; a process it started may hold the pipe open forever.
        await Promise.race([once(child.process.stderr!, 'close'), sleep(lastWordsMs)]);
        end(this.#readEnd(child, code, signal));
      };
      const deadline = startDeadline({
        deadlineMs: control.deadlineMs,
        readCpu: watchCpu(child.process.pid, child.ownUid),
        onOver: () => end(new AppError('DEADLINE')),
      });
      child.exceed = () => end(new AppError('MEMORY_EXCEEDED'));
      const unwatch = watchDisk(assignment.home, this.#limits.maxScratchBytes, () =>
        end(new AppError('RESULT_TOO_LARGE')),
      );
      child.hear = keepTrace(message => {
        if (message.kind === 'progress') {
          deadline.hear(message.percent);
          return control.onProgress(message.percent, message.stage, message.silent);
        }
        if (message.kind === 'segments') return control.onSegments?.(message.segments);
        if (message.kind === 'preview') {
          const picture = unfinished.hear(message);
          return void (picture && control.onPreview?.(picture));
        }
        if (message.kind === 'ask') {
          hasDrawn ||= message.question.server === 'draw';
          const { account, pipe } = child;
          const asker = { folder: assignment.folder, account, signal: asking.signal, farewells: this.#farewells };
          const by = { pipe, servers: this.#options.servers, asker, unfinished, log: this.#log };
          return void answerChild(message, by).catch((error: Error) => end(error));
        }
        settle();
        const finish = () => {
          if (message.kind === 'done') resolve(message.output);
          else if (message.kind === 'refused') reject(this.#readRefusal(child, message));
          else if (message.kind === 'fault')
            reject(unrepeated(new RunFault(message.message, { cause: message.stack })));
        };
        // What is still to be read belongs to this run, and not to the next. A compromised child need not end it.
        void Promise.race([wordsEnded, sleep(lastWordsMs, undefined, { ref: false })]).then(finish);
      });
      control.signal.addEventListener('abort', stop, { once: true });
      child.process.once('exit', exited);
      // Events that were emitted while the files were handed over are not emitted again.
      const { exitCode, signalCode } = child.process;
      if (control.signal.aborted) stop();
      else if (exitCode !== null || signalCode !== null) exited(exitCode, signalCode);
      else sendMessage(child.pipe, assignment);
    });
  }

  #readRefusal(child: Child, message: Extract<FromChild, { kind: 'refused' }>): Error {
    if (!isErrorCode(message.code)) return new RunFault(`a child refused with the unknown code ${message.code}`);
    // The run gave up while a library still works.
    if (message.code === 'DEADLINE') this.#kill(child);
    return new AppError(message.code, message.details);
  }

  /** Why a child ended while it worked. Where the system itself limits memory, an allocation fails and the child reports that. */
  #readEnd(child: Child, code: number | null, signal: string | null): Error {
    if (isMemoryRefusal(child.lastWords)) return new AppError('MEMORY_EXCEEDED');
    return new RunFault(`a child ended with ${signal ?? code} while it worked`, { cause: child.lastWords });
  }

  #rest(child: Child): void {
    this.#idle.push(child);
    const { maxIdleMs } = this.#limits;
    if (maxIdleMs === undefined) return;
    child.idleTimer = setTimeout(() => this.#kill(child), maxIdleMs);
  }

  #putBack(child: Child): void {
    if (!this.#all.has(child) || child.process.killed || this.#isClosed) return;
    if (this.#all.size > this.#width) {
      this.#kill(child);
      return;
    }
    const isWorn =
      child.assignments >= this.#limits.maxAssignments ||
      performance.now() - child.bornAt > this.#limits.maxAgeMs ||
      readResidentBytes(child.process.pid) > this.#limits.restBytes ||
      this.#leftProcesses(child);
    if (isWorn) {
      this.#kill(child);
      this.#addSpare();
    } else this.#rest(child);
  }

  /** Whether an assignment left processes behind: they would go on beside the next one. */
  #leftProcesses({ ownUid, process: { pid } }: Child): boolean {
    return ownUid !== undefined && listProcessesOf(ownUid, true).some(other => other !== pid);
  }

  #kill(child: Child): void {
    this.#all.delete(child);
    this.#idle = this.#idle.filter(other => other !== child);
    if (child.process.exitCode === null) this.#killGroup(child.process.pid);
  }

  #killGroup(pid: number | undefined): void {
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      this.#log.debug({ err: error }, 'nothing is left of a process group');
    }
  }
}
