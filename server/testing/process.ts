// The real program in a process of its own, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const mainFile = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface RunningServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** What it wrote to standard output and error. */
  readonly output: () => string;
  readonly kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
  /** Its children that run tools. */
  readonly toolProcesses: () => number[];
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** What every program that a test starts inherits from the test run. */
export const inherited = { PATH: '/usr/bin:/bin', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/**
 * The program with these settings, just begun. `exit` resolves to its status. It starts nine children before it has a task, each half a second of CPU:
 * LANES leaves only those that a test needs.
 */
export function spawnServer(environment: Record<string, string>) {
  const child = spawn(process.execPath, [mainFile], {
    env: { ...inherited, HOST: '127.0.0.1', LOG_LEVEL: 'warn', MEMBERSHIP: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const exit = once(child, 'exit').then(() => child.exitCode);
  return { process: child, output: () => output, exit };
}

/** Starts the server with these settings, on a port that it chooses, and waits until it answers. */
export async function startProcess(environment: Record<string, string>): Promise<RunningServer> {
  const { process: child, output, exit } = spawnServer({ PORT: '0', ...environment });
  const findUrl = () => {
    const port = /is ready: http:\/\/localhost:(\d+)/.exec(output())?.[1];
    return port && `http://127.0.0.1:${port}`;
  };
  const isUp = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    return fetch(`${findUrl()}/readyz`).then(
      reply => reply.ok,
      () => false,
    );
  };
  while (!(await isUp())) await new Promise(resolve => setTimeout(resolve, 50));
  return {
    url: findUrl()!,
    process: child,
    output,
    kill: async signal => {
      child.kill(signal);
      await exit;
      return child.exitCode;
    },
    toolProcesses: () => findToolProcesses(child.pid ?? 0),
  };
}

/** Processes below `parent` that run work/child.ts, from /proc. */
function findToolProcesses(parent: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent);
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('work/child.ts');
      } catch {
        return false; // It ended between the listing and the look.
      }
    });
}
