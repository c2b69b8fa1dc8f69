// The price of a run of the selected file, the remaining balance, or the reason of a refusal; empty on a server without membership.
import { fill, formatCount } from 'contract/words.ts';
import { Crown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { CallError } from '../../api.ts';
import { announce } from '../../events.ts';
import { offerPayment } from '../../pay/shopping.ts';
import { useSession } from '../../session.ts';
import { settings } from '../../settings.ts';
import { factsOf, optionsOf, type WorkItem } from '../items/item.ts';
import { callOf } from '../items/tool-inputs.ts';
import { askPrice } from '../transfer/calls.ts';
import type { AnyScreen } from './actions.ts';
import { inCoins } from './unlock.ts';
import { workWords } from './words.ts';

type Price = Awaited<ReturnType<typeof askPrice>>;

/** Delay in milliseconds, so that options have come to rest. */
const restMs = 300;

function usePrice(
  item: WorkItem | undefined,
  shared: Parameters<typeof optionsOf>[1],
  screen: AnyScreen,
): Price | undefined {
  const token = useSession(state => state.token);
  const user = useSession(state => state.user);
  const [told, setTold] = useState<{ place: string; price: Price }>();
  const options = item && optionsOf(item, shared);
  const path = item?.inputs[0]?.path;
  const place = JSON.stringify([item?.id, item?.runNumber, token]);
  // The price also depends on the user, their balance, and their trials.
  const key = JSON.stringify([
    item?.id,
    path,
    options,
    item?.run,
    item?.runNumber,
    token,
    user?.useMaxNum,
    user?.coinLeft,
  ]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the file, its options and the user.
  useEffect(() => {
    if (!settings.membership || !item || !options) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const facts = factsOf(item);
      const call = callOf({ tool: item.tool, callName: screen.callName?.(options, facts) });
      const field = item.inputs[0]?.field ?? call.inputs[0]?.field ?? '';
      // Before it is uploaded, its size already tells whether it is too large: a refusal after the upload would be late.
      const file =
        path === undefined
          ? { fileSize: facts.bytes }
          : { [field]: call.inputs.find(rule => rule.field === field)?.many ? [path] : path };
      try {
        const replaces = item.task?.taskId ?? item.replacedTaskId;
        const payload = {
          ...(screen.payload?.(options, facts, []) ?? options),
          ...file,
          batchId: item.batchId,
          ...(replaces !== undefined && { replaces }),
        };
        const price = await askPrice(call.path, payload, stop.signal);
        if (!stop.signal.aborted) setTold({ place, price });
      } catch (error) {
        // Without a response no price is shown; the run itself reports why it is refused.
        if (!stop.signal.aborted && !(error instanceof CallError)) throw error;
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, screen]);

  // The last answer stays until the next one, so that the button below does not jump with each change.
  return told?.place === place ? told.price : undefined;
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

interface PriceLineProps {
  readonly item: WorkItem | undefined;
  readonly shared: Parameters<typeof optionsOf>[1];
  readonly screen: AnyScreen;
}

export function PriceLine({ item, shared, screen }: PriceLineProps) {
  const price = usePrice(item, shared, screen);
  const t = useWords(workWords);
  const isJoined =
    screen.siblings?.kind === 'join' && item !== undefined && screen.siblings.isWanted(optionsOf(item, shared));
  const joined = { priceUse: t.priceUseJoined, priceCoins: t.priceCoinsJoined };
  return price ? <PriceNote price={price} words={isJoined ? joined : undefined} /> : null;
}
