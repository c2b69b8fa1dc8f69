// A preview of an item's options drawn by the browser, updated when they change.

import { useEffect, useState } from 'react';
import { useRevoke } from 'ui/picture/use-drawn-picture.ts';
import type { AnyOptions, AnyScreen } from 'ui/tool-screen.ts';
import { fileOf } from '../items/files.ts';
import { factsOf, type WorkItem } from '../items/item.ts';

export interface InstantPreview {
  readonly url: string;
  /** Absent if the size of the browser's file says nothing about the server's. */
  readonly bytes: number | undefined;
}

/** Delay in milliseconds, so that a slider has come to rest. */
const restMs = 220;

export function useInstantPreview(
  item: WorkItem | undefined,
  options: AnyOptions,
  screen: AnyScreen,
  isWanted: boolean,
): InstantPreview | undefined {
  const [preview, setPreview] = useState<(InstantPreview & { itemId: string }) | undefined>();
  useRevoke(preview?.url);
  const key = JSON.stringify(options);
  const id = item?.id;
  const inputId = item?.inputs[0]?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the options, which are a new object each time.
  useEffect(() => {
    const file = isWanted ? fileOf(inputId) : undefined;
    if (!file || !item || !screen.instantPreview) {
      setPreview(undefined);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const made = await screen.instantPreview?.(file, options, factsOf(item), stop.signal);
        if (stop.signal.aborted) return;
        const bytes = made?.isSizeHonest ? made.blob.size : undefined;
        setPreview(made && { url: URL.createObjectURL(made.blob), bytes, itemId: item.id });
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      }
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [inputId, key, screen, isWanted]);

  return preview?.itemId === id ? preview : undefined;
}
