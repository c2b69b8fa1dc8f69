// Programs in namespaces: started with a log of their own, waited for, killed, and told to stop.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { enterNamespace } from './namespaces.ts';

const lookMs = 100;
const patienceMs = 120_000;

export interface Program {
  readonly name: string;
  /** What it has written. */
  readonly output: () => string;
  /** Waits until this is so. Throws if the program ends before, or takes too long. */
  readonly until: (what: string, isSo: () => Promise<boolean>) => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Tells it to stop and returns the status that it ends with. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

interface Start {
  readonly name: string;
  readonly words: readonly string[];
  readonly log: string;
  readonly cwd?: string;
}

/** Starts a program in the namespace of its name, without any environment but PATH. */
export function startProgram({ name, words, log, cwd = '/' }: Start): Program {
  const [program = '', ...args] = enterNamespace(name, words);
  const file = openSync(log, 'a');
  const env = { PATH: process.env.PATH ?? '' };
  const child: ChildProcess = spawn(program, args, { cwd, env, stdio: ['ignore', file, file] });
  closeSync(file);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const output = () => readFileSync(log, 'utf8');
  return {
    name,
    output,
    async until(what, isSo) {
      const until = performance.now() + patienceMs;
      while (!(await isSo().catch(() => false))) {
        if (hasEnded() || performance.now() > until)
          throw new Error(
            `${name} ${hasEnded() ? 'ended' : 'took too long'} before it ${what}:\n${output().slice(-2000)}`,
          );
        await sleep(lookMs);
      }
    },
    kill: () => end('SIGKILL'),
    async stop(signal = 'SIGTERM') {
      await end(signal);
      return child.exitCode;
    },
  };
}

/** Runs a program in a namespace to its end; whether it succeeded, and what it wrote. */
export async function runProgram(name: string, words: readonly string[], cwd = '/') {
  const [program = '', ...args] = enterNamespace(name, words);
  const child = spawn(program, args, { cwd, env: { PATH: process.env.PATH ?? '' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const [status] = await once(child, 'close');
  return { isGood: status === 0, output };
}
