// Pointer and wheel gestures on a timeline's track: one finger scrubs, two fingers or the wheel zoom and pan.
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { momentAt, panTime, spanOf, type TimelineZoom, type TimeView, wholeTime, zoomTime } from './time-view.ts';

interface Gestures {
  zoom: TimelineZoom;
  seconds: number;
  scrub: (clientX: number) => void;
}

export function useTrackGestures(ref: RefObject<HTMLElement | null>, { zoom, seconds, scrub }: Gestures) {
  const pointers = useRef(new Map<number, number>());
  const momentOf = (view: TimeView, clientX: number) => {
    const box = ref.current?.getBoundingClientRect();
    return box ? momentAt(view, (clientX - box.left) / box.width) : view.from;
  };
  const secondsOf = (view: TimeView, pixels: number) => (pixels / (ref.current?.clientWidth || 1)) * spanOf(view);

  // React adds wheel listeners as passive, so they could not keep the page from scrolling.
  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  onWheel.current = event => {
    const isWhole = spanOf(zoom.view) >= spanOf(wholeTime(seconds)) - 0.001;
    const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    // A plain wheel scrolls the page when there is nothing left to zoom out.
    if (isWhole && (isPan || (!event.ctrlKey && !event.metaKey && event.deltaY > 0))) return;
    event.preventDefault();
    if (isPan) {
      const pixels = event.deltaX || event.deltaY;
      zoom.setView(view => panTime(view, secondsOf(view, pixels), seconds));
      return;
    }
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016));
    const { clientX } = event;
    zoom.setView(view => zoomTime(view, factor, momentOf(view, clientX), seconds));
  };
  useEffect(() => {
    const element = ref.current;
    const listener = (event: WheelEvent) => onWheel.current(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [ref]);

  function move(event: PointerEvent<HTMLElement>) {
    const last = pointers.current.get(event.pointerId);
    if (last === undefined) return;
    const now = event.clientX;
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other === undefined) {
      scrub(now);
      return;
    }
    const factor = (Math.abs(now - other) || 1) / (Math.abs(last - other) || 1);
    const centre = (now + other) / 2;
    zoom.setView(view => {
      const near = zoomTime(view, factor, momentOf(view, centre), seconds);
      return panTime(near, secondsOf(near, (last - now) / 2), seconds);
    });
  }
  const release = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, event.clientX);
      if (pointers.current.size === 1) scrub(event.clientX);
    },
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
  };
}
