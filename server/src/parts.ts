// The parts of a server. Rules take their dependencies from here, so that tests can pass others, and no noun depends on another one for them.
import type { InputFile, Output } from 'contract/run.ts';
import type { SpeechEngine } from 'contract/speech.ts';
import type { FoundFfmpeg } from 'engines/video/find-ffmpeg.ts';
import type { Logger } from 'pino';
import type { DatabaseClock } from './adapters/database-clock.ts';
import type { DiskSpace } from './adapters/disk-space.ts';
import type { Notices } from './adapters/notices.ts';
import type { ObjectStore } from './adapters/objects.ts';
import type { Database } from './adapters/postgres.ts';
import type { Sms } from './adapters/sms.ts';
import type { Spans } from './adapters/trace.ts';
import type { Wechat } from './adapters/wechat.ts';
import type { Config } from './config.ts';

/** Hashes and checks passwords. */
export interface Passwords {
  /** QUEUE_FULL if too many are waiting. */
  hash: (password: string) => Promise<string>;
  /** Does the same work whether there is a hash or not. QUEUE_FULL if too many are waiting. */
  verify: (password: string, hash: string | null) => Promise<boolean>;
  close: () => Promise<void>;
}

/** Whom light work is for. Both take turns: an owner at many addresses, and an address with many owners, has the turns of one. */
export interface LightSender {
  readonly owner: string | null;
  readonly address: string | null;
}

type Inputs = Readonly<Record<string, InputFile>>;

export interface LightWork {
  /** Whom it is for. One sender's files are worked on one at a time, so that slow ones leave a child to others. */
  readonly sender: LightSender;
  /** The address of a module with `runs`, as tools/<name>/run.ts has them. */
  readonly module: string;
  readonly call: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** A function is called when a child is free, so that only work under way has copies of its files on this machine. */
  readonly inputs: Inputs | (() => Promise<Inputs>);
}

/** Short work on visitors' files that a request waits for. */
export interface LightPool {
  /**
   * Runs it and passes the output to `take` before its files are removed. Throws the run's refusals, DEADLINE, MEMORY_EXCEEDED, UNEXPECTED when a
   * child dies of it, or QUEUE_FULL if too much work waits or no process can be started. Once `signal` aborts, work that waits is dropped, the child
   * of work under way is killed, and the signal's reason is thrown.
   */
  run: <T>(work: LightWork, take: (output: Output) => Promise<T> | T, signal?: AbortSignal) => Promise<T>;
  /** Starts a child if there is none: work is about to come, and loading a child takes longer than most of it. */
  warmUp: () => void;
  close: () => Promise<void>;
}

export interface Parts {
  /** Whether the assistant reads the help before the first question; by default it does. Tests do without: it takes a second of CPU. */
  readonly readsHelpAhead?: boolean;
  readonly config: Config;
  readonly log: Logger;
  /** Null if traces are off. */
  readonly spans: Spans | null;
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
  /** The only folder in which a child can be given a writable folder. */
  readonly scratch: string;
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
