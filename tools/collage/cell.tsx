// One cell of the collage on the stage. Its picture is panned and zoomed by pointer, wheel, pinch and keys, or dragged onto another cell.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { joinClasses } from 'ui/classes.ts';
import type { StageFile } from 'ui/tool-screen.ts';
import { maxZoom, type View } from './contract.ts';
import { type Cell, findWindow, innerSize, type Layout, panView, type Size, scaleIn, zoomView } from './lay-out.ts';
import { sizeOf } from './settings.ts';

interface CollageCellProps {
  file: StageFile;
  cell: Cell;
  layout: Layout;
  view: View;
  label: string;
  /** Shown instead of a picture that browsers cannot display. */
  note: string;
  isSelected: boolean;
  /** Whether a picture dragged from another cell would be dropped here. */
  isTarget: boolean;
  isLifted: boolean;
  /** The `touch-action` of the cell: whether a finger scrolls the stage. */
  touch: 'none' | 'pan-x' | 'pan-y';
  onSelect: () => void;
  onView: (view: View) => void;
  /** Reports the pointer's position in the viewport during a drag. */
  onDrag: (x: number, y: number) => void;
  /** Ends the drag; returns whether the pictures were swapped. A drag that the browser cancels swaps nothing. */
  onDrop: (isMeant: boolean) => boolean;
}

const keyStep = 0.05;
const wheelSpeed = 0.0016;
const inPercent = (length: number, of: number) => `${(length / of) * 100}%`;
const holdZoom = (zoom: number) => Math.min(maxZoom, Math.max(1, zoom));

export function CollageCell(props: CollageCellProps) {
  const { file, cell, layout, view, label, note, isSelected, isTarget, isLifted, touch } = props;
  const ref = useRef<HTMLButtonElement>(null);
  const picture = sizeOf(file.facts);
  const inner = innerSize(cell);
  const hold = useHold(ref, picture, inner, props);
  const scale = scaleIn(picture, inner, view);
  const seen = findWindow(picture, inner, view);
  const edge = inPercent(cell.frame, cell.width);
  const radius = (length: number) => `${(Math.max(0, length) / layout.width) * 100}cqw`;
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-current={isSelected || undefined}
      {...hold}
      className={joinClasses(
        'absolute cursor-grab overflow-hidden select-none active:cursor-grabbing',
        'focus-visible:z-10 focus-visible:outline-3 focus-visible:outline-accent-ink',
        cell.frame > 0 && 'bg-white',
        isLifted && 'opacity-40',
      )}
      style={{
        left: inPercent(cell.left, layout.width),
        top: inPercent(cell.top, layout.height),
        width: inPercent(cell.width, layout.width),
        height: inPercent(cell.height, layout.height),
        borderRadius: radius(layout.radius),
        transform: cell.angle === 0 ? undefined : `rotate(${cell.angle}deg)`,
        touchAction: touch,
      }}
    >
      <span
        className="absolute block overflow-hidden"
        style={{
          left: edge,
          right: edge,
          top: inPercent(cell.frame, cell.height),
          bottom: inPercent(cell.frame, cell.height),
          borderRadius: radius(layout.radius - cell.frame),
        }}
      >
        {file.address ? (
          <img
            src={file.address}
            alt=""
            draggable={false}
            className="pointer-events-none absolute max-w-none"
            style={{
              left: inPercent(-seen.left * scale, inner.width),
              top: inPercent(-seen.top * scale, inner.height),
              width: inPercent(picture.width * scale, inner.width),
              height: inPercent(picture.height * scale, inner.height),
            }}
          />
        ) : (
          <span className="grid size-full place-content-center bg-sunken p-2 text-center text-xs text-soft">
            {note}
          </span>
        )}
      </span>
      {(isSelected || isTarget) && (
        <span
          aria-hidden
          data-outline
          className={joinClasses('absolute inset-0 border-accent', isTarget ? 'border-6 bg-accent/30' : 'border-3')}
          style={{ borderRadius: radius(layout.radius) }}
        />
      )}
    </button>
  );
}

interface Held {
  readonly view: View;
  readonly x: number;
  readonly y: number;
}

/** Returns the event handlers of a cell. Pointer movements are converted to the units of the layout. */
function useHold(
  ref: { current: HTMLButtonElement | null },
  picture: Size,
  inner: Size,
  { view, cell, isSelected, touch, onSelect, onView, onDrag, onDrop }: CollageCellProps,
) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const held = useRef<Held | undefined>(undefined);
  const zoomTo = (from: View, zoom: number) => onView(zoomView(picture, inner, from, holdZoom(zoom)));

  // React adds wheel listeners as passive, so they could not keep the page from scrolling.
  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  onWheel.current = event => {
    const isPinch = event.ctrlKey || event.metaKey;
    if (!isPinch && (!isSelected || touch !== 'none')) return;
    event.preventDefault();
    zoomTo(view, view.zoom * Math.exp(-event.deltaY * wheelSpeed * (isPinch ? 6 : 1)));
  };
  useEffect(() => {
    const element = ref.current;
    const listener = (event: WheelEvent) => onWheel.current(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [ref]);

  function take() {
    const [first] = pointers.current.values();
    held.current = first && { view, ...first };
  }

  function pinch(event: PointerEvent<HTMLElement>): void {
    const last = pointers.current.get(event.pointerId)!;
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)![1];
    const spread = (to: { x: number; y: number }) => Math.hypot(to.x - other.x, to.y - other.y) || 1;
    zoomTo(view, (view.zoom * spread({ x: event.clientX, y: event.clientY })) / spread(last));
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!pointers.current.has(event.pointerId)) return;
    if (pointers.current.size > 1) pinch(event);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const from = held.current;
    if (pointers.current.size > 1 || !from || !ref.current) return;
    const perPixel = cell.width / (ref.current.offsetWidth || 1);
    const turn = (-cell.angle * Math.PI) / 180;
    const [right, down] = [(event.clientX - from.x) * perPixel, (event.clientY - from.y) * perPixel];
    const across = right * Math.cos(turn) - down * Math.sin(turn);
    onView(panView(picture, inner, from.view, across, right * Math.sin(turn) + down * Math.cos(turn)));
    onDrag(event.clientX, event.clientY);
  }

  function release(event: PointerEvent<HTMLElement>) {
    if (!pointers.current.delete(event.pointerId)) return;
    const from = held.current;
    take();
    if (pointers.current.size > 0) return;
    const isCancelled = event.type === 'pointercancel';
    // Neither a drag to another cell nor a cancelled one pans the picture in its own.
    if ((onDrop(!isCancelled) || isCancelled) && from) onView(from.view);
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    const hold = (value: number) => Math.min(1, Math.max(0, value));
    const steps: Record<string, () => void> = {
      ArrowLeft: () => onView({ ...view, x: hold(view.x - keyStep) }),
      ArrowRight: () => onView({ ...view, x: hold(view.x + keyStep) }),
      ArrowUp: () => onView({ ...view, y: hold(view.y - keyStep) }),
      ArrowDown: () => onView({ ...view, y: hold(view.y + keyStep) }),
      '+': () => zoomTo(view, view.zoom * 1.1),
      '=': () => zoomTo(view, view.zoom * 1.1),
      '-': () => zoomTo(view, view.zoom / 1.1),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      take();
      onSelect();
    },
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
    onFocus: onSelect,
    onKeyDown: press,
  };
}
