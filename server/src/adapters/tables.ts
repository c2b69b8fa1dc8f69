// The rows of the database as TypeScript sees them (server/migrations holds the truth).

import type { KeyCode } from 'contract/key-codes.ts';
import type { Stage } from 'contract/stages.ts';
import type { TaskStatus } from 'contract/task.ts';
import type { Lane } from 'contract/tool.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { StoredError, StoredInput, StoredResult } from '../tasks/stored.ts';

type Json<T> = JSONColumnType<T & object, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

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
  stage: Stage;
  attempt: Generated<number>;
  faults: Generated<number>;
  change: Generated<number>;
  result: NullableJson<StoredResult>;
  error: NullableJson<StoredError>;
  charge_kind: Generated<'none' | 'use' | 'coins'>;
  charge_amount: Generated<number>;
  charge_state: Generated<'none' | 'held' | 'settled' | 'released'>;
  idempotency_key: string | null;
  request_hash: string;
  pace: string;
  input_bytes: Generated<number>;
  expected_ms: number | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
  expires_at: Date;
}

export interface StoredObjectTable {
  key: string;
  name: string;
  bytes: number;
  upload_id: string | null;
  is_complete: boolean;
  task_id: string | null;
  is_removed: Generated<boolean>;
  created_at: Generated<Date>;
  expires_at: Date;
}

interface PaceTable {
  name: string;
  n: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
}

interface ServerSecretTable {
  name: string;
  value: Buffer;
}

export interface Tables {
  task: TaskTable;
  stored_object: StoredObjectTable;
  pace: PaceTable;
  server_secret: ServerSecretTable;
}
