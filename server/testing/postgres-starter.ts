// A process that starts the embedded database of a folder, for tests in which several do so at once.
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres.ts';

const embedded = await startEmbeddedPostgres(process.argv[2] ?? '');
process.send?.(embedded.connection);
process.on('message', async () => {
  await embedded.stop();
  process.exit(0);
});
