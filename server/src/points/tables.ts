// The rows of wallets, what they hold and what moved, free tries, and records of uses as TypeScript sees them (server/migrations is authoritative).

import type { Sentence } from 'contract/words.ts';
import type { Generated } from 'kysely';
import type { Json, NullableJson } from '../adapters/tables.ts';

type Unit = 'use' | 'coin';

type Book = 'sold' | 'given' | 'spent' | 'taken';

interface WalletTable {
  id: Generated<string>;
  account_id: string | null;
  coins: Generated<number>;
  coins_held: Generated<number>;
  uses: Generated<number>;
  uses_held: Generated<number>;
  coins_owed: Generated<number>;
  uses_owed: Generated<number>;
  member_since: Date | null;
  member_until: Date | null;
  is_forever: Generated<boolean>;
  meal_name: NullableJson<Sentence>;
  created_at: Generated<Date>;
}

interface HoldTable {
  id: Generated<string>;
  wallet_id: string;
  task_id: string;
  subject: string;
  unit: Unit;
  amount: number;
  state: Generated<'held' | 'settled' | 'released'>;
  created_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  key_id: string | null;
  key_month: string | null;
}

interface MovementTable {
  id: Generated<number>;
  unit: Unit;
  amount: number;
  owed: Generated<number>;
  source_wallet: string | null;
  source_book: Book | null;
  destination_wallet: string | null;
  destination_book: Book | null;
  reason: 'purchase' | 'grant' | 'run' | 'refund' | 'correction' | 'debt';
  reference: string;
  hold_id: string | null;
  created_at: Generated<Date>;
}

interface MemberTermTable {
  id: Generated<number>;
  wallet_id: string;
  days: Generated<number>;
  months: Generated<number>;
  is_forever: Generated<boolean>;
  meal_name: Json<Sentence>;
  reason: 'purchase' | 'grant' | 'refund' | 'correction';
  reference: string;
  until: Date | null;
  created_at: Generated<Date>;
}

interface TrialRunTable {
  task_id: string;
  owner: string;
  address: string | null;
  tool: string;
  batch_id: string | null;
  day: string;
  kind: Generated<'trial' | 'look' | 'free' | 'returned'>;
  starts: Generated<number>;
}

interface UseRecordTable {
  id: Generated<number>;
  account_id: string;
  task_id: string | null;
  key_code: string | null;
  tool: string | null;
  name: Generated<string>;
  status: Generated<string>;
  charge_kind: Generated<'none' | 'use' | 'coins'>;
  charge_amount: Generated<number>;
  created_at: Generated<Date>;
}

interface KeySpendingTable {
  key_id: string;
  uses_per_month: number | null;
  coins_per_month: number | null;
  month: string | null;
  uses: Generated<number>;
  coins: Generated<number>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    key_spending: KeySpendingTable;
    wallet: WalletTable;
    hold: HoldTable;
    movement: MovementTable;
    member_term: MemberTermTable;
    trial_run: TrialRunTable;
    use_record: UseRecordTable;
  }
}
