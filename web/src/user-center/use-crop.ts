// Moves and zooms the picture behind a square frame by mouse, wheel, fingers and keys.
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type Extent, type View, wholeView } from 'ui/picture/zoom.ts';
import { holdView, zoomView } from './crop.ts';

const keyStep = 0.05;
const keyZoom = 1.15;
const middle = { x: 0, y: 0 };

export function useCrop(frameRef: RefObject<HTMLElement | null>, picture: Extent) {
  const [view, setView] = useState<View>(wholeView);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const change = (next: (view: View) => View) => setView(old => holdView(next(old), picture));

  const sidePx = () => frameRef.current!.clientWidth;
  const fromMiddle = (clientX: number, clientY: number) => {
    const box = frameRef.current!.getBoundingClientRect();
    return { x: (clientX - box.left) / box.width - 0.5, y: (clientY - box.top) / box.height - 0.5 };
  };

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016));
    change(old => zoomView(old, factor, fromMiddle(event.clientX, event.clientY), picture));
  });
  useEffect(() => {
    const element = frameRef.current;
    const listener = (event: WheelEvent) => turnWheel(event);
    // React adds wheel listeners as passive, so they could not keep the dialog from scrolling.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [frameRef]);

  function drag(event: PointerEvent<HTMLElement>) {
    const last = pointers.current.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const spread = (point: typeof now) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      const point = fromMiddle((now.x + other.x) / 2, (now.y + other.y) / 2);
      change(old => zoomView(old, spread(now) / spread(last), point, picture));
    } else {
      const side = sidePx();
      change(old => ({ ...old, x: old.x + (now.x - last.x) / side, y: old.y + (now.y - last.y) / side }));
    }
  }
  const release = (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId);

  /** The arrow keys move the frame over the picture. */
  function press(event: KeyboardEvent<HTMLElement>) {
    const steps: Record<string, (view: View) => View> = {
      '+': old => zoomView(old, keyZoom, middle, picture),
      '=': old => zoomView(old, keyZoom, middle, picture),
      '-': old => zoomView(old, 1 / keyZoom, middle, picture),
      ArrowLeft: old => ({ ...old, x: old.x + keyStep }),
      ArrowRight: old => ({ ...old, x: old.x - keyStep }),
      ArrowUp: old => ({ ...old, y: old.y + keyStep }),
      ArrowDown: old => ({ ...old, y: old.y - keyStep }),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    change(step);
  }

  return {
    view,
    zoomTo: (scale: number) => change(old => zoomView(old, scale / old.scale, middle, picture)),
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove: drag,
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown: press,
    },
  };
}
