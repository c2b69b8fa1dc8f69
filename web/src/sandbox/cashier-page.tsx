// The sandbox's cashier, which replaces a provider's page: it states clearly that no money is charged, and pays an order.

import { type SandboxCashier, sandboxCashier, sandboxPay } from 'contract/routes/sandbox.ts';
import { fill } from 'contract/words.ts';
import { CircleCheck, FlaskConical, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Button, buttonClasses } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { formatMoney } from '../pay/money.ts';
import { WayMark } from '../pay/way-mark.tsx';
import { payWords } from '../pay/words.ts';
import { Link } from '../router/link.tsx';
import { cashierWords } from './cashier-words.ts';
import { sandboxHeaders } from './use-sandbox.ts';

type Payment = SandboxCashier['payments'][number];

const lookAgainMs = 3000;

export function CashierPage() {
  const t = useWords(cashierWords);
  const orderNo = new URLSearchParams(useLocation().search).get('order') ?? undefined;
  const [payments, setPayments] = useState<readonly Payment[]>();
  const [problem, setProblem] = useState<CallError>();
  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const headers = sandboxHeaders();
        const asked = { query: { orderNo }, headers, handleErrors: true, ...(signal && { signal }) };
        setPayments((await call(sandboxCashier, asked)).payments);
        setProblem(undefined);
      } catch (error) {
        if (signal?.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setProblem(error);
      }
    },
    [orderNo],
  );
  useEffect(() => {
    const stop = new AbortController();
    const lookIfSeen = () => document.hidden || void load(stop.signal);
    lookIfSeen();
    const timer = setInterval(lookIfSeen, lookAgainMs);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [load]);

  const named = payments?.find(payment => payment.orderNo === orderNo);
  const others = payments?.filter(payment => payment !== named && payment.state === 'open') ?? [];
  return (
    <div className="page grid max-w-xl gap-6 pt-10 sm:pt-12">
      <h1 className="text-3xl font-extrabold tracking-tight">{t.title}</h1>
      <Callout tone="warn" icon={<TriangleAlert />} title={t.plain}>
        {t.plainText}
      </Callout>
      {problem && <Callout tone="bad" title={problem.status === 404 ? t.off : problem.msg} />}
      {!payments && !problem && (
        <p className="grid min-h-40 place-items-center">
          <Spinner className="size-7" />
        </p>
      )}
      {named && <Bill payment={named} isNamed onPaid={() => void load()} />}
      {payments && orderNo && !named && <Callout tone="warn" title={t.unknown} />}
      {others.length > 0 && (
        <section aria-labelledby="waiting-payments" className="grid gap-3">
          <h2 id="waiting-payments" className="text-lg font-bold">
            {t.waiting}
          </h2>
          {others.map(payment => (
            <Bill key={payment.orderNo} payment={payment} onPaid={() => void load()} />
          ))}
        </section>
      )}
      {payments?.length === 0 && !orderNo && (
        <EmptyState
          icon={<FlaskConical />}
          title={t.nothing}
          text={t.nothingText}
          actions={
            <Link to="/membership" className={buttonClasses()}>
              {t.toPlans}
            </Link>
          }
        />
      )}
    </div>
  );
}

function Bill({ payment, isNamed = false, onPaid }: { payment: Payment; isNamed?: boolean; onPaid: () => void }) {
  const t = useWords(cashierWords);
  const pay = useWords(payWords);
  const [isBusy, setIsBusy] = useState(false);
  const { orderNo, payType, amount, currency, title, state } = payment;
  const price = formatMoney(amount, currency);

  async function confirm(): Promise<void> {
    setIsBusy(true);
    try {
      await call(sandboxPay, { body: { orderNo }, headers: sandboxHeaders() });
    } catch (error) {
      // The error has already been shown.
      if (!(error instanceof CallError)) throw error;
    }
    onPaid();
    setIsBusy(false);
  }

  return (
    <article aria-label={title} data-payment={state} className="card grid gap-4 p-5 sm:p-6">
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-1">
          <p className="text-lg font-bold">{title}</p>
          <p className="flex items-center gap-2 text-sm text-soft">
            <WayMark way={payType} />
            {fill(t.playedWay, { way: pay[payType] })}
          </p>
        </div>
        <p className="text-2xl font-extrabold tabular-nums">{price}</p>
      </div>
      {state === 'open' && (
        <Button isWide size={isNamed ? 'lg' : 'md'} isBusy={isBusy} onClick={() => void confirm()}>
          {fill(t.pay, { price })}
        </Button>
      )}
      {state === 'paid' && (
        <div className="grid gap-3">
          <p role="status" className="flex items-center gap-2 font-semibold text-good">
            <CircleCheck aria-hidden className="size-5" />
            {t.paid}
          </p>
          <Link to={`/membership?order=${orderNo}`} className={buttonClasses({ variant: 'secondary', isWide: true })}>
            {t.back}
          </Link>
        </div>
      )}
      {state === 'closed' && <p className="font-medium text-soft">{t.closed}</p>}
      <p className="text-xs text-soft">{fill(pay.orderNo, { orderNo })}</p>
    </article>
  );
}
