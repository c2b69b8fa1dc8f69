// The price of a run before it starts, in words, on a server with membership; for runs without a work item also the question for it.

import { fill, formatCount } from 'contract/words.ts';
import { Crown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { announce } from '../events.ts';
import { CallError } from '../failures/call-error.ts';
import { useSession } from '../session.ts';
import { settings } from '../settings.ts';
import { offerPayment } from '../shopping.ts';
import { askPrice } from '../tasks/calls.ts';
import { workWords } from '../words/work.ts';
import { inCoins } from './unlock.ts';

type Price = Awaited<ReturnType<typeof askPrice>>;

/** Requests the price again when the body, the user or `runs` changes: a run uses up a free try, and a failed one returns it. */
export function useCallPrice(path: string, body: Readonly<Record<string, unknown>>, runs = ''): Price | undefined {
  const user = useSession(state => state.user);
  const [price, setPrice] = useState<Price>();
  const asked = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the user's balance affects the price.
  useEffect(() => {
    if (!settings.membership) return;
    const stop = new AbortController();
    askPrice(path, JSON.parse(asked), stop.signal).then(setPrice, error => {
      if (stop.signal.aborted) return;
      // Without a response no price is shown; the run itself reports why it is refused.
      if (!(error instanceof CallError)) throw error;
      setPrice(undefined);
    });
    return () => stop.abort();
  }, [path, asked, user, runs]);
  return price;
}

/** The reason why a run would be refused, with a way to pay if that is the problem. */
function Refused({ reason, charge }: { reason: string; charge: Price['charge'] }) {
  const t = useWords(workWords);
  const coins = inCoins(charge);
  const isLoggedIn = useSession(state => state.token !== null);
  return (
    <div className="grid justify-items-center gap-1.5">
      <p className="text-center text-sm text-balance text-bad">{reason}</p>
      {charge.kind !== 'none' && (
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            size="sm"
            variant="secondary"
            icon={<Crown className="size-4" />}
            onClick={() => offerPayment({ coins, reason })}
          >
            {t.becomeMember}
          </Button>
          {!isLoggedIn && (
            <Button size="sm" variant="secondary" onClick={() => announce('login:open')}>
              {t.logIn}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface PriceNoteProps {
  readonly price: Price;
  /** Sentences about the price, for tools whose runs do not have exactly one file. */
  readonly words?: { readonly priceUse: string; readonly priceCoins: string } | undefined;
}

/** The price and the remaining balance, a note that the run is a trial, or the reason of its refusal. */
export function PriceNote({ price: { allowed, reason, charge, triesLeft, left }, words }: PriceNoteProps) {
  const t = useWords(workWords);
  if (!allowed) return <Refused reason={reason ?? ''} charge={charge} />;
  if (charge.kind === 'none') return null;
  const { amount } = charge;
  const line =
    left === null
      ? fill(triesLeft === null ? t.priceRevision : t.priceTrial, {
          coins: formatCount(inCoins(charge)),
          left: triesLeft ?? 0,
        })
      : fill(charge.kind === 'coins' ? (words ?? t).priceCoins : (words ?? t).priceUse, {
          amount: formatCount(amount),
          left: formatCount(left),
        });
  return <p className="text-center text-sm text-soft">{line}</p>;
}
