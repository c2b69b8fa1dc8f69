// The thread that hashes passwords one after the other, while the server answers other requests.
import { setPriority } from 'node:os';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import { hashPassword, verifyPassword } from './password-hash.ts';
import type { PasswordAnswer, PasswordJob } from './passwords.ts';

/** Below the server and the database, above the work on pictures. */
const niceness = 5;
// On Linux this is the thread's own; elsewhere it would slow the whole server down.
if (process.platform === 'linux') setPriority(niceness);

const answer = (message: PasswordAnswer) => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, password, hash }: PasswordJob) => {
  try {
    answer({ id, result: hash === undefined ? hashPassword(password) : verifyPassword(password, hash) });
  } catch (error) {
    answer({ id, fault: error instanceof Error ? error.message : String(error) });
  }
});
