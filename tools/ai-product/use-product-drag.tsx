// Moves, enlarges and turns the product by mouse, one finger or two, and keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Place } from './place-limits.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Gesture {
  readonly fingers: readonly Point[];
  readonly place: Place;
}

const step = 0.01;
const keySteps: Readonly<Record<string, (place: Place) => Place>> = {
  ArrowLeft: place => ({ ...place, right: place.right - step }),
  ArrowRight: place => ({ ...place, right: place.right + step }),
  ArrowUp: place => ({ ...place, down: place.down - step }),
  ArrowDown: place => ({ ...place, down: place.down + step }),
  '+': place => ({ ...place, zoom: place.zoom * 1.02 }),
  '=': place => ({ ...place, zoom: place.zoom * 1.02 }),
  '-': place => ({ ...place, zoom: place.zoom / 1.02 }),
  '[': place => ({ ...place, turn: place.turn - 1 }),
  ']': place => ({ ...place, turn: place.turn + 1 }),
};

const meanOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** `side`: the shorter side of the picture on the screen. */
function follow({ fingers, place }: Gesture, now: readonly Point[], side: number): Place {
  const [from, to] = [meanOf(fingers), meanOf(now)];
  const [right, down] = [place.right + (to.x - from.x) / side, place.down + (to.y - from.y) / side];
  const [a, b] = fingers;
  const [c, d] = now;
  if (!a || !b || !c || !d) return { ...place, right, down };
  const spread = Math.hypot(d.x - c.x, d.y - c.y) / (Math.hypot(b.x - a.x, b.y - a.y) || 1);
  const turned = ((Math.atan2(d.y - c.y, d.x - c.x) - Math.atan2(b.y - a.y, b.x - a.x)) * 180) / Math.PI;
  return { right, down, zoom: place.zoom * spread, turn: place.turn + turned };
}

/** Handlers for the picture. `change` gets the place as it is wanted and may hold it; `reset` brings back the usual one. */
export function useProductDrag(place: Place, change: (place: Place) => void, reset: () => void) {
  const fingers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture>(undefined);
  const begin = () => {
    gesture.current = { fingers: [...fingers.current.values()], place };
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    if (fingers.current.delete(event.pointerId)) begin();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || fingers.current.size === 2) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      begin();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!fingers.current.has(event.pointerId) || !gesture.current) return;
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const { clientWidth, clientHeight } = event.currentTarget;
      change(follow(gesture.current, [...fingers.current.values()], Math.min(clientWidth, clientHeight)));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const move = keySteps[event.key];
      if (event.key === '0') reset();
      else if (move) change(move(place));
      else return;
      event.preventDefault();
    },
  };
}
