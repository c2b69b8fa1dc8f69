// A process that is killed without warning and started again: it keeps its name, its port and its folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, here, placeCommand, type Spot } from './spot.ts';

interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly account?: Account | undefined;
  /** Where it runs; on this machine's own network by default. */
  readonly spot?: Spot;
  /** A file that collects what it writes. */
  readonly log: string;
  readonly isUp: () => Promise<boolean>;
}

const lookMs = 50;
const patienceMs = 90_000;
/** A start that fails, for instance because its database is away, is tried again as a service manager does. */
const restartMs = 500;

export class Killable {
  readonly name: string;
  #program: Program;
  #process: ChildProcess | undefined;
  #isWanted = false;
  /** Starts that ended by themselves. */
  ownEnds = 0;

  constructor(program: Program) {
    this.name = program.name;
    this.#program = program;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Its next start is that of another program, in the same place. */
  become(command: readonly string[]): void {
    this.#program = { ...this.#program, command };
  }

  /** Starts it, again and again if it ends by itself, as a service manager does. */
  start(): void {
    this.#isWanted = true;
    const { command, environment, log, spot = here } = this.#program;
    const { program, args, account } = placeCommand(spot, command, this.#program.account);
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => appendFileSync(log, chunk));
    this.#process = child;
    child.once('exit', async () => {
      if (!this.#isWanted || this.#process !== child) return;
      this.ownEnds += 1;
      await sleep(restartMs);
      if (this.#isWanted && this.#process === child) this.start();
    });
  }

  async untilUp(): Promise<void> {
    const until = performance.now() + patienceMs;
    while (!(await this.#program.isUp().catch(() => false))) {
      if (performance.now() > until) throw new Error(`${this.name} did not start; see ${this.#program.log}`);
      await sleep(lookMs);
    }
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it in order and returns its status. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return this.#end(signal);
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    this.#isWanted = false;
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }
}
