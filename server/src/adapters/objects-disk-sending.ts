// One sender per file or part: a client that repeats a request often does so because the first connection hangs.
import type { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';

interface Sending {
  readonly body: Readable;
  readonly ended: Promise<void>;
}

/** The requests of this process that are sending, by the name of what they send. */
export class Senders {
  readonly #sending = new Map<string, Sending>();

  /** Runs `receive` after aborting an earlier request that is still sending the same. The aborted one ends with UPLOAD_INCOMPLETE. */
  async replaceBy(name: string, body: Readable, receive: () => Promise<void>): Promise<void> {
    for (let earlier = this.#sending.get(name); earlier; earlier = this.#sending.get(name)) {
      earlier.body.destroy(new AppError('UPLOAD_INCOMPLETE'));
      await earlier.ended;
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#sending.set(name, { body, ended });
    try {
      await receive();
    } finally {
      this.#sending.delete(name);
      resolve();
    }
  }
}
