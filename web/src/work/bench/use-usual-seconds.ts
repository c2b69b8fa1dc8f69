// The estimated duration of a run of the selected file with its current options, from the server's measurements of similar runs.
import { useEffect, useState } from 'react';
import { CallError } from '../../api.ts';
import { type AnyOptions, factsOf, type WorkItem } from '../items/item.ts';
import { callOf, isListField } from '../items/tool-inputs.ts';
import { forecastSeconds } from '../transfer/calls.ts';
import type { AnyScreen } from './actions.ts';

/** Delay in milliseconds, so that options have come to rest. */
const restMs = 250;

export function useUsualSeconds(
  item: WorkItem | undefined,
  options: AnyOptions,
  screen: AnyScreen,
): number | undefined {
  const [told, setTold] = useState<{ key: string; seconds: number | undefined }>();
  const input = item?.inputs[0];
  const path = input?.path;
  // Also changes when a run has ended, because the server has then measured it.
  const key = JSON.stringify([item?.id, path, options, item?.run === 'done' && item.runNumber]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the file and the options.
  useEffect(() => {
    if (!screen.tellsTime || !item || !path) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const facts = factsOf(item);
      const call = callOf({ tool: item.tool, callName: screen.callName?.(options, facts) });
      const field = input.field ?? call.inputs[0]?.field ?? '';
      try {
        const files = isListField(call, field) ? [path] : path;
        const payload = { ...(screen.payload?.(options, facts, []) ?? options), [field]: files };
        const seconds = await forecastSeconds(call.path, payload, stop.signal);
        if (!stop.signal.aborted) setTold({ key, seconds: seconds ?? undefined });
      } catch (error) {
        // Without a response, no duration is shown.
        if (!stop.signal.aborted && !(error instanceof CallError)) throw error;
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, screen]);

  return told?.key === key ? told.seconds : undefined;
}
