// The rows of the servers' secrets as TypeScript sees them (server/migrations is authoritative).
import type { Generated } from 'kysely';

interface ServerSecretTable {
  name: string;
  value: Buffer;
  is_sealed: Generated<boolean>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    server_secret: ServerSecretTable;
  }
}
