// What servers are told after the runs that asked them have ended: the drawing of a stopped task is stopped too. It delays neither the end of
// a run nor, for long, that of a worker.
import type { Logger } from 'pino';

/** How long an ending worker, or the lane of a stopped task, waits for them. */
const maxWaitMs = 5000;
/** A server works off a queue, so that the time to stop a drawing may be yet to come. */
const maxFarewellMs = 120_000;

export class Farewells {
  readonly log: Pick<Logger, 'info' | 'warn'>;
  #open = new Set<Promise<void>>();

  constructor(log: Pick<Logger, 'info' | 'warn'>) {
    this.log = log;
  }

  /** `act` gets a signal that ends it, and returns what it did, for the log. */
  say(act: (signal: AbortSignal) => Promise<string>): void {
    const said: Promise<void> = act(AbortSignal.timeout(maxFarewellMs))
      .then(
        done => this.log.info({ done }, 'the drawing of a stopped task was looked after'),
        error => this.log.warn({ err: error }, 'the drawing of a stopped task could not be stopped'),
      )
      .finally(() => this.#open.delete(said));
    this.#open.add(said);
  }

  /** Resolves when all of them are said, or after some seconds. */
  async settle(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxWaitMs);
    await Promise.race([Promise.all(this.#open), late]);
    clearTimeout(timer);
  }
}
