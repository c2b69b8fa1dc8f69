// A process beside the bench that does one thing when asked, so that nothing else runs inside what is measured.
import { fork } from 'node:child_process';
import path from 'node:path';

export interface AskedProcess<Order, Answer> {
  /** One order at a time. Rejects when the process ends instead of answering. */
  readonly ask: (order: Order) => Promise<Answer>;
  readonly stop: () => void;
}

/** `script`: a file of this folder that answers each message with one message. Buffers and typed arrays travel as they are. */
export function startAsked<Order extends object, Answer>(
  script: string,
  ...args: string[]
): AskedProcess<Order, Answer> {
  const child = fork(path.join(import.meta.dirname, script), args, {
    env: { PATH: process.env.PATH ?? '', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  return {
    ask: order =>
      new Promise<Answer>((resolve, reject) => {
        const fail = (code: number | null) => reject(new Error(`${script} ended with ${code}`));
        child.once('exit', fail);
        child.once('message', message => {
          child.off('exit', fail);
          resolve(message as Answer);
        });
        child.send(order);
      }),
    stop: () => void child.kill(),
  };
}
