// The rows of API keys as TypeScript sees them (server/migrations is authoritative).
import type { Generated } from 'kysely';

export interface ApiKeyTable {
  id: Generated<string>;
  account_id: string;
  name: string;
  key_hash: Buffer;
  last_four: string;
  scopes: readonly string[];
  per_minute: number;
  addresses: readonly string[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    api_key: ApiKeyTable;
  }
}
