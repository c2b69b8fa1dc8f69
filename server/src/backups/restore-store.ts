// The SQL of a restore: one transaction that makes the tables, fills them and sets the sequences, so that a database is empty or whole.
import type { Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Head, Manifest } from './format.ts';

export interface FoundDatabase {
  readonly tables: number;
  /** Whether the tables are of this product. */
  readonly isOurs: boolean;
  /** Servers that use it. */
  readonly servers: number;
}

export async function lookAtTarget(client: pg.Client): Promise<FoundDatabase> {
  const { rows } = await client.query<FoundDatabase>(`
    select
      (select count(*)::int from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r') as tables,
      to_regclass('migration') is not null as "isOurs",
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'pixwright' and pid <> pg_backend_pid()) as servers`);
  return rows[0]!;
}

/** Drops all tables, with their sequences, and all functions of the current schema. */
export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop table if exists %s cascade', oid::regclass) as statement
    from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
    union all
    select format('drop sequence if exists %s cascade', oid::regclass)
    from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'
    union all
    select format('drop routine if exists %s cascade', oid::regprocedure)
    from pg_proc where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`);
  for (const { statement } of rows) await client.query(statement);
}

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Empties the tables of what migrations put in, and takes foreign keys and triggers away until the rows are in. Returns the function that puts them
 * back, which checks every foreign key.
 */
export async function openTables(client: pg.Client, tables: Head['tables']): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  const { rows: references } = await client.query<Reference>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`);
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  return async () => {
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  };
}

/** Takes the rows of a table as COPY writes them. */
export const fillTable = (client: pg.Client, { name, columns }: Head['tables'][number]): Writable =>
  client.query(
    copyFrom(`copy ${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')}) from stdin`),
  );

export async function setSequences(client: pg.Client, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), value, isCalled]);
}
