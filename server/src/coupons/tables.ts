// The rows of coupons and their pieces as TypeScript sees them (server/migrations is authoritative).

import type { Sentence } from 'contract/words.ts';
import type { Generated } from 'kysely';
import type { Json } from '../adapters/tables.ts';

export interface CouponTable {
  id: Generated<string>;
  name: string;
  title: Json<Sentence>;
  amount_off: number | null;
  percent_off: number | null;
  currency: 'CNY' | 'USD' | null;
  minimum: number;
  plan_kind: 'member' | 'coins' | null;
  starts_at: Date;
  ends_at: Date;
  pieces: number;
  taken: Generated<number>;
  is_on_offer: boolean;
  position: number;
  created_at: Generated<Date>;
}

export interface CouponPieceTable {
  id: Generated<string>;
  coupon_id: string;
  account_id: string | null;
  title: Json<Sentence>;
  amount_off: number | null;
  percent_off: number | null;
  currency: 'CNY' | 'USD' | null;
  minimum: number;
  plan_kind: 'member' | 'coins' | null;
  starts_at: Date;
  ends_at: Date;
  received_at: Generated<Date>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    coupon: CouponTable;
    coupon_piece: CouponPieceTable;
  }
}
