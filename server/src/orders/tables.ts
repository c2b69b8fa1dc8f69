// The rows of orders, payments and refunds as TypeScript sees them (server/migrations is authoritative).

import type { Sentence } from 'contract/words.ts';
import type { Generated } from 'kysely';
import type { Json, NullableJson } from '../adapters/tables.ts';

export interface OrderRefundTable {
  refund_no: string;
  order_no: string;
  amount: number;
  reason: string;
  state: 'asked' | 'made';
  asked_at: Generated<Date>;
  created_at: Generated<Date>;
  /** The refunded payment; null: the order's own payment. */
  misfit_id: string | null;
}

export interface RefundRequestTable {
  id: Generated<string>;
  order_no: string;
  reason: string;
  state: Generated<'open' | 'refunded' | 'declined'>;
  /** What the operator tells the buyer. */
  answer: string | null;
  created_at: Generated<Date>;
  answered_at: Date | null;
}

export interface MisfitPaymentTable {
  id: Generated<string>;
  order_no: string;
  provider: 'wechat' | 'alipay' | 'paypal';
  provider_ref: string;
  amount: number;
  currency: string;
  refunded_amount: Generated<number>;
  created_at: Generated<Date>;
}

export interface PurchaseOrderTable {
  order_no: string;
  account_id: string | null;
  plan_id: string | null;
  kind: 'member' | 'coins';
  meal_name: Json<Sentence>;
  days: number;
  months: number;
  is_forever: boolean;
  uses: number;
  coins: number;
  amount: number;
  currency: 'CNY' | 'USD';
  state: Generated<'open' | 'paid' | 'closed' | 'refunded'>;
  provider: Generated<'wechat' | 'alipay' | 'paypal' | null>;
  provider_ref: Generated<string | null>;
  code_url: Generated<string | null>;
  approve_url: Generated<string | null>;
  fault: Generated<string | null>;
  refunded_amount: Generated<number>;
  forgives_spent: Generated<boolean>;
  agent_code: string | null;
  logid_url: string | null;
  idempotency_key: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  paid_at: Generated<Date | null>;
  asked_at: Generated<Date | null>;
  capture_at: Generated<Date | null>;
  discount: Generated<number>;
  piece_id: string | null;
  coupon_title: NullableJson<Sentence>;
}

interface PaymentNoticeTable {
  provider: string;
  notice_id: string;
  order_no: string | null;
  event: string;
  outcome: string;
  received_at: Generated<Date>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    order_refund: OrderRefundTable;
    refund_request: RefundRequestTable;
    misfit_payment: MisfitPaymentTable;
    purchase_order: PurchaseOrderTable;
    payment_notice: PaymentNoticeTable;
  }
}
