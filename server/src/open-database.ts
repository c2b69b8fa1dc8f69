// Opens the configured database: the operator's own, or the embedded one, which is started or joined.
import { startEmbeddedPostgres } from './adapters/embedded-postgres.ts';
import { connectPostgres, type Postgres } from './adapters/postgres.ts';
import type { Config } from './config.ts';
import { checkOwnDatabase } from './own-database.ts';

interface OpenDatabase {
  readonly postgres: Postgres;
  readonly close: () => Promise<void>;
}

export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataFolder'>): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const postgres = connectPostgres({ connectionString: config.databaseUrl });
    try {
      await checkOwnDatabase(postgres, config.databaseUrl);
    } catch (error) {
      await postgres.close();
      throw error;
    }
    return { postgres, close: postgres.close };
  }
  const embedded = await startEmbeddedPostgres(config.dataFolder);
  const postgres = connectPostgres(embedded.connection);
  return {
    postgres,
    close: async () => {
      await postgres.close();
      await embedded.stop();
    },
  };
}
