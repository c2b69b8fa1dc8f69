// Everything the server is put together from. Rules get what they need from here, so that tests can hand in others.
import type { Logger } from 'pino';
import type { Notices } from './adapters/notices.ts';
import type { ObjectStore } from './adapters/objects.ts';
import type { Database } from './adapters/postgres.ts';
import type { Queue } from './adapters/queue.ts';
import type { Config } from './config.ts';

export interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  /** See `Postgres`: for what a crash may forget. */
  readonly forgetful: Database;
  readonly notices: Notices;
  readonly queue: Queue;
  readonly objects: ObjectStore;
  /** Signs what clients carry back to us; every server of this product has the same. */
  readonly secret: Buffer;
  readonly now: () => Date;
}
