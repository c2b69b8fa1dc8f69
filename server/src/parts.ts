// The parts of a server. Rules take their dependencies from here, so that tests can pass others.
import type { SpeechEngine } from 'contract/speech.ts';
import type { FoundFfmpeg } from 'engines/video/find-ffmpeg.ts';
import type { Logger } from 'pino';
import type { Passwords } from './accounts/passwords.ts';
import type { DatabaseClock } from './adapters/database-clock.ts';
import type { DiskSpace } from './adapters/disk-space.ts';
import type { Notices } from './adapters/notices.ts';
import type { ObjectStore } from './adapters/objects.ts';
import type { Database } from './adapters/postgres.ts';
import type { Sms } from './adapters/sms.ts';
import type { Wechat } from './adapters/wechat.ts';
import type { Config } from './config.ts';
import type { Confinement } from './work/confinement.ts';
import type { LightPool } from './work/light-pool.ts';

export interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  /** The same database, for data that may be lost in a crash; see `Postgres`. */
  readonly forgetful: Database;
  /** The same database, for work that takes minutes and that no request waits for; see `Postgres`. */
  readonly patient: Database;
  readonly notices: Notices;
  readonly objects: ObjectStore;
  readonly disk: DiskSpace;
  readonly sms: Sms;
  /** Null if it is off. */
  readonly wechat: Wechat | null;
  readonly passwords: Passwords;
  /** The environment in which child processes run. */
  readonly confinement: Confinement;
  /** For probing files: a price may wait for the facts of a file, so nothing else is in its way. */
  readonly probePool: LightPool;
  /** For small pictures of files: posters and avatars. */
  readonly lightPool: LightPool;
  /** For views made from whole clips, which take long. */
  readonly clipPool: LightPool;
  /** Whether this machine can process clips. */
  readonly ffmpeg: FoundFfmpeg;
  /** The best speech engine of this machine. */
  readonly speech: SpeechEngine | null;
  /** The version of yt-dlp, if it is installed. */
  readonly ytDlp: string | undefined;
  /** Signs data that clients return to us; shared by all servers of one database. */
  readonly secret: Buffer;
  readonly clock: DatabaseClock;
  /** The time in the database, by which all rows are written and compared; see `DatabaseClock`. */
  readonly now: () => Date;
}
