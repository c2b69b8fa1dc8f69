// What the server expects of a run of the selected file with its current options: its duration, and the size of its result.

import { useEffect, useState } from 'react';
import type { AnyOptions, AnyScreen } from 'ui/tool-screen.ts';
import { callOf, isListField } from '../../catalogue/tool-inputs.ts';
import { CallError } from '../../failures/call-error.ts';
import { forecastSeconds, measureBytes } from '../../tasks/calls.ts';
import { factsOf, isBusy, type WorkItem } from '../items/item.ts';

/** Delays in milliseconds, so that options have come to rest: a measure takes the server seconds. */
const forecastRestMs = 250;
const measureRestMs = 600;

/** Its duration in seconds, from the server's measurements of similar runs. */
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
    }, forecastRestMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, screen]);

  return told?.key === key ? told.seconds : undefined;
}

/**
 * The size of the result, which the server measures by encoding samples: null while it is measured, undefined if there is nothing to measure or it
 * could not be. A run stops a measure, which would delay it.
 */
export function useMeasuredBytes(
  item: WorkItem | undefined,
  options: AnyOptions,
  screen: AnyScreen,
): number | null | undefined {
  const [told, setTold] = useState<{ key: string; bytes: number | undefined }>();
  const path = item?.inputs[0]?.path;
  const wish = item && path !== undefined ? screen.measure?.(options, factsOf(item)) : undefined;
  const key = wish && JSON.stringify([path, wish]);
  const isTold = key !== undefined && told?.key === key;
  const isHeld = item !== undefined && isBusy(item);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the file and the options.
  useEffect(() => {
    if (key === undefined || path === undefined || !wish || isTold || isHeld) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const bytes = await measureBytes(path, wish, stop.signal);
        if (!stop.signal.aborted) setTold({ key, bytes });
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setTold({ key, bytes: undefined });
      }
    }, measureRestMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, isTold, isHeld]);

  if (key === undefined) return undefined;
  if (isTold) return told.bytes;
  return isHeld ? undefined : null;
}
