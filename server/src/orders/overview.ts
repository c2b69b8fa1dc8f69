// The operators' overview of orders: filtered lists, and the same as CSV.
import type { OperatorOrder } from 'contract/routes/operators.ts';
import { toDecimal } from '../adapters/payment.ts';
import type { Querier } from '../adapters/postgres.ts';
import { requestsOf } from './orders.ts';
import { listByFilters, type OrderFilters } from './overview-store.ts';
import { presentRequest } from './refund-requests.ts';
import { listDue } from './refunds.ts';
import type { RequestRow } from './request-store.ts';
import type { OrderRow } from './store.ts';

export type { OrderFilters };

/** An order without the number of the latest act on it, which operators provide. */
export type OrderLine = Omit<OperatorOrder, 'seen'>;

const describeOrder = (row: OrderRow, due: OrderLine['due'], request: RequestRow | undefined): OrderLine => ({
  orderNo: row.order_no,
  accountId: row.account_id,
  mealName: row.meal_name,
  amount: row.amount,
  refundedAmount: row.refunded_amount,
  currency: row.currency,
  payType: row.provider,
  state: row.state,
  fault: row.fault,
  due,
  agentCode: row.agent_code,
  refundRequest: request ? presentRequest(request) : null,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
});

export async function listOrdersFor(
  db: Querier,
  filters: OrderFilters,
  page: { readonly page: number; readonly size: number },
): Promise<{ list: OrderLine[]; total: number }> {
  const { list, total } = await listByFilters(db, filters, page);
  const due = await listDue(db, list);
  const requests = await requestsOf(db, list);
  const dueOf = (orderNo: string) => {
    const found = due.get(orderNo);
    return found ? { amount: found.left, currency: found.currency } : null;
  };
  return { list: list.map(row => describeOrder(row, dueOf(row.order_no), requests.get(row.order_no))), total };
}

/**
 * A CSV cell (RFC 4180). Spreadsheets execute text that begins with one of these characters as a formula, so it is prefixed with an apostrophe, which
 * they hide.
 */
function writeCell(value: string | number | null): string {
  const text = String(value ?? '');
  const isFormula = typeof value === 'string' && /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

const maxExported = 10_000;

/** The orders as CSV with a byte order mark, without which spreadsheets misread Chinese. */
export async function exportOrdersAsCsv(db: Querier, filters: OrderFilters): Promise<string> {
  const { list } = await listOrdersFor(db, filters, { page: 1, size: maxExported });
  const head = ['order', 'account', 'plan', 'amount', 'refunded', 'currency', 'paid by', 'state', 'fault', 'agent'];
  const lines = list.map(order => [
    order.orderNo,
    order.accountId,
    order.mealName.zh,
    toDecimal(order.amount),
    toDecimal(order.refundedAmount),
    order.currency,
    order.payType,
    order.state,
    order.fault,
    order.agentCode,
    order.createdAt,
    order.paidAt,
  ]);
  const rows = [[...head, 'ordered at', 'paid at'], ...lines];
  return `\ufeff${rows.map(row => row.map(writeCell).join(',')).join('\r\n')}\r\n`;
}
