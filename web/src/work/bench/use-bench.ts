// The workspace of a tool, as used by its components.

import { useMemo } from 'react';
import type { AnyOptions, AnyScreen } from 'ui/tool-screen.ts';
import { useShallow } from 'zustand/react/shallow';
import { factsOf, noteOwnPart, type WorkItem } from '../items/item.ts';
import { type Bench, benchOf, itemsOf, useWork } from '../items/store.ts';
import { sharedOptions } from './actions.ts';

export interface BenchView {
  readonly bench: Bench;
  readonly items: readonly WorkItem[];
  readonly selected: WorkItem | undefined;
  /** The shared options, with the same identity until they change. */
  readonly shared: AnyOptions;
}

export function useBench(tool: string, screen: AnyScreen): BenchView {
  noteOwnPart(tool, screen.ownPart);
  const bench = useWork(work => benchOf(work, tool));
  const items = useWork(useShallow(work => itemsOf(work, tool)));
  const first = items[0] && factsOf(items[0]);
  const { length: count } = items;
  const shared = useMemo(
    () => sharedOptions(bench.options, first, count, screen),
    [bench.options, first, count, screen],
  );
  const selected = items.find(item => item.id === bench.selectedId) ?? items[0];
  return { bench, items, selected, shared };
}
