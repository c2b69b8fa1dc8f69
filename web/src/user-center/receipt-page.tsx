// The receipt of an order, for the screen and for printing.
import { type Order, orderDetail } from 'contract/routes/orders.ts';
import { fill } from 'contract/words.ts';
import { Printer } from 'lucide-react';
import { useLocation } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { call } from '../api.ts';
import { formatMoney } from '../pay/money.ts';
import type { PageProps } from '../route.ts';
import { Link } from '../router/link.tsx';
import { settings } from '../settings.ts';
import { useAnswerTo } from '../use-answer-to.ts';
import { moneyWords } from './money-words.ts';
import { Waiting } from './waiting.tsx';

export function ReceiptPage({ route }: PageProps) {
  const words = useWords(moneyWords);
  const language = useLanguage();
  const orderNo = useLocation().pathname.split('/').at(-1) ?? '';
  // Names depend on the language.
  const {
    answer: order,
    failure,
    again,
  } = useAnswerTo(`${orderNo} ${language}`, signal => call(orderDetail, { query: { orderNo }, signal }));

  return (
    <div className="page grid max-w-2xl gap-6 pt-8">
      <h1 className="text-2xl font-extrabold tracking-tight">{route.title[language]}</h1>
      {order ? <Receipt order={order} /> : <Waiting hasFailed={failure !== undefined} onAgain={again} />}
      <p className="flex flex-wrap items-center gap-3 print:hidden">
        {order?.paidAt && (
          <Button onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {words.print}
          </Button>
        )}
        <Link to="/userCenter/recharge" className="min-h-11 content-center font-medium text-accent-ink underline">
          {words.toOrders}
        </Link>
      </p>
    </div>
  );
}

function Receipt({ order }: { order: Order }) {
  const words = useWords(moneyWords);
  const language = useLanguage();
  const { amount, discount, coupon, currency, refundedAmount, payType, paidAt, state } = order;
  if (!paidAt) return <Callout tone="info" title={words.notPaid} />;
  const tellMoment = (moment: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(moment));
  const { company, nameZh, nameEn } = settings.brand;
  const rows = [
    [words.seller, company ?? (language === 'zh' ? nameZh : nameEn)],
    [words.orderNo, order.orderNo],
    [words.item, order.mealName],
    discount > 0 && [words.price, formatMoney(amount + discount, currency)],
    discount > 0 && [fill(words.discount, { name: coupon ?? '' }), `−${formatMoney(discount, currency)}`],
    [words.total, formatMoney(amount, currency)],
    refundedAmount > 0 && [words.refundedAmount, `−${formatMoney(refundedAmount, currency)}`],
    payType && [words.payType, words[payType]],
    [words.createdAt, tellMoment(order.createdAt)],
    [words.paidAt, tellMoment(paidAt)],
    [words.state, state === 'paid' && refundedAmount > 0 ? words.partly : words[state]],
  ].filter(row => Array.isArray(row));
  return (
    <section className="card grid gap-4 p-5 sm:p-8 print:border-0 print:p-0 print:shadow-none">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-x-6 border-b border-line pb-3 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="text-soft">{label}</dt>
            <dd className="font-semibold break-all tabular-nums sm:text-end">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-soft">{words.notInvoice}</p>
    </section>
  );
}
