// The tables of the database, to which each noun adds its own with "declare module" in its tables.ts (server/migrations is authoritative).
import type { ColumnType, JSONColumnType } from 'kysely';

export type Json<T> = JSONColumnType<T & object, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

// biome-ignore lint/suspicious/noEmptyInterface: each noun adds its tables.
export interface Tables {}
