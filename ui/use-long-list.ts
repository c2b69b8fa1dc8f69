// The rows of a long list, of which only those in sight are in the page: with thousands of rows, each letter typed would render all of them.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Estimates in pixels, until a row has been measured. */
const usualRow = 44;
const usualOpenRow = 280;
const gap = 4;
/** Rows rendered above and below those in sight. */
const overscan = 12;

interface LongList {
  count: number;
  keyOf: (index: number) => string;
  /** The row that is open, taller than the others; -1: none. It stays in the page wherever the list is, since it may have the focus. */
  openAt: number;
}

/** `frame` goes to the element that scrolls, `list.measureElement` and `data-index` to each row. */
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
