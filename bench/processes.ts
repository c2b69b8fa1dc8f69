// CPU time and memory of a process and all its descendants, from /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { readResidentBytes } from '../server/src/work/memory.ts';

const ticksPerSecond = 100;

interface Entry {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly ticks: number;
}

function readEntry(pid: number): Entry | undefined {
  try {
    const [head = '', rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    // utime, stime, and the same of children that have ended and been waited for.
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { pid, name: head.slice(head.indexOf('(') + 1), parent: Number(fields[1]), ticks };
  } catch {
    return undefined; // The process ended between the listing and the read.
  }
}

function listAll(): Entry[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => readEntry(Number(name)) ?? []);
}

/** These processes and all their descendants. */
function findFamily(roots: readonly number[]): Entry[] {
  const entries = listAll();
  const wanted = new Set(roots);
  for (let grew = true; grew; ) {
    grew = false;
    for (const { pid, parent } of entries) {
      if (wanted.has(parent) && !wanted.has(pid)) {
        wanted.add(pid);
        grew = true;
      }
    }
  }
  return entries.filter(({ pid }) => wanted.has(pid));
}

/** CPU seconds used so far by these processes and all their descendants. */
export const cpuSeconds = (...roots: readonly number[]): number =>
  findFamily(roots).reduce((sum, entry) => sum + entry.ticks, 0) / ticksPerSecond;

/** These processes, with the CPU seconds that each used so far. */
export const readProcesses = (root: number) =>
  findFamily([root]).map(({ pid, name, ticks }) => ({ pid, name, cpuSeconds: ticks / ticksPerSecond }));

export const residentMegabytes = (pid: number): number => readResidentBytes(pid) / 1024 / 1024;

/** Memory of a process and all its descendants; shared pages are counted for each process. */
export const familyMegabytes = (root: number): number =>
  findFamily([root]).reduce((sum, { pid }) => sum + residentMegabytes(pid), 0);

/** Memory of a process and all its descendants; a shared page is divided among the processes that hold it. */
export const proportionalMegabytes = (root: number): number =>
  findFamily([root]).reduce((sum, { pid }) => sum + readShare(pid), 0) / 1024;

/** Kilobytes; 0 for a process that has ended, or of another user. */
function readShare(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Files, sockets and pipes that a process holds open. */
export const countHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
