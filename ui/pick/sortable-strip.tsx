// A strip of items that can be reordered by mouse or finger, with the arrow keys, or by name.
import { ArrowDownAZ, ArrowDownZA } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { joinClasses } from '../classes.ts';
import { sortByName } from '../files/sort-by-name.ts';
import { IconButton } from '../icon-button.tsx';
import { useLanguage, useWords } from '../language.tsx';
import { stripWords } from './strip-words.ts';
import { useStrip } from './use-strip.ts';

interface StripItem {
  readonly id: string;
  readonly name: string;
  readonly picture: ReactNode;
  /** Shown below the picture, outside the draggable part. */
  readonly below?: ReactNode;
}

interface SortableStripProps {
  label: string;
  items: readonly StripItem[];
  selectedId?: string | undefined;
  /** The selection advances by itself. */
  isMoving?: boolean;
  onSelect?: (id: string) => void;
  onReorder: (ids: readonly string[]) => void;
  /** Returns "{name}, 2 of 7. Drag it, or move it with the arrow keys", and the announcement after a move. */
  describe: (name: string, position: number, count: number) => string;
}

/** In milliseconds: a finger that moves sooner scrolls the strip, one that rests longer picks up the item. */
const holdMs = 220;
const dragFromPx = 6;

const moveTo = (ids: readonly string[], id: string, index: number): string[] => {
  const rest = ids.filter(other => other !== id);
  return [...rest.slice(0, index), id, ...rest.slice(index)];
};

interface DraggingOptions {
  readonly ids: readonly string[];
  /** Called when an item is pressed and released where it is. */
  readonly onPress: (id: string) => void;
  readonly onDrop: (id: string, order: readonly string[]) => void;
}

/** Items that are dragged along their list: by mouse at once, by finger after a rest. `dragged.order` is how they would lie if the item were dropped now. */
function useDragging({ ids, onPress, onDrop }: DraggingOptions) {
  const listRef = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<{ id: string; order: readonly string[] } | undefined>();
  const press = useRef<{ id: string; x: number; timer: number | undefined } | undefined>(undefined);

  useEffect(() => {
    const list = listRef.current;
    // The strip must not scroll while an item is dragged. React adds touch listeners as passive, so this one is added directly.
    const hold = (event: TouchEvent) => {
      if (list?.dataset.dragging === 'true') event.preventDefault();
    };
    list?.addEventListener('touchmove', hold, { passive: false });
    return () => list?.removeEventListener('touchmove', hold);
  }, []);

  const pickUp = (id: string) => setDragged({ id, order: ids });
  function endPress() {
    window.clearTimeout(press.current?.timer);
    press.current = undefined;
  }

  function handleDown(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return;
    const isTouch = event.pointerType !== 'mouse';
    const timer = isTouch ? window.setTimeout(() => pickUp(id), holdMs) : undefined;
    press.current = { id, x: event.clientX, timer };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function handleMove(event: PointerEvent<HTMLElement>) {
    const { current } = press;
    if (!current) return;
    const isFar = Math.abs(event.clientX - current.x) > dragFromPx;
    if (!dragged) {
      if (isFar && event.pointerType === 'mouse') pickUp(current.id);
      else if (isFar) endPress();
      return;
    }
    const index = [...(listRef.current?.children ?? [])].findIndex(child => {
      const { left, right, top, bottom } = child.getBoundingClientRect();
      return event.clientX >= left && event.clientX < right && event.clientY >= top - 40 && event.clientY < bottom + 40;
    });
    if (index >= 0) setDragged({ ...dragged, order: moveTo(ids, dragged.id, index) });
  }

  function handleUp(id: string) {
    endPress();
    if (!dragged) return onPress(id);
    setDragged(undefined);
    onDrop(dragged.id, dragged.order);
  }

  return {
    listRef,
    dragged,
    handlersOf: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => handleDown(event, id),
      onPointerMove: handleMove,
      onPointerUp: () => handleUp(id),
      onPointerCancel: () => {
        endPress();
        setDragged(undefined);
      },
    }),
  };
}

export function SortableStrip({
  label,
  items,
  selectedId,
  isMoving = false,
  onSelect,
  onReorder,
  describe,
}: SortableStripProps) {
  const [said, setSaid] = useState('');
  const ids = items.map(item => item.id);
  const t = useWords(stripWords);
  const sorted = sortByName(items, useLanguage());
  const isSorted = sorted.every((id, index) => id === ids[index]);
  const { listRef, dragged, handlersOf } = useDragging({
    ids,
    onPress: id => onSelect?.(id),
    onDrop: (id, next) => {
      tell(id, next);
      onReorder(next);
    },
  });
  useStrip(listRef, isMoving ? undefined : selectedId);
  const order = dragged?.order ?? ids;

  function tell(id: string, next: readonly string[]) {
    const name = items.find(item => item.id === id)?.name ?? '';
    setSaid(describe(name, next.indexOf(id) + 1, next.length));
  }

  function handleKey(event: KeyboardEvent<HTMLElement>, id: string) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = moveTo(ids, id, Math.min(ids.length - 1, Math.max(0, ids.indexOf(id) + step)));
    tell(id, next);
    onReorder(next);
    // The button keeps the focus, because React moves its element by its key.
    const { currentTarget } = event;
    requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  }

  function sort() {
    onReorder(isSorted ? sorted.toReversed() : sorted);
    setSaid(isSorted ? t.sortedBack : t.sorted);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-1">
      <ul
        ref={listRef}
        aria-label={label}
        data-dragging={dragged !== undefined}
        className="flex gap-2 overflow-x-auto overscroll-x-contain p-1.5"
      >
        {order.map((id, index) => {
          const item = items.find(one => one.id === id);
          if (!item) return null;
          return (
            <li key={id} className={joinClasses('grid w-21 shrink-0 gap-1', dragged?.id === id && 'opacity-60')}>
              <button
                type="button"
                aria-label={describe(item.name, index + 1, order.length)}
                aria-current={id === selectedId || undefined}
                {...handlersOf(id)}
                onContextMenu={event => event.preventDefault()}
                onKeyDown={event => handleKey(event, id)}
                className={joinClasses(
                  'relative aspect-square w-full cursor-grab touch-pan-x overflow-hidden rounded-xl bg-sunken select-none active:cursor-grabbing',
                  id === selectedId ? 'ring-2 ring-accent' : 'ring-1 ring-line',
                )}
              >
                {item.picture}
                <span
                  aria-hidden
                  className="absolute start-1 top-1 rounded-md bg-black/65 px-1.5 text-[0.6875rem] font-semibold text-white tabular-nums"
                >
                  {index + 1}
                </span>
              </button>
              {item.below}
            </li>
          );
        })}
      </ul>
      {items.length > 2 && (
        <IconButton
          label={isSorted ? t.sortBack : t.sort}
          icon={isSorted ? <ArrowDownZA className="size-5" /> : <ArrowDownAZ className="size-5" />}
          onClick={sort}
        />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
