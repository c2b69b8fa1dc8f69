// Zooms and pans the page on the stage by wheel and by two fingers.
import type { Point } from '../geometry.ts';

export interface GestureEvents {
  readonly onZoom: (factor: number, at: Point) => void;
  readonly onPan: (x: number, y: number) => void;
  /** A second finger touches: whatever the first one started is discarded. */
  readonly onPinch: () => void;
}

const lineHeightPx = 16;

/** Listens on `host` in the capture phase, before its children. Returns a function that stops listening. */
export function listenForGestures(host: HTMLElement, events: GestureEvents): () => void {
  let pinch: { middle: Point; spread: number } | undefined;
  let isSwallowing = false;

  const within = (clientX: number, clientY: number): Point => {
    const box = host.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  };
  const measure = ([a, b]: readonly Touch[]) => {
    const [one, two] = [within(a!.clientX, a!.clientY), within(b!.clientX, b!.clientY)];
    return {
      middle: { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 },
      spread: Math.hypot(one.x - two.x, one.y - two.y) || 1,
    };
  };

  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeightPx : 1;
    if (event.ctrlKey || event.metaKey) {
      // A touchpad pinch arrives as small steps with ctrl, a mouse wheel as large ones.
      const step = Math.max(-60, Math.min(60, event.deltaY * unit));
      events.onZoom(Math.exp(-step * 0.006), within(event.clientX, event.clientY));
    } else if (event.shiftKey && event.deltaX === 0) events.onPan(-event.deltaY * unit, 0);
    else events.onPan(-event.deltaX * unit, -event.deltaY * unit);
  };
  const onTouch = (event: TouchEvent) => {
    if (event.touches.length >= 2) {
      if (!pinch) events.onPinch();
      pinch = measure([...event.touches]);
      isSwallowing = true;
    }
    if (isSwallowing) swallow(event);
  };
  const onMove = (event: TouchEvent) => {
    if (pinch && event.touches.length >= 2) {
      const now = measure([...event.touches]);
      events.onPan(now.middle.x - pinch.middle.x, now.middle.y - pinch.middle.y);
      events.onZoom(now.spread / pinch.spread, now.middle);
      pinch = now;
    }
    if (isSwallowing) swallow(event);
  };
  const onLift = (event: TouchEvent) => {
    if (event.touches.length < 2) pinch = undefined;
    // The final touchend is passed on, so that listeners that received the first touch also receive its end.
    if (event.touches.length === 0) isSwallowing = false;
    if (isSwallowing) swallow(event);
  };
  const swallow = (event: TouchEvent) => {
    if (event.cancelable) event.preventDefault();
    event.stopPropagation();
  };

  const first = { capture: true, passive: false };
  host.addEventListener('wheel', onWheel, { passive: false });
  host.addEventListener('touchstart', onTouch, first);
  host.addEventListener('touchmove', onMove, first);
  host.addEventListener('touchend', onLift, first);
  host.addEventListener('touchcancel', onLift, first);
  return () => {
    host.removeEventListener('wheel', onWheel);
    for (const [name, listener] of [
      ['touchstart', onTouch],
      ['touchmove', onMove],
      ['touchend', onLift],
      ['touchcancel', onLift],
    ] as const)
      host.removeEventListener(name, listener, first);
  };
}
