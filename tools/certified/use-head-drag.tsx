// Moves, enlarges and turns the head by mouse, one finger or two, and keys.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { follow, type Gesture, type Point } from './place-head.ts';
import type { ScreenOptions } from './screen-options.ts';

type Place = ScreenOptions['place'];

const keySteps: Readonly<Record<string, (place: Place) => Place>> = {
  ArrowLeft: place => ({ ...place, right: place.right - 0.005 }),
  ArrowRight: place => ({ ...place, right: place.right + 0.005 }),
  ArrowUp: place => ({ ...place, down: place.down - 0.005 }),
  ArrowDown: place => ({ ...place, down: place.down + 0.005 }),
  '+': place => ({ ...place, zoom: place.zoom * 1.01 }),
  '=': place => ({ ...place, zoom: place.zoom * 1.01 }),
  '-': place => ({ ...place, zoom: place.zoom / 1.01 }),
  '[': place => ({ ...place, turn: place.turn - 0.5 }),
  ']': place => ({ ...place, turn: place.turn + 0.5 }),
};

/** Handlers for the photo. `change` gets the place as it is wanted and may hold it; `reset` brings back the usual one. */
export function useHeadDrag(place: Place, change: (place: Place) => void, reset: () => void) {
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
      change(follow(gesture.current, [...fingers.current.values()], event.currentTarget.clientHeight));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = keySteps[event.key];
      if (event.key === '0') reset();
      else if (step) change(step(place));
      else return;
      event.preventDefault();
    },
  };
}
