// The rows of bulletins as TypeScript sees them (server/migrations is authoritative).

import type { Sentence } from 'contract/words.ts';
import type { Generated } from 'kysely';
import type { Json } from '../adapters/tables.ts';

export interface BulletinTable {
  id: Generated<string>;
  tone: 'info' | 'warn';
  title: Json<Sentence>;
  text: Json<Sentence>;
  starts_at: Generated<Date>;
  ends_at: Date | null;
  withdrawn_at: Date | null;
  created_at: Generated<Date>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    bulletin: BulletinTable;
  }
}
