// One PostgreSQL for a whole test run: DATABASE_URL when it is set, else the embedded one in a temporary folder.
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres.ts';
import { readConfig } from '../src/config.ts';
import { makeOpenFolder } from './folders.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `pg` connects with. */
    postgres: { connectionString?: string; host?: string; user?: string; database?: string };
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { databaseUrl } = readConfig();
  if (databaseUrl) {
    project.provide('postgres', { connectionString: databaseUrl });
    return async () => undefined;
  }
  const folder = makeOpenFolder('pixwright-test-');
  const embedded = await startEmbeddedPostgres(folder);
  project.provide('postgres', embedded.connection);
  return async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
