// Zooms and pans a frame by wheel, pinch, drag and keys.
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { clampView, type Extent, fitInside, scalesOf, type View, wholeView, zoomAt } from './zoom.ts';

interface Zoom {
  view: View;
  /** Zoom in percent of the picture's own size, e.g. 100 if one picture pixel is shown as one CSS pixel. */
  pixelPercent: number;
  canZoomIn: boolean;
  zoomBy: (factor: number) => void;
  showWhole: () => void;
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

const keyStepPx = 60;

export function useZoom(frameRef: RefObject<HTMLElement | null>, picture: Extent): Zoom {
  const [frame, setFrame] = useState<Extent>({ width: 0, height: 0 });
  const [wanted, setView] = useState<View>(wholeView);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const fitted = fitInside(picture, frame);
  const { truePixels, deepest } = scalesOf(picture, fitted);
  const view = clampView(wanted, fitted, frame, deepest);
  const change = (next: (view: View) => View) =>
    setView(old => clampView(next(clampView(old, fitted, frame, deepest)), fitted, frame, deepest));

  useEffect(() => {
    const element = frameRef.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setFrame({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frameRef]);

  const fromCentre = (clientX: number, clientY: number) => {
    const box = frameRef.current!.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };

  // React adds wheel listeners as passive, so they could not keep the page from scrolling.
  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  onWheel.current = event => {
    // A plain wheel scrolls the page until the picture is zoomed in; a touchpad pinch arrives as ctrl + wheel.
    if (!event.ctrlKey && !event.metaKey && view.scale === 1 && event.deltaY > 0) return;
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016));
    change(old => zoomAt(old, factor, fromCentre(event.clientX, event.clientY), deepest));
  };
  useEffect(() => {
    const element = frameRef.current;
    const listener = (event: WheelEvent) => onWheel.current(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [frameRef]);

  function move(event: PointerEvent<HTMLElement>) {
    const last = pointers.current.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const spread = (a: typeof now, b: typeof now) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
      const factor = spread(now, other) / spread(last, other);
      change(old => zoomAt(old, factor, fromCentre((now.x + other.x) / 2, (now.y + other.y) / 2), deepest));
    } else {
      change(old => ({ ...old, x: old.x + now.x - last.x, y: old.y + now.y - last.y }));
    }
  }
  const release = (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId);

  function press(event: KeyboardEvent<HTMLElement>) {
    const steps: Record<string, (view: View) => View> = {
      '+': old => zoomAt(old, 1.25, { x: 0, y: 0 }, deepest),
      '=': old => zoomAt(old, 1.25, { x: 0, y: 0 }, deepest),
      '-': old => zoomAt(old, 0.8, { x: 0, y: 0 }, deepest),
      '0': () => wholeView,
      ArrowLeft: old => ({ ...old, x: old.x + keyStepPx }),
      ArrowRight: old => ({ ...old, x: old.x - keyStepPx }),
      ArrowUp: old => ({ ...old, y: old.y + keyStepPx }),
      ArrowDown: old => ({ ...old, y: old.y - keyStepPx }),
    };
    const step = steps[event.key];
    if (!step || event.target !== event.currentTarget) return;
    event.preventDefault();
    change(step);
  }

  return {
    view,
    pixelPercent: Math.round((view.scale / truePixels) * 100),
    canZoomIn: view.scale < deepest,
    zoomBy: factor => change(old => zoomAt(old, factor, { x: 0, y: 0 }, deepest)),
    showWhole: () => setView(wholeView),
    handlers: {
      onPointerDown: event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove: move,
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown: press,
    },
  };
}
