// What the kernel says about the processes of this machine.
import { readdirSync, readFileSync } from 'node:fs';

/** State and parent, or undefined once the process has ended. */
function readStat(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const [state = '', parent] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** A process that was killed is gone although its parent has not asked for its status. */
export const isGone = (pid: number): boolean => ['Z', 'X', undefined].includes(readStat(pid)?.state);

/** The processes below another. */
export function listDescendants(ancestor: number): number[] {
  const pids = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map(pid => [pid, readStat(pid)?.parent]));
  const isBelow = (pid: number | undefined): boolean => {
    const parent = pid === undefined ? undefined : parents.get(pid);
    return parent === ancestor || (parent !== undefined && parent > 0 && isBelow(parent));
  };
  return pids.filter(isBelow);
}
