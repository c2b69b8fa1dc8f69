// The plans for sale in a currency, and the payment methods.

import { coinEditions, type Edition, editions, type PayType, payWays } from 'contract/routes/orders.ts';
import { useEffect, useState } from 'react';
import { useLanguage } from 'ui/language.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';

export type Currency = Edition['currency'];

export interface PriceList {
  readonly plans: readonly Edition[];
  readonly packs: readonly Edition[];
  /** The payment methods for this currency. */
  readonly ways: readonly PayType[];
  /** All currencies that can be used for payment. */
  readonly currencies: readonly Currency[];
}

type Found = { readonly state: 'loading' | 'failed' } | { readonly state: 'found'; readonly list: PriceList };

/** Names are in the language of the page. `currency` is the language's by default. */
export function usePriceList(currency?: Currency): Found & { again: () => void } {
  const language = useLanguage();
  const [attempt, setAttempt] = useState(0);
  const key = `${currency} ${language} ${attempt}`;
  const [told, setTold] = useState<{ key: string; found: Found }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything the calls depend on: currency, language and `attempt`.
  useEffect(() => {
    const stop = new AbortController();
    const asked = { handleErrors: true, signal: stop.signal } as const;
    Promise.all([
      call(editions, { ...asked, query: { currency } }),
      call(coinEditions, { ...asked, query: { currency } }),
      call(payWays, asked),
    ]).then(
      ([plans, packs, ways]) => {
        const paid = plans.list[0]?.currency ?? packs.list[0]?.currency;
        setTold({
          key,
          found: {
            state: 'found',
            list: {
              plans: plans.list,
              packs: packs.list,
              ways: ways.list.filter(way => way.currencies.some(one => one === paid)).map(way => way.payType),
              currencies: [...new Set(ways.list.flatMap(way => way.currencies))],
            },
          },
        });
      },
      error => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setTold({ key, found: { state: 'failed' } });
      },
    );
    return () => stop.abort();
  }, [key]);
  return { ...(told?.key === key ? told.found : { state: 'loading' as const }), again: () => setAttempt(attempt + 1) };
}
