// The rows of backups as TypeScript sees them (server/migrations is authoritative).
import type { Generated } from 'kysely';

interface BackupTable {
  id: Generated<string>;
  place: string;
  name: string;
  began_at: Date;
  ended_at: Date | null;
  bytes: number | null;
  failure: string | null;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    backup: BackupTable;
  }
}
