// The parts a server is made of. Rules take what they need from here, so that tests can pass others.
import type { SpeechEngine } from 'contract/speech.ts';
import type { FoundFfmpeg } from 'engines/video/find-ffmpeg.ts';
import type { Logger } from 'pino';
import type { Passwords } from './accounts/passwords.ts';
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
  /** The same database, for what a crash may forget; see `Postgres`. */
  readonly forgetful: Database;
  /** The same database, for work of minutes that no request waits for; see `Postgres`. */
  readonly patient: Database;
  readonly notices: Notices;
  readonly objects: ObjectStore;
  readonly disk: DiskSpace;
  readonly sms: Sms;
  /** Null where it is off. */
  readonly wechat: Wechat | null;
  readonly passwords: Passwords;
  /** What child processes run in. */
  readonly confinement: Confinement;
  readonly lightPool: LightPool;
  /** The same for work on whole clips, which would keep others waiting. */
  readonly clipPool: LightPool;
  /** Whether this machine can work on clips. */
  readonly ffmpeg: FoundFfmpeg;
  /** The best engine for speech that this machine has. */
  readonly speech: SpeechEngine | null;
  /** The version of yt-dlp, where it is installed. */
  readonly ytDlp: string | undefined;
  /** Signs what clients carry back to us; all servers of one database share it. */
  readonly secret: Buffer;
  readonly now: () => Date;
}
