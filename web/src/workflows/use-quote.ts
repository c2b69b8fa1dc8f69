// The price of the workflow as it stands, asked for once its steps and files have come to rest.

import { quotePipeline } from 'contract/routes/pipelines.ts';
import { fill, formatCount } from 'contract/words.ts';
import { useEffect } from 'react';
import { useWords } from 'ui/language.tsx';
import { create } from 'zustand';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { useSession } from '../session.ts';
import { settings } from '../settings.ts';
import { leadingFacts, useFlow } from './flow.ts';
import { bodiesOf } from './payloads.ts';
import { flowWords } from './words.ts';

/** The server's answer. */
type Quote = Awaited<ReturnType<typeof call<typeof quotePipeline>>>;

const restMs = 500;

const useQuoteStore = create<{ quote: Quote | undefined }>()(() => ({ quote: undefined }));

/** Keeps the quote up to date while the page is open. */
export function useQuote(): Quote | undefined {
  const steps = useFlow(flow => flow.steps);
  const files = useFlow(flow => flow.files);
  const isRun = useFlow(flow => flow.batchId !== undefined);
  const token = useSession(state => state.token);
  const coins = useSession(state => state.user?.coinLeft);
  const paths = files.flatMap(file => file.path ?? []);
  const key = paths.join('\n');
  const facts = leadingFacts({ files });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the files, and token and coins the user.
  useEffect(() => {
    if (isRun) return;
    if (steps.length === 0) return useQuoteStore.setState({ quote: undefined });
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const bodies = await bodiesOf(steps, facts, stop.signal);
        const body = { steps: bodies, inputs: paths };
        const quote = await call(quotePipeline, { body, signal: stop.signal, handleErrors: true, timeoutMs: 60_000 });
        useQuoteStore.setState({ quote });
      } catch (error) {
        // Without an answer no price is shown; the run itself says why it is refused.
        if (!stop.signal.aborted && !(error instanceof CallError)) throw error;
        if (!stop.signal.aborted) useQuoteStore.setState({ quote: undefined });
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [steps, key, isRun, token, coins]);
  return useQuoteStore(({ quote }) => quote);
}

/** What one step costs, in words; undefined where nothing costs anything. */
export function usePriceOfStep(place: number): string | undefined {
  const words = useWords(flowWords);
  const charge = useQuoteStore(({ quote }) => quote?.steps[place]?.charge);
  if (!settings.membership || !charge) return undefined;
  if (charge.kind === 'none') return words.stepFree;
  const amount = formatCount(charge.amount);
  return fill(charge.kind === 'use' ? words.stepPrice : words.stepPriceCoins, { amount });
}
