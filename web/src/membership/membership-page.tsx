// The sales pages: memberships (/membership) and coins (/coins), with the balance, recent purchases, and the price list of uses.
import { coinsPerUse } from 'contract/prices.ts';
import type { Edition } from 'contract/routes/orders.ts';
import { fill } from 'contract/words.ts';
import { RefreshCw, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useWords } from 'ui/language.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { signOf } from '../pay/money.ts';
import { type Currency, type PriceList, usePriceList } from '../pay/use-price-list.ts';
import { payWords } from '../pay/words.ts';
import type { PageProps } from '../route.ts';
import { Link } from '../router/link.tsx';
import { buy, followOrder } from '../shopping.ts';
import { CompareTable, CostTable, Questions } from './explain.tsx';
import { PackCard, PlanCard } from './plan-card.tsx';
import { Standing } from './standing.tsx';
import { Ticker } from './ticker.tsx';
import { membershipWords } from './words.ts';

/** Chinese text may break anywhere; a headline only breaks after a comma. */
function Clauses({ text }: { text: string }) {
  return text.split(/(?<=，)/).map(clause => (
    <span key={clause} className="inline-block">
      {clause}
    </span>
  ));
}

export function MembershipPage({ route }: PageProps) {
  const t = useWords(membershipWords);
  const pay = useWords(payWords);
  const isCoins = route.path === '/coins';
  const navigate = useNavigate();
  const [currency, setCurrency] = useState<Currency>();
  const prices = usePriceList(currency);
  useReturn();
  return (
    <div className="hero-glow">
      <div className="page grid gap-8 pt-10 sm:pt-14">
        <header className="grid justify-items-center gap-3 text-center">
          <h1 className="text-3xl font-extrabold tracking-tight sm:text-[2.75rem]">
            <Clauses text={isCoins ? t.coinsHeadline : t.headline} />
          </h1>
          <p className="max-w-2xl text-soft sm:text-lg">
            {isCoins ? fill(t.coinsLead, { count: coinsPerUse }) : t.lead}
          </p>
          <Ticker />
        </header>
        <Standing />
        <div className="flex flex-wrap items-center justify-center gap-3">
          <div className="w-72 max-w-full">
            <Segmented
              label={t.kinds}
              isLabelHidden
              value={isCoins ? 'coins' : 'membership'}
              segments={[
                { value: 'membership', label: t.plans },
                { value: 'coins', label: t.coinPacks },
              ]}
              onChange={kind => navigate(`/${kind}`, { replace: true })}
            />
          </div>
          {prices.state === 'found' && prices.list.currencies.length > 1 && (
            <Segmented
              label={t.currency}
              isLabelHidden
              value={currency ?? prices.list.plans[0]?.currency ?? 'CNY'}
              segments={prices.list.currencies.map(one => ({ value: one, label: `${signOf[one]} ${t[one]}` }))}
              onChange={setCurrency}
            />
          )}
        </div>
        {prices.state === 'loading' && (
          <p className="grid min-h-96 place-items-center">
            <Spinner className="size-8" label={t.loading} />
          </p>
        )}
        {prices.state === 'failed' && (
          <EmptyState
            icon={<RefreshCw />}
            title={pay.pricesFailed}
            actions={<Button onClick={prices.again}>{pay.tryAgain}</Button>}
          />
        )}
        {prices.state === 'found' && <ForSale list={prices.list} isCoins={isCoins} />}
        <div className="grid gap-12 pt-6">
          <CompareTable />
          <CostTable />
          <Questions />
        </div>
      </div>
    </div>
  );
}

/** Handles the return from a provider's page, which names the order. */
function useReturn(): void {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const orderNo = new URLSearchParams(search).get('order');
  useEffect(() => {
    if (!orderNo) return;
    followOrder(orderNo);
    navigate(pathname, { replace: true });
  }, [orderNo, navigate, pathname]);
}

function ForSale({ list, isCoins }: { list: PriceList; isCoins: boolean }) {
  const t = useWords(membershipWords);
  const pay = useWords(payWords);
  const { plans, packs, ways } = list;
  const shown: readonly Edition[] = isCoins ? packs : plans;
  const canBuy = ways.length > 0;
  if (shown.length === 0) return <Callout tone="warn" title={t.nothing} />;
  const isWide = shown.length > 3;
  return (
    <section aria-label={isCoins ? t.coinPacks : t.plans} className="grid gap-5">
      {!canBuy && (
        <Callout tone="warn" title={t.noWay}>
          {t.noWayText}
        </Callout>
      )}
      <ul
        className={`grid gap-3.5 sm:grid-cols-2 ${isWide ? 'lg:grid-cols-3 xl:grid-cols-5' : 'md:grid-cols-3 mx-auto w-full max-w-4xl'}`}
      >
        {shown.map(edition => (
          <li key={edition.id} className={edition.isRecommended ? 'grid max-sm:order-first' : 'grid'}>
            {isCoins ? (
              <PackCard edition={edition} canBuy={canBuy} onBuy={() => buy(edition)} />
            ) : (
              <PlanCard edition={edition} canBuy={canBuy} onBuy={() => buy(edition)} />
            )}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 text-sm text-soft">
        <span className="flex items-center gap-1.5">
          <ShieldCheck aria-hidden className="size-4.5 text-good" />
          {t.once}
        </span>
        <span>{t.failFree}</span>
        {canBuy && <span>{fill(t.waysTitle, { ways: ways.map(way => pay[way]).join(' · ') })}</span>}
        <Link to="/refund" className="py-1 text-accent-ink underline">
          {t.refund}
        </Link>
      </p>
    </section>
  );
}
