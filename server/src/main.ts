// The program: reads the switches, starts the server, and stops it on a signal.
import { ConfigError, readConfig } from './config.ts';
import { SecretKeyError } from './secrets/store.ts';
import { type Server, startServer } from './start.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

/** A signal during the start takes effect after the start. */
function stopOnSignals(starting: Promise<Server>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1); // Second signal: do not wait for running tasks.
      isStopping = true;
      say('Stopping: running tasks are finished or put back into the queue.');
      const stopped = starting.then(
        server => server.stop(),
        () => process.exit(1),
      );
      stopped.then(
        () => process.exit(0),
        error => {
          complain(`The stop was not clean: ${error instanceof Error ? error.stack : error}`);
          process.exit(1);
        },
      );
    });
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof SecretKeyError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what listens there, or choose another with PORT.`;
  return `It could not start: ${error instanceof Error ? error.stack : error}`;
}

try {
  const config = readConfig();
  const starting = startServer(config);
  stopOnSignals(starting);
  const server = await starting;
  say(`\n  ${config.brand.nameZh} ${config.brand.nameEn} is ready: ${server.address}\n`);
  for (const remark of server.remarks) say(`  ${remark}\n`);
} catch (error) {
  complain(explain(error));
  process.exit(1);
}
