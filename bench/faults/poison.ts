// A poisoned task: a conversion whose child dies each time it has begun. The bench kills the child as soon as a program of this task runs.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const lookMs = 100;

function read(pid: number): { parent: number; command: string } | undefined {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { parent: Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]), command };
  } catch {
    return undefined; // It ended between the listing and the look.
  }
}

/** The child of a worker in which this task runs. */
function findChild(taskId: string): number | undefined {
  for (const name of readdirSync('/proc')) {
    let pid = Number(name);
    let seen = Number.isInteger(pid) ? read(pid) : undefined;
    if (!seen?.command.includes(taskId)) continue;
    for (; seen; pid = seen.parent, seen = read(pid)) if (seen.command.includes('work/child.ts')) return pid;
  }
  return undefined;
}

/** Kills the child of this task whenever it runs, until told to stop. Returns how often it did. */
export function startPoison(taskId: string): () => Promise<number> {
  let isStopping = false;
  // One that is killed may still be listed at the next look.
  const killed = new Set<number>();
  const watching = (async () => {
    while (!isStopping) {
      const child = findChild(taskId);
      if (child !== undefined) {
        process.kill(child, 'SIGKILL');
        killed.add(child);
      }
      await sleep(lookMs);
    }
  })();
  return async () => {
    isStopping = true;
    await watching;
    return killed.size;
  };
}
