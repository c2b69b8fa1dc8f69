// The rows of plans as TypeScript sees them (server/migrations is authoritative).

import type { Sentence } from 'contract/words.ts';
import type { Generated } from 'kysely';
import type { Json } from '../adapters/tables.ts';

export interface PlanTable {
  id: Generated<string>;
  kind: 'member' | 'coins';
  currency: 'CNY' | 'USD';
  meal_name: Json<Sentence>;
  days: number;
  months: number;
  is_forever: boolean;
  uses: number;
  coins: number;
  amount: number;
  original_amount: number;
  is_recommended: boolean;
  position: number;
  is_on_sale: Generated<boolean>;
  created_at: Generated<Date>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    plan: PlanTable;
  }
}
