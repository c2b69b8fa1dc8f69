// The rows of what the sandbox simulates as TypeScript sees them (server/migrations is authoritative).
import type { Generated } from 'kysely';

interface SandboxSmsTable {
  id: Generated<number>;
  mobile: string;
  code: string;
  text: string;
  created_at: Date;
}

export interface SandboxPaymentTable {
  order_no: string;
  provider: 'wechat' | 'alipay' | 'paypal';
  amount: number;
  currency: 'CNY' | 'USD';
  title: string;
  state: Generated<'open' | 'paid' | 'closed'>;
  refunded_amount: Generated<number>;
  refund_nos: Generated<string[]>;
  created_at: Generated<Date>;
}

declare module '../adapters/tables.ts' {
  interface Tables {
    sandbox_sms: SandboxSmsTable;
    sandbox_payment: SandboxPaymentTable;
  }
}
