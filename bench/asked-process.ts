// A helper process of a bench that does one thing per request, so that nothing else runs inside the measured process.
import { fork } from 'node:child_process';
import path from 'node:path';

export interface AskedProcess<Order, Answer> {
  /** Only one request at a time. Rejects if the process ends instead of responding. */
  readonly ask: (order: Order) => Promise<Answer>;
  readonly stop: () => void;
}

/**
 * Starts `script`, a file of this folder that replies to each message with one message. Buffers and typed arrays are transferred unchanged.
 */
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
