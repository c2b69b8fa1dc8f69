// Looks at the database without starting or changing it: whether it answers, its version, its migrations, its clock and its signing keys.
import { pino } from 'pino';
import { openDatabaseClock } from '../adapters/database-clock.ts';
import { lookAtEmbeddedPostgres } from '../adapters/embedded-postgres.ts';
import { DatabaseNewer, findMissingMigrations, MigrationChanged } from '../adapters/migrations.ts';
import { connectPostgres, type Postgres, readServerVersion } from '../adapters/postgres.ts';
import { type Config, ConfigError } from '../config.ts';
import { checkOwnDatabase } from '../own-database.ts';
import { openSecrets, SecretKeyError } from '../secrets/secrets.ts';
import { readLaneSettings } from '../tasks/lane-queries.ts';
import { type Finding, fault, hint, ok } from './finding.ts';

const silent = pino({ level: 'silent' });

async function lookAtMigrations({ pool }: Postgres): Promise<Finding> {
  try {
    const missing = await findMissingMigrations(pool);
    if (missing === undefined) return ok('Migrations', 'the database is new; the first start makes its tables.');
    if (missing.length === 0) return ok('Migrations', 'all that this version has are applied.');
    return hint(
      'Migrations',
      `the next start applies ${missing.join(', ')}.`,
      'Make a backup before it: npm run admin -- backup <file>.',
    );
  } catch (error) {
    if (error instanceof DatabaseNewer || error instanceof MigrationChanged) return fault('Migrations', error.message);
    throw error;
  }
}

async function lookAtClock({ forgetful }: Postgres): Promise<Finding> {
  const clock = await openDatabaseClock({ database: forgetful, log: silent, pauseMs: 0 });
  try {
    const reason = await clock.findFault();
    return reason === null ? ok('Clock', "it agrees with the database's.") : fault('Clock', reason);
  } finally {
    clock.close();
  }
}

async function lookAtSecrets({ database }: Postgres, config: Config): Promise<Finding> {
  try {
    const open = await openSecrets(database, config);
    if (open === 0)
      return ok(
        'SECRET_KEY',
        config.secretKey === null ? 'no keys are made yet.' : 'it opens the signing keys in the database.',
      );
    if (config.secretKey !== null) return ok('SECRET_KEY', 'the next start seals the signing keys with it.');
    return hint(
      'SECRET_KEY',
      'the signing keys are in the database as they are: a stolen copy of it can sign.',
      'Set SECRET_KEY to what "openssl rand -base64 32" prints, and keep it.',
    );
  } catch (error) {
    if (error instanceof SecretKeyError) return fault('SECRET_KEY', error.message);
    throw error;
  }
}

async function lookAtLanes({ database }: Postgres): Promise<Finding[]> {
  const paused = [...(await readLaneSettings(database))].filter(([, { isPaused }]) => isPaused).map(([lane]) => lane);
  if (paused.length === 0) return [];
  const what = `an operator has paused ${paused.join(', ')}: what waits there is not started.`;
  return [hint('Lanes', what, 'Resume them at /admin → Tasks and queue → Change.')];
}

async function lookInside(postgres: Postgres, config: Config, name: string): Promise<Finding[]> {
  const version = await readServerVersion(postgres.database);
  const migrations = await lookAtMigrations(postgres);
  const missing = await findMissingMigrations(postgres.pool).catch(() => []);
  const isNew = missing === undefined;
  return [
    ok('Database', `${name}, PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}, answers.`),
    migrations,
    await lookAtClock(postgres),
    ...(isNew ? [] : [await lookAtSecrets(postgres, config)]),
    ...(missing?.length === 0 ? await lookAtLanes(postgres) : []),
  ];
}

async function lookAtOwn(config: Config, databaseUrl: string): Promise<Finding[]> {
  const postgres = connectPostgres({ connectionString: databaseUrl });
  try {
    await checkOwnDatabase(postgres, databaseUrl);
    return await lookInside(postgres, config, 'your own');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [fault('DATABASE_URL', error.message.replace(/^DATABASE_URL: /, ''))];
  } finally {
    await postgres.close();
  }
}

async function lookAtEmbedded(config: Config): Promise<Finding[]> {
  const { connection, home } = await lookAtEmbeddedPostgres(config.dataFolder);
  if (home === null) return [ok('Database', 'the embedded one is made at the first start.')];
  if (connection === null)
    return [
      hint(
        'Database',
        `the embedded one in ${home} does not run: its migrations, clock and signing keys were not looked at.`,
        'Start the server, and run the doctor again.',
      ),
    ];
  const postgres = connectPostgres(connection);
  try {
    return await lookInside(postgres, config, `the embedded one in ${home}`);
  } finally {
    await postgres.close();
  }
}

export const lookAtDatabase = (config: Config): Promise<Finding[]> =>
  config.databaseUrl === null ? lookAtEmbedded(config) : lookAtOwn(config, config.databaseUrl);
