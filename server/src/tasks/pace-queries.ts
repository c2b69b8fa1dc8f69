// The SQL by which workers record how long a run took.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

/** The weight that the old samples keep at each new one: about the last fifty samples count. */
const decay = 0.98;

/** Adds one measured run. A run without an amount is not a sample. */
export async function recordSample(db: Querier, name: string, amount: number | null, ms: number): Promise<void> {
  if (amount === null) return;
  await sql`
    insert into pace as old (name, n, x, y, xx, xy)
    values (${name}, 1, ${amount}, ${ms}, ${amount * amount}, ${amount * ms})
    on conflict (name) do update set
      n = old.n * ${decay} + excluded.n,
      x = old.x * ${decay} + excluded.x,
      y = old.y * ${decay} + excluded.y,
      xx = old.xx * ${decay} + excluded.xx,
      xy = old.xy * ${decay} + excluded.xy`.execute(db);
}
