// The thread that hashes passwords one at a time, while the server handles other requests.
import { getPriority, setPriority } from 'node:os';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { type Cost, hashPassword, verifyPassword } from './password-hash.ts';
import type { PasswordAnswer, PasswordJob } from './passwords.ts';

/** Below the server and the database in priority, above image processing. */
const niceness = 5;
// On Linux this applies to the thread; elsewhere it would slow down the whole server. A server under `nice` may not raise its priority.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), niceness));

const { cost } = workerData as { cost: Cost };
const answer = (message: PasswordAnswer) => parentPort?.postMessage(message);

parentPort?.on('message', ({ id, password, hash }: PasswordJob) => {
  try {
    answer({ id, result: hash === undefined ? hashPassword(password, cost) : verifyPassword(password, hash, cost) });
  } catch (error) {
    answer({ id, fault: error instanceof Error ? error.message : String(error) });
  }
});
