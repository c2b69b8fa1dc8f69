// The price of a run of the selected file, the remaining balance, or the reason of a refusal; empty on a server without membership.

import { useEffect, useState } from 'react';
import { useWords } from 'ui/language.tsx';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { callOf } from '../../catalogue/tool-inputs.ts';
import { CallError } from '../../failures/call-error.ts';
import { PriceNote } from '../../pay/run-price.tsx';
import { useSession } from '../../session.ts';
import { settings } from '../../settings.ts';
import { askPrice } from '../../tasks/calls.ts';
import { workWords } from '../../words/work.ts';
import { factsOf, optionsOf, type WorkItem } from '../items/item.ts';

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
