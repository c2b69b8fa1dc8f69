// Reads from the kernel how much processor time a run used, and how long it waited for a processor that others had (Linux).
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { listRun } from './memory.ts';

/** What a run did between two looks. */
export interface CpuShare {
  readonly usedMs: number;
  /** The part of the time it wanted a processor in which it had one: 1 on an idle machine, and for a run that sleeps. */
  readonly share: number;
}

interface ThreadTimes {
  readonly usedMs: number;
  readonly waitedMs: number;
}

/** The scheduler's two sums of one thread: nanoseconds on a processor, and ready to run without one. */
function readThread(pid: number, thread: string): ThreadTimes | undefined {
  try {
    const [used = '0', waited = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return { usedMs: Number(used) / 1e6, waitedMs: Number(waited) / 1e6 };
  } catch {
    return undefined; // The thread has ended, or the kernel does not tell.
  }
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // It has ended, or this is not Linux.
  }
}

/** For systems that do not tell: the part of a processor that each of the programs that want one gets. */
const shareByLoad = (): number => Math.min(1, availableParallelism() / Math.max(1, loadavg()[0] ?? 1));

/** A run that used and waited for less than this in a look was asleep. */
const minWantedMs = 1;

/**
 * Watches a process, its descendants and the other processes of its account. Each call of the returned function tells what they did since
 * the last one.
 */
export function watchCpu(pid: number | undefined, uid: number | undefined): () => CpuShare {
  let known = new Map<string, ThreadTimes>();
  const read = () => {
    const found = new Map<string, ThreadTimes>();
    for (const process of pid === undefined ? [] : listRun(pid, uid))
      for (const thread of listThreads(process)) {
        const times = readThread(process, thread);
        if (times) found.set(thread, times);
      }
    return found;
  };
  known = read();
  return () => {
    const now = read();
    if (now.size === 0) return { usedMs: 0, share: shareByLoad() };
    let usedMs = 0;
    let waitedMs = 0;
    for (const [thread, times] of now) {
      const before = known.get(thread);
      usedMs += Math.max(0, times.usedMs - (before?.usedMs ?? 0));
      waitedMs += Math.max(0, times.waitedMs - (before?.waitedMs ?? 0));
    }
    known = now;
    const wantedMs = usedMs + waitedMs;
    return { usedMs, share: wantedMs < minWantedMs ? 1 : usedMs / wantedMs };
  };
}
