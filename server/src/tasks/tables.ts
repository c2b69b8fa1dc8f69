// The rows of tasks, their ends, and how long they take as TypeScript sees them (server/migrations is authoritative).

import type { KeyCode } from 'contract/key-codes.ts';
import type { Stage } from 'contract/stages.ts';
import type { TaskStatus } from 'contract/task.ts';
import type { Lane } from 'contract/tool.ts';
import type { Language } from 'contract/words.ts';
import type { Generated } from 'kysely';
import type { Json, NullableJson } from '../adapters/tables.ts';
import type { StoredError, StoredInput, StoredResult, StoredStep } from './stored.ts';

export interface TaskTable {
  id: string;
  batch_id: string | null;
  owner: string;
  tool: string;
  call: string;
  key_code: KeyCode;
  lane: Lane;
  options: Json<Record<string, unknown>>;
  inputs: Json<readonly StoredInput[]>;
  status: TaskStatus;
  start_percent: Generated<number>;
  progress: Generated<number>;
  attempt_progress: Generated<number>;
  reported_attempt: Generated<number>;
  stage: Stage;
  attempt: Generated<number>;
  faults: Generated<number>;
  change: Generated<number>;
  result: NullableJson<StoredResult>;
  partial: NullableJson<Required<Pick<StoredResult, 'segments'>>>;
  error: NullableJson<StoredError>;
  charge_kind: Generated<'none' | 'use' | 'coins'>;
  charge_amount: Generated<number>;
  charge_state: Generated<'none' | 'held' | 'settled' | 'released'>;
  idempotency_key: string | null;
  /** Of the retry of its batch that last queued it again. */
  retry_key: string | null;
  request_hash: string;
  pace: string;
  input_bytes: Generated<number>;
  expected_ms: number | null;
  /** How much work it is, in the unit of its call; null if its files do not tell. */
  amount: number | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
  expires_at: Date;
  came_from: string | null;
  address: string | null;
  share: string;
  turn: number;
  owner_turn: number;
  /** How much work of the share counts as much as one part of a visitor's. */
  share_weight: Generated<number>;
  worker_id: string | null;
  /** Of the page that sent it. */
  language: Generated<Language>;
  /** In a lane with work of minutes: expected to take seconds. */
  is_short: Generated<boolean>;
  /** The API key that sent it. */
  key_id: string | null;
  /** The address that the call named for the end of its task. */
  webhook: NullableJson<CallWebhook>;
  /** Of a pipeline. */
  steps: NullableJson<readonly StoredStep[]>;
  step_index: Generated<number>;
  step_count: Generated<number>;
  rest_ms: Generated<number | null>;
  kept: NullableJson<StoredResult>;
  kept_amount: Generated<number>;
  pipeline_name: string | null;
  /** Of the request that sent it, as a `traceparent`. */
  trace: string | null;
  /** Since when it waits, in the lane in which it is now. */
  queued_at: Generated<Date>;
}

export interface CallWebhook {
  readonly url: string;
  /** How its sender reached this server. */
  readonly baseUrl: string;
}

/** The columns of a task as it ended, without those that can be large. */
export type EndedColumns = Readonly<Record<string, unknown>>;

interface TaskEndTable {
  place: Generated<number>;
  task_id: string;
  owner: string;
  batch_id: string | null;
  key_id: string | null;
  webhook: NullableJson<CallWebhook>;
  task: Json<EndedColumns>;
}

interface PaceTable {
  name: string;
  n: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
}

interface LaneSettingTable {
  lane: Lane;
  width: number | null;
  is_paused: Generated<boolean>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    lane_setting: LaneSettingTable;
    task: TaskTable;
    task_end: TaskEndTable;
    pace: PaceTable;
  }
}
