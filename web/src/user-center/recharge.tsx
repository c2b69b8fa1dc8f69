// The user's purchases: orders with receipts, and every change of the balance.
import { type Order, orderList } from 'contract/routes/orders.ts';
import { getRechargeList, type TopUp } from 'contract/routes/points.ts';
import { fill, formatCount } from 'contract/words.ts';
import { ReceiptText } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { call } from '../api.ts';
import { useLanguageStore } from '../language-store.ts';
import { formatMoney } from '../pay/money.ts';
import { formatDay, formatEnd } from '../person/format-day.ts';
import { describeOwed } from '../person/person-facts.tsx';
import { personWords } from '../person/person-words.ts';
import { Link } from '../router/link.tsx';
import { useSession } from '../session.ts';
import { followOrder, useShopping } from '../shopping.ts';
import { moneyWords } from './money-words.ts';
import { Paged } from './paged.tsx';
import { canAskRefund, RefundDialog, RefundState } from './refund-request.tsx';
import { refundWords } from './refund-words.ts';
import { pageSize, usePages } from './use-pages.ts';

const loadOrders = (page: number, signal: AbortSignal) =>
  call(orderList, { query: { page, size: pageSize }, signal, handleErrors: true });
const loadChanges = (page: number, signal: AbortSignal) =>
  call(getRechargeList, { query: { page, size: pageSize }, signal, handleErrors: true });

export function Recharge() {
  const words = useWords(moneyWords);
  const orders = usePages<Order>(loadOrders);
  const changes = usePages<TopUp>(loadChanges);
  const person = useWords(personWords);
  const user = useSession(state => state.user);
  const [askedOf, setAskedOf] = useState<Order>();
  const owed = user ? describeOwed(user, person) : '';
  // The order may have been paid or closed in the dialog.
  const reload = useEffectEvent(() => {
    orders.again();
    changes.again();
  });
  useEffect(() => useShopping.subscribe((now, before) => before.wish && !now.wish && reload()), []);
  return (
    <>
      {/* The page's heading already names it. */}
      <section aria-label={words.orders} className="grid gap-3">
        <Paged pages={orders} none={<EmptyState icon={<ReceiptText />} title={words.noOrders} />}>
          {list => (
            <ul className="card">
              {list.map(order => (
                <OrderRow key={order.orderNo} order={order} onAsk={() => setAskedOf(order)} />
              ))}
            </ul>
          )}
        </Paged>
      </section>
      {askedOf && (
        <RefundDialog order={askedOf} onClose={() => setAskedOf(undefined)} onChange={() => orders.again()} />
      )}
      <section className="grid gap-3">
        <h2 className="text-lg font-bold">{words.changes}</h2>
        {owed && <p className="text-soft">{fill(words.owes, { what: owed })}</p>}
        <Paged pages={changes} none={<p className="text-soft">{words.noChanges}</p>}>
          {list => (
            <ul className="card">
              {list.map(change => (
                <ChangeRow
                  key={`${change.createdAt} ${change.kind} ${change.reason} ${change.orderNo}`}
                  change={change}
                />
              ))}
            </ul>
          )}
        </Paged>
      </section>
    </>
  );
}

function OrderRow({ order, onAsk }: { order: Order; onAsk: () => void }) {
  const words = useWords(moneyWords);
  const refund = useWords(refundWords);
  const { orderNo, state, refundedAmount, amount, currency, refundRequest } = order;
  const hasReceipt = state === 'paid' || state === 'refunded';
  const canPay = state === 'open' && Date.parse(order.expiresAt) > Date.now();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line p-4 first:border-0">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-semibold">{order.mealName}</p>
        <p className="text-sm break-all text-soft tabular-nums">
          <span className="whitespace-nowrap">{formatDay(new Date(order.createdAt))}</span> · {orderNo}
        </p>
      </div>
      <p className="font-semibold tabular-nums">{formatMoney(amount, currency)}</p>
      <p className="min-w-20 text-sm text-soft">
        {state === 'paid' && refundedAmount > 0 ? words.partly : words[state]}
      </p>
      {canPay && (
        <Button size="sm" aria-label={`${words.payNow}: ${order.mealName}`} onClick={() => followOrder(orderNo)}>
          {words.payNow}
        </Button>
      )}
      {canAskRefund(order) && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={fill(refund.askOf, { name: `${order.mealName} ${orderNo}` })}
          onClick={onAsk}
        >
          {refund.ask}
        </Button>
      )}
      {hasReceipt && (
        <Link to={`/receipt/${orderNo}`} className="min-h-11 content-center font-medium text-accent-ink underline">
          {words.receipt}
        </Link>
      )}
      {refundRequest && <RefundState request={refundRequest} />}
    </li>
  );
}

function ChangeRow({ change }: { change: TopUp }) {
  const words = useWords(moneyWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  const { kind, isForever, until, mealName, reason, tool } = change;
  const amount = change.amount ?? 0;
  const signed = `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${formatCount(Math.abs(amount))}`;
  const end = until ? fill(words.untilDay, { day: formatEnd(new Date(until)) }) : isForever ? words.forever : '';
  const what =
    kind === 'membership'
      ? [mealName, end].filter(Boolean).join(' · ')
      : fill(kind === 'coins' ? words.plusCoins : words.plusUses, { amount: signed });
  const unit = kind === 'coins' ? words.plusCoins : words.plusUses;
  const owed = change.owed ?? 0;
  const note =
    owed > 0
      ? fill(words.wasSpent, { what: fill(unit, { amount: formatCount(owed) }) })
      : reason === 'debt'
        ? words.paysSpent
        : tool && (tileWords[tool]?.title ?? tool);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line p-4 first:border-0">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-semibold tabular-nums">{what}</p>
        {note && <p className="text-sm text-soft">{note}</p>}
      </div>
      <p className="text-sm text-soft">{words[reason]}</p>
      <p className="text-sm whitespace-nowrap text-soft tabular-nums">{formatDay(new Date(change.createdAt))}</p>
    </li>
  );
}
