// A whole server for a test: real PostgreSQL in a schema of its own, a real store in a temporary folder, real child processes.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FoundFfmpeg, findFfmpeg } from 'engines/video/find-ffmpeg.ts';
import { findYtDlp } from 'engines/yt-dlp/find-yt-dlp.ts';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { inject } from 'vitest';
import { openPasswords } from '../src/accounts/passwords.ts';
import { openDatabaseClock } from '../src/adapters/database-clock.ts';
import { openDiskSpace } from '../src/adapters/disk-space.ts';
import { migrate } from '../src/adapters/migrations.ts';
import { openNotices } from '../src/adapters/notices.ts';
import type { ObjectStore } from '../src/adapters/objects.ts';
import { DiskObjects } from '../src/adapters/objects-disk.ts';
import { connectPostgres, type Postgres } from '../src/adapters/postgres.ts';
import type { Spans } from '../src/adapters/trace.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { findSpeechEngine } from '../src/doctor/remarks.ts';
import { rowSweeps } from '../src/open-sweeps.ts';
import { startWebhooks } from '../src/open-webhooks.ts';
import { openSms, openWechat } from '../src/providers.ts';
import type { SweepParts } from '../src/retention/sweep.ts';
import { openLightPool } from '../src/work/light-pool.ts';
import { startWorker, type Worker, type WorkerOptions, type WorkerParts } from '../src/worker.ts';
import { createClient, type TestClient } from './client.ts';
import { openTestConfinement } from './confinement.ts';
import { findPostgres, findTestPostgres } from './find-postgres.ts';
import { copyDatabase } from './fresh-database.ts';

export interface TestServer {
  readonly app: FastifyInstance;
  readonly parts: WorkerParts & SweepParts;
  readonly postgres: Postgres;
  /** Where it listens. */
  readonly url: string;
  readonly client: TestClient;
  /** Another visitor. */
  readonly stranger: TestClient;
  readonly startWorker: (options?: WorkerOptions) => Worker;
  readonly stopWorkers: () => Promise<void>;
  /** Starts to send webhooks; returns how to stop. */
  readonly startWebhooks: (options?: Parameters<typeof startWebhooks>[1]) => () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface TestServerOptions {
  readonly environment?: Record<string, string>;
  /** Whether tasks are worked off from the start. */
  readonly works?: boolean;
  /** As a server does; otherwise the assistant reads the help with the first question. */
  readonly readsHelpAhead?: boolean;
  readonly now?: () => Date;
  /** Free bytes of the disk, for a test that fills it. */
  readonly readFree?: () => Promise<number>;
  /** An existing folder for the data, such as a small disk; else one is made. */
  readonly folder?: string;
  /** Another program for the worker's children. */
  readonly childFile?: string;
  /** What a server of a machine with another ffmpeg, or none, would find. */
  readonly ffmpeg?: FoundFfmpeg;
  /** What a server of a machine with another engine for speech, or none, would find. */
  readonly speech?: WorkerParts['speech'];
  /** Where the server logs; else nowhere. */
  readonly log?: Logger;
  /** Where its spans go; else nowhere. */
  readonly spans?: Spans;
  /** Another store than the disk's. */
  readonly objects?: ObjectStore;
}

/** A loaded machine is no fault: tests of time limits set their own. */
const unhurried = { connectMs: 60_000, statementMs: 120_000, lockMs: 60_000 };

/** Tests hash some hundred passwords; a safe hash takes 40 ms of CPU. */
const cheapCost = { memoryKib: 64, passes: 1, parallelism: 1 };

async function findFfmpegOf(searchPath: string): Promise<FoundFfmpeg> {
  const usual = inject('usualFfmpeg');
  return searchPath === usual.searchPath ? usual.found : findFfmpeg(searchPath);
}

/** Makes an empty schema; `drop` removes it. */
export async function makeSchema(): Promise<{ postgres: Postgres; schema: string; drop: () => Promise<void> }> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const postgres = connectPostgres(await findPostgres(), { schema, limits: unhurried });
  await postgres.pool.query(`create schema ${schema}`);
  return {
    postgres,
    schema,
    drop: async () => {
      await postgres.pool.query(`drop schema if exists ${schema} cascade`);
      await postgres.close();
    },
  };
}

/** Makes a database with all tables, or where none can be copied a schema; `drop` removes it. */
export async function makeTables(): Promise<{ postgres: Postgres; drop: () => Promise<void> }> {
  const { template } = await findTestPostgres();
  if (template === undefined) {
    const made = await makeSchema();
    await migrate(made.postgres.pool);
    return made;
  }
  const { connection, drop } = await copyDatabase(template);
  const postgres = connectPostgres(connection, { limits: unhurried });
  return {
    postgres,
    drop: async () => {
      await postgres.close();
      await drop();
    },
  };
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { postgres, drop } = await makeTables();
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'pixwright-test-'));
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    WORKERS: '2',
    LOG_LEVEL: 'silent',
    SMS: 'sandbox',
    WECHAT: 'sandbox',
    MEMBERSHIP: 'off',
    ...options.environment,
  });
  const log = options.log ?? pino({ level: config.logLevel });
  const secret = randomBytes(32);
  const notices = await openNotices(postgres.connection, log);
  const passwords = openPasswords({ cost: cheapCost });
  const confinement = await openTestConfinement({ ...config, log });
  const lightParts = { log, confinement, searchPath: config.searchPath };
  // Most tests sign uploads that nothing probes.
  const probePool = { ...openLightPool(lightParts), warmUp: () => undefined };
  const lightPool = { ...openLightPool(lightParts), warmUp: () => undefined };
  const clipPool = openLightPool({ ...lightParts, for: 'clips' });
  const pauseMs = config.retentionHours * 3_600_000;
  const clock = await openDatabaseClock({ database: postgres.forgetful, log, pauseMs });
  const now = options.now ?? clock.now;
  const disk = openDiskSpace({
    folders: { objects: folder, scratch: folder, database: folder },
    reserveBytes: config.diskReserveBytes,
    ...(options.readFree && { readFree: options.readFree }),
  });
  const requireRoom = (bytes: number) => disk.requireRoom('objects', bytes);
  const parts: WorkerParts & SweepParts = {
    config,
    readsHelpAhead: options.readsHelpAhead === true,
    log,
    spans: options.spans ?? null,
    database: postgres.database,
    forgetful: postgres.forgetful,
    patient: postgres.patient,
    notices,
    objects: options.objects ?? new DiskObjects({ folder: path.join(folder, 'objects'), secret, now, requireRoom }),
    disk,
    secret,
    sms: openSms({ config, log, database: postgres.database, now }),
    wechat: openWechat({ config, log, secret, now }),
    passwords,
    rowSweeps,
    scratch: confinement.scratch,
    confinement,
    probePool,
    lightPool,
    clipPool,
    ytDlp: options.environment?.YT_DLP_PATH === undefined ? undefined : await findYtDlp(config.searchPath),
    ffmpeg: options.ffmpeg ?? (await findFfmpegOf(config.searchPath)),
    speech: options.speech === undefined ? await findSpeechEngine(config) : options.speech,
    clock,
    now,
  };
  const app = await buildApp(parts);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const workers: Worker[] = [];
  const senders: (() => Promise<void>)[] = [];
  const addWorker = (own: WorkerOptions = {}) => {
    const worker = startWorker(parts, { childFile: options.childFile, warmsUp: false, ...own });
    workers.push(worker);
    return worker;
  };
  const stopWorkers = async () => {
    for (const worker of workers.splice(0)) await worker.stop();
  };
  if (options.works !== false) addWorker();
  return {
    app,
    parts,
    postgres,
    url,
    client: createClient(url),
    stranger: createClient(url),
    startWorker: addWorker,
    stopWorkers,
    startWebhooks: own => {
      const stopSending = startWebhooks(parts, own);
      senders.push(stopSending);
      return stopSending;
    },
    stop: async () => {
      await stopWorkers();
      for (const stopSending of senders) await stopSending();
      await app.close();
      clock.close();
      await notices.close();
      await passwords.close();
      await probePool.close();
      await lightPool.close();
      await clipPool.close();
      confinement.close();
      await drop();
      // A program that a child had started may still be ending.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
