// The latest purchases with masked names, shown one after the other; hidden if there are none.

import { getListTop } from 'contract/routes/points.ts';
import { fill, formatCount } from 'contract/words.ts';
import { ShoppingBag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLanguage, useWords } from 'ui/language.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { payWords } from '../pay/words.ts';
import { tellTime } from '../user-center/relative-time.ts';
import { membershipWords } from './words.ts';

const turnMs = 4000;
type Purchase = Awaited<ReturnType<typeof call<typeof getListTop>>>['list'][number];
const none: readonly Purchase[] = [];

export function Ticker() {
  const t = useWords(membershipWords);
  const pay = useWords(payWords);
  const language = useLanguage();
  const [found, setFound] = useState<{ language: string; list: readonly Purchase[] }>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    call(getListTop, { handleErrors: true, signal: stop.signal }).then(
      ({ list }) => setFound({ language, list }),
      error => {
        if (!stop.signal.aborted && !(error instanceof CallError)) throw error;
      },
    );
    return () => stop.abort();
  }, [language]);
  // After a change of the language, nothing is shown until the names have come in it.
  const list = found?.language === language ? found.list : none;
  useEffect(() => {
    // With reduced motion, only the latest purchase is shown.
    if (list.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setTurn(before => before + 1), turnMs);
    return () => clearInterval(timer);
  }, [list]);
  const shown = list[turn % Math.max(1, list.length)];
  if (!shown) return null;
  const what = shown.mealName ?? fill(pay.coins, { count: formatCount(shown.coins ?? 0) });
  return (
    <section
      aria-label={t.ticker}
      className="flex h-9 max-w-full items-center gap-2 overflow-hidden rounded-full border border-line bg-paper/70 px-4 text-sm text-soft"
    >
      <ShoppingBag aria-hidden className="size-4 shrink-0 text-accent-ink" />
      <span key={turn} className="animate-rise truncate">
        {fill(t.bought, { name: shown.nickName, what })}
        <span className="ms-2 text-xs">{tellTime(new Date(shown.createdAt), new Date(), language)}</span>
      </span>
    </section>
  );
}
