// Finds the processes of an account, whatever their parents, groups and sessions are.
import { readdirSync, readFileSync } from 'node:fs';

/** All children of this server share one look at the list of processes. */
const pauseMs = 250;
/** A process keeps its account, but its id may go to another process between two looks. */
const forgetAfterMs = 5000;

let accounts = new Map<number, number | undefined>();
let lookedAt = Number.NEGATIVE_INFINITY;
let forgotAt = Number.NEGATIVE_INFINITY;

/**
 * The account of a running process. The folder's owner would be root for a process that made itself undumpable. A process that has ended is listed until
 * its parent asks for its status, which the first process of a container may never do.
 */
function readAccount(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const uid = /^State:\t[ZX]/m.test(status) ? undefined : /^Uid:\t(\d+)/m.exec(status)?.[1];
    return uid === undefined ? undefined : Number(uid);
  } catch {
    return undefined; // It ended since it was listed.
  }
}

function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return []; // Not Linux.
  }
}

function look(now: number): void {
  const known = now - forgotAt > forgetAfterMs ? new Map<number, number | undefined>() : accounts;
  if (known !== accounts) forgotAt = now;
  accounts = new Map(listPids().map(pid => [pid, known.get(pid) ?? readAccount(pid)]));
  lookedAt = now;
}

/** Process ids, at most a quarter of a second old unless `isNow`. None where the system does not tell. */
export function listProcessesOf(uid: number, isNow = false): number[] {
  const now = performance.now();
  if (isNow || now - lookedAt > pauseMs) look(now);
  const pids = [...accounts].filter(([, account]) => account === uid).map(([pid]) => pid);
  return isNow ? pids.filter(pid => readAccount(pid) === uid) : pids;
}
