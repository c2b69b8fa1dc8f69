// The rows of saved pipelines as TypeScript sees them (server/migrations is authoritative).

import type { SavedStep } from 'contract/routes/pipelines.ts';
import type { Generated } from 'kysely';
import type { Json } from '../adapters/tables.ts';

export interface SavedPipelineTable {
  id: Generated<string>;
  account_id: string;
  name: string;
  steps: Json<readonly SavedStep[]>;
  created_at: Date;
  updated_at: Date;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    saved_pipeline: SavedPipelineTable;
  }
}
