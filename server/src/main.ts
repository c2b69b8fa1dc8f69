// The program: reads the switches, starts the server, and stops it on a signal.
import { EmbeddedPostgresFault, stopEmbeddedAtExit } from './adapters/embedded-postgres.ts';
import { DatabaseNewer, MigrationChanged } from './adapters/migrations.ts';
import { checkPlace, explainListening } from './check-place.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { SecretKeyError } from './secrets/secrets.ts';
import type { Server } from './start.ts';

/** `npm start` passes it: nothing else can stop a server whose npm is gone. */
const endsWithParent = process.argv.includes('--ends-with-parent');
const parentLookMs = 1000;
/** A terminal signals its whole process group, and npm passes the signal on: one keystroke arrives twice, and a person's second one later. */
const keystrokeMs = 1000;
/** An end that a second signal has hurried takes no longer. */
const hurriedMs = 15_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

/** A signal during the start takes effect after the start. */
function stopOnSignals(starting: Promise<Server>): { readonly isStopping: () => boolean } {
  let heardAt: number | undefined;
  let isHurried = false;
  const stop = () => {
    say('Stopping: running tasks are finished or put back into the queue.');
    starting
      .then(server => server.stop())
      .then(
        () => process.exit(0),
        error => {
          complain(`The stop was not clean: ${error instanceof Error ? error.stack : error}`);
          process.exit(1);
        },
      );
  };
  const hurry = () => {
    // The database and the children end with this process, however it ends.
    if (isHurried) process.exit(1);
    isHurried = true;
    say('Stopping at once: running tasks are put back into the queue.');
    setTimeout(() => process.exit(1), hurriedMs).unref();
    starting.then(
      server => server.hurry(),
      () => undefined,
    );
  };
  const hear = () => {
    const lastAt = heardAt;
    heardAt = performance.now();
    if (lastAt === undefined) stop();
    else if (heardAt - lastAt >= keystrokeMs) hurry();
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
  if (endsWithParent) {
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      if (heardAt === undefined) hear();
    }, parentLookMs);
    look.unref();
  }
  return { isStopping: () => heardAt !== undefined };
}

/** The errors whose message says what to change. */
const explained = [ConfigError, SecretKeyError, EmbeddedPostgresFault, MigrationChanged, DatabaseNewer];

function explain(error: unknown, config: Config | undefined): string {
  if (error instanceof Error && explained.some(kind => error instanceof kind)) return error.message;
  const listening = config && explainListening(config, error);
  return listening ?? `It could not start: ${error instanceof Error ? error.stack : error}`;
}

/** Loading the server takes a second, so what is wrong with the settings or this machine is told before. */
async function checkAndStart(config: Config): Promise<Server> {
  await checkPlace(config);
  const { startServer } = await import('./start.ts');
  const { startPatiently } = await import('./start-patiently.ts');
  const tell = (error: unknown) => complain(`${explain(error, config)}\nThe start is tried again for a minute.`);
  return startPatiently(() => startServer(config), { tell, isStopping: () => isStopping() });
}

// A terminal that was closed takes no more lines; the server goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('exit', stopEmbeddedAtExit);
let isStopping = () => false;
let config: Config | undefined;
try {
  config = readConfig();
  const starting = checkAndStart(config);
  ({ isStopping } = stopOnSignals(starting));
  const server = await starting;
  say(`\n  ${config.brand.nameZh} ${config.brand.nameEn} is ready: ${server.address}\n`);
  for (const remark of server.remarks) say(`  ${remark}\n`);
} catch (error) {
  // What a signal interrupted needs no explanation.
  if (!isStopping()) complain(explain(error, config));
  process.exit(1);
}
