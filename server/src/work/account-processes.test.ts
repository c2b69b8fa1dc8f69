// Which processes count as those of an account.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isGone, listDescendants } from '../../testing/processes.ts';
import { listProcessesOf } from './account-processes.ts';

/** No test's children have it. */
const uid = 61_999;
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

const uidOf = (pid: number) => {
  try {
    return Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
};

/** Starts a process of the account below another that never asks for its status; returns its id. */
async function startUnder(program: string): Promise<number> {
  const parent = spawn('sh', [
    '-c',
    `setpriv --reuid=${uid} --regid=${uid} --clear-groups ${program} & exec sleep 600`,
  ]);
  onTestFinished(() => {
    for (const pid of [...listDescendants(parent.pid!), parent.pid!]) process.kill(pid, 'SIGKILL');
  });
  for (;;) {
    const pid = listDescendants(parent.pid!).find(below => uidOf(below) === uid);
    if (pid !== undefined) return pid;
    await sleep(10);
  }
}

test.runIf(isRoot)('a process that has ended and waits for its parent is none of an account', async () => {
  const [running, ending] = [await startUnder('sleep 600'), await startUnder('sleep 600')];
  // Seen while it was running, as each look keeps what earlier ones read.
  expect(listProcessesOf(uid, true).sort()).toEqual([running, ending].sort());
  process.kill(ending, 'SIGKILL');
  while (!isGone(ending)) await sleep(10);
  expect(uidOf(ending)).toBe(uid);
  expect(listProcessesOf(uid, true)).toEqual([running]);
});
