// The size of the result of the selected clip with its current options, which the server measures by encoding samples.
import { useEffect, useState } from 'react';
import { CallError } from '../../api.ts';
import { type AnyOptions, factsOf, isBusy, type WorkItem } from '../items/item.ts';
import { measureBytes } from '../transfer/calls.ts';
import type { AnyScreen } from './actions.ts';

/** Delay in milliseconds, so that options have come to rest: a measure takes the server seconds. */
const restMs = 600;

/** Null while it is measured; undefined if there is nothing to measure or it could not be. A run stops a measure, which would delay it. */
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
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, isTold, isHeld]);

  if (key === undefined) return undefined;
  if (isTold) return told.bytes;
  return isHeld ? undefined : null;
}
