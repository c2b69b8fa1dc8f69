// The children of a server that was killed, which could go on forever: an engine in an endless loop never sees its connection close.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isGone, listDescendants } from '../../testing/processes.ts';

const file = fileURLToPath(new URL('../../testing/lone-worker.ts', import.meta.url));

/** A process with two children in endless loops, one of them with a program below it, and the pids of all below it. */
async function startWorker() {
  const worker = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(worker.stdout, 'data');
  const below = listDescendants(worker.pid!);
  onTestFinished(() => {
    worker.kill('SIGKILL');
    for (const pid of below) if (!isGone(pid)) process.kill(pid, 'SIGKILL');
    rmSync(String(line).trim(), { recursive: true, force: true });
  });
  return { worker, below };
}

test.runIf(process.platform === 'linux')(
  'children in endless loops and their programs, in any session, end with a server that is killed; those of another server go on',
  async () => {
    const [killed, other] = [await startWorker(), await startWorker()];
    expect(killed.below.length).toBeGreaterThanOrEqual(process.getuid?.() === 0 ? 4 : 3);
    killed.worker.kill('SIGKILL');
    await once(killed.worker, 'exit');
    while (!killed.below.every(isGone)) await sleep(10);
    expect(other.below.filter(isGone)).toEqual([]);
  },
);
