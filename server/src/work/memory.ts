// How much memory a process holds, read from the kernel.
import { readFileSync } from 'node:fs';

const pageBytes = 4096;

/** Resident bytes, or 0 where the kernel does not tell (not Linux, or the process has ended). */
export function readResidentBytes(pid: number | undefined): number {
  try {
    const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return Number(resident) * pageBytes;
  } catch {
    return 0; // The process ended between two looks; its exit is reported on another way.
  }
}
