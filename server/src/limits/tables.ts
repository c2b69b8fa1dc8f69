// The rows of counted attempts as TypeScript sees them (server/migrations is authoritative).
import type {} from '../adapters/tables.ts';

interface AllowanceTable {
  key: string;
  used: number;
  window_ends_at: Date;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    allowance: AllowanceTable;
  }
}
