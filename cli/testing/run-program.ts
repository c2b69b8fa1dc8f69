// The real program in a process of its own, for tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const programFile = fileURLToPath(new URL('../pixwright.mjs', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly bytes: Buffer;
  readonly err: string;
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Uint8Array | string;
}

export interface RunningProgram {
  readonly process: ChildProcess;
  /** What it has written to standard error so far. */
  readonly said: () => string;
  readonly ended: Promise<Ended>;
}

/** Starts it with an environment of its own, so that no key or server of the machine is used. */
export function startProgram(args: readonly string[], { cwd, env = {}, stdin = '' }: ProgramOptions): RunningProgram {
  const child = spawn(process.execPath, [programFile, ...args], {
    cwd,
    env: { PATH: '/usr/bin:/bin', HOME: cwd, LANG: 'en_US.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  let err = '';
  child.stdout.on('data', chunk => out.push(chunk));
  child.stderr.on('data', chunk => (err += chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const ended = once(child, 'close').then(() => {
    const bytes = Buffer.concat(out);
    return { code: child.exitCode, out: bytes.toString(), bytes, err };
  });
  return { process: child, said: () => err, ended };
}

export const runProgram = (args: readonly string[], options: ProgramOptions): Promise<Ended> =>
  startProgram(args, options).ended;
