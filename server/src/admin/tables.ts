// The rows of what operators did, and how they are logged in as TypeScript sees them (server/migrations is authoritative).

import type { Generated } from 'kysely';
import type { Json } from '../adapters/tables.ts';

interface OperatorActTable {
  id: Generated<string>;
  act: string;
  operator: string;
  subject: string | null;
  reason: string;
  details: Json<Record<string, unknown>>;
  created_at: Generated<Date>;
  place: Generated<number>;
  idempotency_key: string | null;
}

interface OperatorFactorTable {
  account_id: string;
  last_step: Generated<number>;
  created_at: Generated<Date>;
}

interface OperatorSessionTable {
  token_hash: Buffer;
  login_id: string;
  account_id: string;
  expires_at: Date;
  ends_at: Date;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    operator_act: OperatorActTable;
    operator_factor: OperatorFactorTable;
    operator_session: OperatorSessionTable;
  }
}
