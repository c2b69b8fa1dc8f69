// Drags a frame or one of its handles by mouse, finger or arrow keys. See ui/picture/move-frame.ts for the geometry.
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import type { Rectangle } from './move-frame.ts';

const keyStep = 0.01;
const keys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface DragEvents {
  readonly onStart?: () => void;
  readonly onEnd?: () => void;
}

/**
 * Returns event handlers for one kind of drag. `change` is called with the frame that `follow` returns for the distance dragged, in fractions of
 * `area`.
 */
export function useFrameDrag(
  area: RefObject<HTMLElement | null>,
  frame: Rectangle,
  change: (frame: Rectangle) => void,
  { onStart, onEnd }: DragEvents = {},
) {
  const started = useRef<{ x: number; y: number; frame: Rectangle } | undefined>(undefined);
  const end = () => {
    if (started.current) onEnd?.();
    started.current = undefined;
  };
  return (follow: (from: Rectangle, dx: number, dy: number) => Rectangle) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      started.current = { x: event.clientX, y: event.clientY, frame };
      onStart?.();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const box = area.current?.getBoundingClientRect();
      const from = started.current;
      if (!box || !from) return;
      event.stopPropagation();
      change(follow(from.frame, (event.clientX - from.x) / box.width, (event.clientY - from.y) / box.height));
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = keys[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const by = event.shiftKey ? keyStep * 5 : keyStep;
      change(follow(frame, step[0] * by, step[1] * by));
    },
  });
}
