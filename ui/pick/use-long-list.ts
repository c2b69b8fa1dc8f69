// Virtualises a long list, so that only visible rows are rendered: with thousands of rows, each typed letter would re-render all of them.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Estimated heights in pixels until a row has been measured. */
const usualRow = 44;
const usualOpenRow = 280;
const gap = 4;
/** Number of rows rendered above and below the visible ones. */
const overscan = 12;

interface LongList {
  count: number;
  keyOf: (index: number) => string;
  /**
   * Index of the expanded row, which is taller than the others, or -1. It stays rendered at any scroll position, because it may have the
   * focus.
   */
  openAt: number;
}

/** `frame` is the ref of the scroll container; `list.measureElement` and `data-index` go to each row. */
export function useLongList({ count, keyOf, openAt }: LongList) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count,
    getScrollElement: () => frame.current,
    getItemKey: keyOf,
    estimateSize: index => (index === openAt ? usualOpenRow : usualRow),
    gap,
    overscan,
    rangeExtractor: (range: Range) => {
      const rows = defaultRangeExtractor(range);
      const isMissing = openAt >= 0 && openAt < count && !rows.includes(openAt);
      return isMissing ? [...rows, openAt].sort((a, b) => a - b) : rows;
    },
  });
  const showOpen = useEffectEvent(() => {
    if (openAt >= 0) list.scrollToIndex(openAt, { align: 'auto' });
  });
  const openKey = openAt >= 0 && openAt < count ? keyOf(openAt) : undefined;
  useEffect(() => {
    if (openKey !== undefined) showOpen();
  }, [openKey]);
  return { frame, list };
}
