// The rows of workers that are alive as TypeScript sees them (server/migrations is authoritative).

import type { LaneWidths } from 'contract/tool.ts';
import type { Generated } from 'kysely';
import type { Json } from '../adapters/tables.ts';

interface WorkerTable {
  id: string;
  host: string;
  pid: number;
  version: string;
  lanes: Json<LaneWidths>;
  started_at: Generated<Date>;
  last_seen_at: Generated<Date>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    worker: WorkerTable;
  }
}
