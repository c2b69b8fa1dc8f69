// The rows of webhooks and what they are sent as TypeScript sees them (server/migrations is authoritative).

import type { BatchEnd, WebhookAttempt, WebhookEvent } from 'contract/routes/webhooks.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Json, NullableJson } from '../adapters/tables.ts';
import type { EndedColumns } from '../tasks/tables.ts';

export interface WebhookTable {
  id: Generated<string>;
  account_id: string;
  /** Null: the row stands for the addresses that calls name themselves. */
  url: string | null;
  events: readonly WebhookEvent[];
  key_id: string | null;
  base_url: string;
  secret: Buffer;
  former_secret: Buffer | null;
  former_until: Date | null;
  created_at: Date;
  failing_since: Date | null;
  paused_at: Date | null;
}

export interface WebhookDeliveryTable {
  id: Generated<string>;
  place: Generated<number>;
  webhook_id: string;
  account_id: string;
  type: WebhookEvent;
  url: string;
  host: string;
  base_url: string;
  task_id: string;
  owner: string;
  task: Json<EndedColumns>;
  batch: NullableJson<BatchEnd>;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  failures: Generated<number>;
  attempts: ColumnType<readonly WebhookAttempt[], string | undefined, string>;
  due_at: Date | null;
  created_at: Generated<Date>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    webhook: WebhookTable;
    webhook_delivery: WebhookDeliveryTable;
  }
}
