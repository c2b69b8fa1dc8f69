// Builds the parts from the configuration and starts what this server's role needs.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { SpeechEngine } from 'contract/speech.ts';
import { hasPocketSphinx } from 'engines/speech/pocketsphinx.ts';
import { type FoundFfmpeg, findFfmpeg } from 'engines/video/find-ffmpeg.ts';
import { findYtDlp } from 'engines/yt-dlp/find-yt-dlp.ts';
import { type Logger, pino } from 'pino';
import { tools } from 'tools/index.ts';
import { openPasswords } from './accounts/passwords.ts';
import { type DatabaseClock, openDatabaseClock } from './adapters/database-clock.ts';
import { type DiskSpace, openDiskSpace } from './adapters/disk-space.ts';
import { migrate } from './adapters/migrations.ts';
import { openNotices } from './adapters/notices.ts';
import type { ObjectStore } from './adapters/objects.ts';
import { DiskObjects } from './adapters/objects-disk.ts';
import { S3Objects } from './adapters/objects-s3.ts';
import type { Database } from './adapters/postgres.ts';
import { buildApp, buildHealthApp } from './app.ts';
import { checkPlace, explainStore } from './check-place.ts';
import { type Config, ConfigError } from './config.ts';
import { isLoopbackHost } from './config-providers.ts';
import { readTools } from './content/read-tools.ts';
import { probeModule } from './objects/facts.ts';
import { openDatabase } from './open-database.ts';
import { openOrders } from './open-orders.ts';
import { followOrdersForEver } from './orders/orders.ts';
import type { Parts } from './parts.ts';
import { openSms, openWechat } from './providers.ts';
import { startSweeping } from './retention/sweep.ts';
import { describeSandbox, isSandboxOn } from './sandbox/sandbox.ts';
import { loadSecret, sealSecrets } from './secrets/store.ts';
import { openConfinement } from './work/confinement.ts';
import { openLightPool } from './work/light-pool.ts';
import { startWorker } from './worker.ts';

export interface Server {
  /** The URL for the browser's address bar. */
  readonly address: string;
  /** Remarks about this start for the operator, one paragraph each. */
  readonly remarks: readonly string[];
  /** Lets running tasks finish or gives them back, closes connections, and stops everything that was started. */
  stop: () => Promise<void>;
  /** Makes a stop that has begun put the running tasks back into the queue instead of waiting for them. */
  hurry: () => void;
}

const makeLog = (config: Config): Logger =>
  pino({
    level: config.logLevel,
    redact: [
      'req.headers',
      'err.rawPacket',
      'token',
      'password',
      '*.token',
      '*.password',
      'authorization',
      '*.authorization',
    ],
  });

function openDisk({ dataFolder, storage, databaseUrl, diskReserveBytes: reserveBytes }: Config): DiskSpace {
  const folders = {
    scratch: path.join(dataFolder, 'scratch'),
    ...(storage.kind === 'disk' && { objects: path.join(dataFolder, 'objects') }),
    ...(!databaseUrl && { database: path.join(dataFolder, 'postgres') }),
  };
  return openDiskSpace({ folders, reserveBytes });
}

/** After a jump of the database's clock every file is kept for as long as it was promised. */
const openClock = ({ retentionHours }: Config, database: Database, log: Logger): Promise<DatabaseClock> =>
  openDatabaseClock({ database, log, pauseMs: retentionHours * 3_600_000 });

function openObjects(
  config: Config,
  { secret, disk, now }: { secret: Buffer; disk: DiskSpace; now: () => Date },
): ObjectStore {
  if (config.storage.kind === 'disk') {
    const requireRoom = (bytes: number) => disk.requireRoom('objects', bytes);
    return new DiskObjects({ folder: path.join(config.dataFolder, 'objects'), secret, now, requireRoom });
  }
  return new S3Objects({ ...config.storage, now });
}

const openBucket =
  'S3_BUCKET opens private/ to everyone: results could be read without paying. Let its policy open input/, output/ and preview/ alone.';

const wildcards = ['0.0.0.0', '::'];

function addressOfListener(host: string, port: number | undefined): string {
  const isLocal = isLoopbackHost(host) || wildcards.includes(host);
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The consequences of a server without payment methods for its users. */
const remarkOnPayments = ({ membership }: Config): string =>
  membership
    ? 'No payment is possible: set PAYMENTS to real, or MEMBERSHIP to off. Until then results stay locked for all but those an operator grants uses.'
    : 'Everything is free. To sell memberships, set PAYMENTS=real and the keys of a provider.';

/** What a seller has to publish, and the switch for it. */
function remarkOnSeller({ membership, payments, brand }: Config): readonly string[] {
  if (!membership || payments.kind === 'off') return [];
  const missing = [
    ...(brand.contactEmail || brand.contactPhone
      ? []
      : [
          'BRAND_CONTACT_EMAIL or BRAND_CONTACT_PHONE (the contact page is empty, and the terms and the refund policy point to it)',
        ]),
    ...(brand.company ? [] : ['BRAND_COMPANY (receipts, terms and privacy policy name the seller)']),
  ];
  if (missing.length === 0) return [];
  const when = payments.kind === 'sandbox' ? 'Before you sell anything' : 'Memberships are sold, so';
  return [`${when} set ${missing.join(', and ')}.`];
}

function remarksOn(config: Config, address: string, secret: Buffer): readonly string[] {
  if (config.role === 'worker') return [];
  const isPrivate = isLoopbackHost(config.host) && config.publicUrl === null;
  return [
    ...(isPrivate ? ['Only this machine can reach it. HOST=0.0.0.0 opens it to other machines.'] : []),
    ...(isSandboxOn(config) ? [describeSandbox(config, address, secret)] : []),
    ...(config.sms.kind === 'off'
      ? ['Log-in by SMS code is off, and with it registration: set SMS to a provider.']
      : []),
    ...(config.payments.kind === 'off' ? [remarkOnPayments(config)] : []),
    ...remarkOnSeller(config),
    ...(config.wechat.kind === 'off' ? ['Log-in by WeChat is off: set WECHAT=real and its keys.'] : []),
  ];
}

/** The command that installs ffmpeg, if the start could not do it. */
const installLine = process.platform === 'darwin' ? 'brew install ffmpeg' : 'apt-get install ffmpeg';

function remarksOnVideo(ffmpeg: FoundFfmpeg): readonly string[] {
  if (ffmpeg.isThere) return [];
  const why = ffmpeg.why === 'old' ? `ffmpeg ${ffmpeg.version} is too old; 5.1 is needed` : 'ffmpeg is not installed';
  return [`Video tools are off: ${why}. Run "${installLine}" and start again, or set FFMPEG_PATH.`];
}

/** The best speech engine of this machine. */
export async function findSpeechEngine({ speechServer, models, searchPath }: Config): Promise<SpeechEngine | null> {
  if (speechServer) return 'server';
  if (models.speech) return 'whisper';
  return (await hasPocketSphinx(searchPath)) ? 'pocketsphinx' : null;
}

function remarksOnSpeech(speech: SpeechEngine | null): readonly string[] {
  const how = 'Run "npm run models add whisper-base" and start again, or set SPEECH_URL.';
  if (speech === null) return [`Text from speech is off: no engine for it was found. ${how}`];
  if (speech === 'pocketsphinx') return [`Text from speech is rough and English alone, by PocketSphinx. ${how}`];
  return [];
}

const remarksOnLinks = (ytDlp: string | undefined): readonly string[] =>
  ytDlp === undefined ? [] : [`Links that our own reader finds nothing behind are read by yt-dlp ${ytDlp}.`];

/** Starts a server. If a step fails, stops everything started before it. */
export async function startServer(config: Config): Promise<Server> {
  const log = makeLog(config);
  const stops: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  let hurry: () => void = () => undefined;
  const stop = async () => {
    isStopping = true;
    const failures: unknown[] = [];
    for (const end of stops.splice(0).reverse()) await end().catch(error => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped');
  };
  try {
    const doesServe = config.role !== 'worker';
    // The assistant needs them for its first question; they are read while the database starts.
    if (doesServe) void readTools(tools);
    await checkPlace(config);
    const { postgres, close } = await openDatabase(config);
    stops.push(close);
    await migrate(postgres.pool);
    const { database, forgetful, patient } = postgres;
    const clock = await openClock(config, forgetful, log);
    stops.push(async () => clock.close());
    const { now } = clock;
    await sealSecrets(database, config);
    const secret = await loadSecret(database, config, { name: 'signing', make: () => randomBytes(32) });
    const notices = await openNotices(postgres.connection, log);
    stops.push(notices.close);
    const doesWork = config.role !== 'api';
    const disk = openDisk(config);
    const objects = openObjects(config, { secret, disk, now });
    await objects.check().catch(error => {
      throw explainStore(config.storage, error);
    });
    if (config.membership && doesServe && (await objects.opensSigned())) throw new ConfigError(openBucket);
    const sms = openSms({ config, log, database, now });
    const wechat = openWechat({ config, log, secret, now });
    const passwords = openPasswords();
    stops.push(passwords.close);
    const confinement = await openConfinement({ ...config, log });
    stops.push(async () => confinement.close());
    const lightParts = { log, confinement, searchPath: config.searchPath, modules: [probeModule] };
    const probePool = openLightPool(lightParts);
    const lightPool = openLightPool(lightParts);
    const clipPool = openLightPool({ ...lightParts, for: 'clips' });
    stops.push(probePool.close, lightPool.close, clipPool.close);
    const ffmpeg = await findFfmpeg(config.searchPath);
    const speech = await findSpeechEngine(config);
    const ytDlp = await findYtDlp(config.searchPath);
    const parts: Parts = {
      config,
      log,
      database,
      forgetful,
      patient,
      notices,
      objects,
      disk,
      sms,
      wechat,
      passwords,
      confinement,
      probePool,
      lightPool,
      clipPool,
      ffmpeg,
      speech,
      ytDlp,
      secret,
      clock,
      now,
    };
    const app =
      config.role === 'worker'
        ? await buildHealthApp(parts, () => isStopping)
        : await buildApp(parts, () => isStopping);
    stops.push(() => app.close());
    await app.listen({ port: config.port, host: config.host });
    if (doesWork) {
      const worker = startWorker(parts);
      hurry = worker.hurry;
      // The HTTP server is closed before the worker, so that nothing is accepted while the last tasks run.
      stops.push(worker.stop, startSweeping(parts), () => app.close());
    }
    if (config.membership && config.role !== 'worker') stops.push(followOrdersForEver(openOrders(parts)));
    const listening = app.server.address();
    const port = typeof listening === 'object' ? listening?.port : config.port;
    const address = config.publicUrl ?? addressOfListener(config.host, port);
    return {
      address,
      remarks: [
        ...remarksOn(config, address, secret),
        ...remarksOnVideo(ffmpeg),
        ...remarksOnSpeech(speech),
        ...remarksOnLinks(ytDlp),
      ],
      stop,
      hurry: () => hurry(),
    };
  } catch (error) {
    await stop().catch(fault => log.error({ err: fault }, 'the failed start could not be undone'));
    throw error;
  }
}
