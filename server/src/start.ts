// Builds the parts from the configuration and starts what this server's role needs.

import { randomBytes } from 'node:crypto';
import { findFfmpeg } from 'engines/video/find-ffmpeg.ts';
import { findYtDlp } from 'engines/yt-dlp/find-yt-dlp.ts';
import type { Logger } from 'pino';
import { tools } from 'tools/index.ts';
import { openPasswords } from './accounts/passwords.ts';
import { type DatabaseClock, openDatabaseClock } from './adapters/database-clock.ts';
import { openLog } from './adapters/log.ts';
import { migrate } from './adapters/migrations.ts';
import { openNotices } from './adapters/notices.ts';
import type { Database } from './adapters/postgres.ts';
import { buildApp, buildHealthApp } from './app.ts';
import { addressOfListener, explainStore } from './check-place.ts';
import { type Config, ConfigError } from './config.ts';
import { readTools } from './content/read-tools.ts';
import { findSpeechEngine, remarksOfStart } from './doctor/remarks.ts';
import { opensSigned } from './objects/closed-area.ts';
import { probeModule } from './objects/facts.ts';
import { startBackups } from './open-backups.ts';
import { openDatabase } from './open-database.ts';
import { openOrders } from './open-orders.ts';
import { openBucket, openDisk, openObjects } from './open-stores.ts';
import { rowSweeps } from './open-sweeps.ts';
import { startWebhooks } from './open-webhooks.ts';
import { followOrdersForEver } from './orders/orders.ts';
import { openSms, openWechat } from './providers.ts';
import { startSweeping } from './retention/sweep.ts';
import { loadSecret, sealSecrets } from './secrets/secrets.ts';
import { openConfinement } from './work/confinement.ts';
import { openLightPool } from './work/light-pool.ts';
import { startWorker, type WorkerParts } from './worker.ts';

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

/** After a jump of the database's clock every file is kept for as long as it was promised. */
const openClock = ({ retentionHours }: Config, database: Database, log: Logger): Promise<DatabaseClock> =>
  openDatabaseClock({ database, log, pauseMs: retentionHours * 3_600_000 });

/** Starts a server whose place was checked. If a step fails, stops everything started before it. */
export async function startServer(config: Config): Promise<Server> {
  const log = openLog(config.logLevel);
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
    // The packages are only loaded for who wants traces. Closed last: what stops before may still end spans.
    const spans = config.traces && (await import('./adapters/otlp-spans.ts')).openSpans(config.traces, log);
    if (spans) stops.push(spans.close);
    const doesServe = config.role !== 'worker';
    // The assistant needs them for its first question; they are read while the database starts.
    if (doesServe) void readTools(tools);
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
    const objects = await openObjects(config, { secret, disk, now });
    await objects.check().catch(error => {
      throw explainStore(config.storage, error);
    });
    const sellsFromBucket = config.membership && doesServe && config.storage.kind === 's3';
    if (sellsFromBucket && (await opensSigned({ database, objects, now }))) throw new ConfigError(openBucket);
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
    const parts: WorkerParts = {
      config,
      log,
      spans,
      database,
      forgetful,
      patient,
      notices,
      objects,
      disk,
      sms,
      wechat,
      passwords,
      scratch: confinement.scratch,
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
      stops.push(worker.stop, startSweeping({ ...parts, rowSweeps }), () => app.close());
    }
    if (doesWork && config.backups) stops.push(await startBackups(parts, postgres.connection));
    if (doesServe) stops.push(startWebhooks(parts));
    if (config.membership && doesServe) stops.push(followOrdersForEver(openOrders(parts)));
    const listening = app.server.address();
    const port = typeof listening === 'object' ? listening?.port : config.port;
    const address = config.publicUrl ?? addressOfListener(config.host, port);
    return {
      address,
      remarks: remarksOfStart(config, { address, secret, ffmpeg, speech, ytDlp }),
      stop,
      hurry: () => hurry(),
    };
  } catch (error) {
    await stop().catch(fault => log.error({ err: fault }, 'the failed start could not be undone'));
    throw error;
  }
}
