// Reads from the kernel how much memory a process holds.
import { readdirSync, readFileSync } from 'node:fs';
import { listProcessesOf } from './account-processes.ts';

const pageBytes = 4096;
/** An upper bound on how fast one process fills memory: some 4 GB a second. */
const fillBytesPerMs = 4 * 1024 * 1024;
const shortestPauseMs = 10;
const longestPauseMs = 250;

/** Whether a process says that the system refused it memory, in the words of V8, Node, C++, Rust or libvips. */
export const isMemoryRefusal = (words: string): boolean =>
  /out of memory|bad_alloc|(cannot|failed to) allocate|allocation (of \d+ bytes )?failed/i.test(words);

/** Resident bytes, or 0 where the kernel does not tell (not Linux, or the process has ended). */
export function readResidentBytes(pid: number | undefined): number {
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(resident) * pageBytes;
  } catch {
    return 0; // The process ended between two reads; its exit is reported elsewhere.
  }
}

function listStarted(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map(thread => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'));
    return lists.flatMap(list => list.split(' ').filter(Boolean).map(Number));
  } catch {
    return []; // As above; some kernels do not list children at all.
  }
}

const listFamily = (pid: number): number[] => [pid, ...listStarted(pid).flatMap(listFamily)];

/**
 * A process, every process below it, and every process of its account: a process whose parent has ended is no longer below the child that
 * started it.
 */
export const listRun = (pid: number, uid: number | undefined): number[] => [
  ...new Set([...listFamily(pid), ...(uid === undefined ? [] : listProcessesOf(uid))]),
];

const readBytes = (pid: number, uid: number | undefined): number =>
  listRun(pid, uid).reduce((sum, one) => sum + readResidentBytes(one), 0);

/**
 * Calls `onExceeded` when a process, its descendants and the other processes of its account hold more than `maxBytes`. `uid` is an account
 * that runs nothing else, if the process has one. Reads more often the less room is left, so that even a fast allocator is noticed soon
 * after the limit. Returns a function that stops the watch.
 */
export function watchMemory(
  pid: number | undefined,
  uid: number | undefined,
  maxBytes: number,
  onExceeded: () => void,
): () => void {
  let timer: NodeJS.Timeout;
  const look = () => {
    const room = maxBytes - (pid === undefined ? 0 : readBytes(pid, uid));
    if (room < 0) return onExceeded();
    timer = setTimeout(look, Math.min(longestPauseMs, Math.max(shortestPauseMs, room / fillBytesPerMs)));
  };
  timer = setTimeout(look, shortestPauseMs);
  return () => clearTimeout(timer);
}
