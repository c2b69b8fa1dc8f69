// Moves, scales and rotates an overlay on a picture by mouse, one or two fingers, and keys.
import type { Place } from 'contract/place.ts';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The state at the start of a gesture: the positions of the fingers, and of the overlay. */
interface Gesture {
  readonly fingers: readonly Point[];
  readonly place: Place;
}

/** The change per key press. */
interface KeySteps {
  readonly shift: number;
  /** A factor above 1. */
  readonly zoom: number;
  readonly turn: number;
}

const meanPoint = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** Returns the place after the fingers have moved to `now`. `side` is the length in screen pixels that shifts are fractions of. */
export function follow({ fingers, place }: Gesture, now: readonly Point[], side: number): Place {
  const [from, to] = [meanPoint(fingers), meanPoint(now)];
  const [right, down] = [place.right + (to.x - from.x) / side, place.down + (to.y - from.y) / side];
  const [a, b] = fingers;
  const [c, d] = now;
  if (!a || !b || !c || !d) return { ...place, right, down };
  const spread = Math.hypot(d.x - c.x, d.y - c.y) / (Math.hypot(b.x - a.x, b.y - a.y) || 1);
  const turned = ((Math.atan2(d.y - c.y, d.x - c.x) - Math.atan2(b.y - a.y, b.x - a.x)) * 180) / Math.PI;
  // The shorter way round.
  const turn = place.turn + ((((turned + 180) % 360) + 360) % 360) - 180;
  return { right, down, zoom: place.zoom * spread, turn };
}

/** Returns the place after a key press, or undefined for keys without a function. */
function step(place: Place, key: string, { shift, zoom, turn }: KeySteps): Place | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { ...place, right: place.right - shift };
    case 'ArrowRight':
      return { ...place, right: place.right + shift };
    case 'ArrowUp':
      return { ...place, down: place.down - shift };
    case 'ArrowDown':
      return { ...place, down: place.down + shift };
    case '+':
    case '=':
      return { ...place, zoom: place.zoom * zoom };
    case '-':
      return { ...place, zoom: place.zoom / zoom };
    case '[':
      return { ...place, turn: place.turn - turn };
    case ']':
      return { ...place, turn: place.turn + turn };
    default:
      return undefined;
  }
}

interface PlaceDrag {
  readonly place: Place;
  /** Receives the requested place, and may limit it. */
  readonly onChange: (place: Place) => void;
  /** Restores the default place. */
  readonly onReset: () => void;
  readonly steps: KeySteps;
  /** Returns the length in screen pixels that shifts are fractions of. */
  readonly sideOf: (picture: HTMLElement) => number;
}

/** Handlers for the element that shows the picture. */
export function usePlaceDrag({ place, onChange, onReset, steps, sideOf }: PlaceDrag) {
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
      onChange(follow(gesture.current, [...fingers.current.values()], sideOf(event.currentTarget)));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const next = step(place, event.key, steps);
      if (event.key === '0') onReset();
      else if (next) onChange(next);
      else return;
      event.preventDefault();
    },
  };
}
