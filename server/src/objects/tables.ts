// The rows of stored objects and who uses them as TypeScript sees them (server/migrations is authoritative).

import type { FileFacts } from 'contract/facts.ts';
import type { Generated } from 'kysely';
import type { ObjectPurpose, ObjectVisibility } from '../adapters/objects-names.ts';
import type { NullableJson } from '../adapters/tables.ts';

/** Why a file could not be probed or shown. */
export interface StoredFailure {
  readonly error: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** Unix time in milliseconds; null: as long as the file is stored. */
  readonly until: number | null;
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
  /** Null: kept until it is released explicitly. */
  expires_at: Date | null;
  owner: string | null;
  address: string | null;
  purpose: ObjectPurpose;
  visibility: Generated<ObjectVisibility>;
  facts: NullableJson<FileFacts>;
  /** What of it could not be probed or shown, and why. */
  failures: NullableJson<Readonly<Record<string, StoredFailure>>>;
  /** The store's version id of the bytes that arrived; null if they cannot be replaced. */
  version: Generated<string | null>;
}

interface ObjectUseTable {
  key: string;
  task_id: string;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    stored_object: StoredObjectTable;
    object_use: ObjectUseTable;
  }
}
