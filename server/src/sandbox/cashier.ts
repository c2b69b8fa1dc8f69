// The sandbox's cashier: its waiting payments and their outcomes. No money moves.
import { AppError } from 'contract/errors.ts';
import type { SandboxCashier } from 'contract/routes/sandbox.ts';
import { type Cashier, makeSandboxNotice } from '../adapters/pay-sandbox.ts';
import type { Querier } from '../adapters/postgres.ts';
import { handleNotice } from '../orders/notices.ts';
import type { OrderService } from '../orders/settle.ts';
import type { Parts } from '../parts.ts';
import {
  addRefund,
  closePayment,
  findPayment,
  insertPayment,
  listWaitingPayments,
  type PaymentRow,
  takePayment,
} from './store.ts';

export const cashierOf = (db: Querier): Cashier => ({
  add: payment => insertPayment(db, payment),
  stateOf: async orderNo => (await findPayment(db, orderNo))?.state ?? null,
  close: orderNo => closePayment(db, orderNo),
  refund: (orderNo, refund) => addRefund(db, orderNo, refund),
});

const maxShown = 20;

const present = (row: PaymentRow): SandboxCashier['payments'][number] => ({
  orderNo: row.order_no,
  payType: row.provider,
  amount: row.amount,
  currency: row.currency,
  title: row.title,
  state: row.state,
});

/** Lists waiting payments. Without `isOpen`: only the payment that the payer's own page names. */
export async function readCashier(
  { database }: Pick<Parts, 'database'>,
  { isOpen, orderNo }: { isOpen: boolean; orderNo: string | null },
): Promise<SandboxCashier> {
  const named = orderNo === null ? undefined : await findPayment(database, orderNo);
  const waiting = isOpen ? await listWaitingPayments(database, maxShown) : [];
  const others = waiting.filter(row => row.order_no !== orderNo);
  return { payments: [...(named ? [named] : []), ...others].map(present) };
}

/** Takes a payment and reports it like a provider. ORDER_CLOSED if the payment is not waiting. */
export async function payAsPayer(service: OrderService, secret: Buffer, orderNo: string): Promise<void> {
  const row = await takePayment(service.parts.database, orderNo);
  const provider = row && service.providers.get(row.provider);
  if (!row || !provider) throw new AppError('ORDER_CLOSED');
  const { amount, currency } = row;
  const raw = makeSandboxNotice({ orderNo, amount, currency }, secret);
  await handleNotice(service, provider, { raw, address: 'sandbox' });
}
