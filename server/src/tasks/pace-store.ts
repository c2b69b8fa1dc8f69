// The SQL of measured paces.
import type { Querier } from '../adapters/postgres.ts';

export const findPace = (db: Querier, name: string) =>
  db.selectFrom('pace').select(['n', 'x', 'y', 'xx', 'xy']).where('name', '=', name).executeTakeFirst();
