// The SQL by which operators answer the refund request of an order.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

/** Keeps words for the buyer, to be read once the refund of the order is made. Changes nothing where no request is open. */
export const noteAnswer = (db: Querier, orderNo: string, answer: string) =>
  db
    .updateTable('refund_request')
    .set({ answer })
    .where('order_no', '=', orderNo)
    .where('state', '=', 'open')
    .execute();
