// One tree and the vitest that runs in it. A vitest that is kept answers in the time of its tests; one that does not answer in time is ended, and the
// next question starts another.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Message, Question } from './serve-tests.ts';

interface Answer {
  /** The file of tests that failed, or did not end in time; undefined if all pass. */
  readonly failed: string | undefined;
  readonly isLate: boolean;
  /** Seconds that each file of tests took. */
  readonly seconds: ReadonlyMap<string, number>;
}

export interface TestServer {
  readonly tree: string;
  /** `msOf` says how long a file of tests may take. */
  readonly ask: (question: Question, msOf: (test: string) => number) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** Grace period after the request to stop. */
const graceMs = 10_000;

/** Ends a vitest and what its tests have started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), graceMs);
  await ended;
  clearTimeout(late);
}

/** Resolves with the first test that fails; rejects if the vitest ends without an answer. */
function listen(child: ChildProcess, msOf: (test: string) => number): Promise<Answer> {
  const seconds = new Map<string, number>();
  let running: { test: string; since: number; late: NodeJS.Timeout } | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const finish = () => {
    if (!running) return;
    clearTimeout(running.late);
    seconds.set(running.test, (Date.now() - running.since) / 1000);
  };
  const hear = (message: Message) => {
    finish();
    if (message.kind === 'ended') return resolve({ failed: message.failed, seconds, isLate: false });
    const { test } = message;
    const late = setTimeout(() => resolve({ failed: test, seconds, isLate: true }), msOf(test));
    running = { test, since: Date.now(), late };
  };
  const leave = () => reject(new Error('The tests ended without an answer.'));
  child.on('message', hear).once('exit', leave);
  return promise.finally(() => {
    clearTimeout(running?.late);
    child.off('message', hear).off('exit', leave);
  });
}

export function openTestServer(tree: string): TestServer {
  let child: ChildProcess | undefined;
  const start = () =>
    spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--conditions=source',
        path.join(tree, 'scripts/mutants/serve-tests.ts'),
      ],
      // A group of its own: the tests may start programs.
      { cwd: tree, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true },
    );
  return {
    tree,
    async ask(question, msOf) {
      child ??= start();
      const heard = listen(child, msOf);
      child.send(question);
      const answer = await heard;
      if (answer.isLate) {
        await end(child);
        child = undefined;
      }
      return answer;
    },
    close: async () => child && end(child),
  };
}
