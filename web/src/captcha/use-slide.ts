// Moves the handle by mouse, finger, pen or keys, and records the track.
import { captchaSize } from 'contract/routes/captcha.ts';
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { clamp, farthestX, toReferenceX } from './geometry.ts';

type Track = readonly (readonly [number, number])[];

/** The maximum number of track points that the server accepts. */
const maxPoints = 600;
const smallStep = 1;
const largeStep = 10;

/** Drops every second point as often as needed; keeps the last one. */
export function thinTrack(track: Track): Track {
  let thin = track;
  while (thin.length > maxPoints) thin = thin.filter((_, index) => index % 2 === 0 || index === thin.length - 1);
  return thin;
}

const stepsOfKeys: Readonly<Record<string, number>> = {
  ArrowRight: smallStep,
  ArrowUp: smallStep,
  ArrowLeft: -smallStep,
  ArrowDown: -smallStep,
  PageUp: largeStep,
  PageDown: -largeStep,
};

/** `x` is on the reference picture. `onRelease` receives the position where the piece was released, once per drag that moved it. */
export function useSlide(
  barRef: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onRelease: (x: number, track: Track) => void,
) {
  const [x, setX] = useState(0);
  // The pointer may be released before the last move has been rendered.
  const latestX = useRef(0);
  const [isDragging, setIsDragging] = useState(false);
  const drag = useRef<{ pointerId: number; fromX: number } | null>(null);
  const track = useRef<[number, number][]>([]);
  const startedAt = useRef(0);

  /** `now` is the event's own time, because a busy browser delivers events late. */
  function note(at: number, now: number): void {
    if (track.current.length === 0) startedAt.current = now;
    track.current.push([at, Math.round(now - startedAt.current)]);
  }

  function put(next: number): void {
    latestX.current = next;
    setX(next);
  }

  function reset(): void {
    drag.current = null;
    track.current = [];
    setIsDragging(false);
    put(0);
  }

  function move(to: number, now: number): void {
    const next = clamp(to, 0, farthestX);
    note(next, now);
    put(next);
  }

  function release(now: number): void {
    const at = latestX.current;
    drag.current = null;
    setIsDragging(false);
    // A press without a move is not an answer.
    if (at === 0) {
      track.current = [];
      return;
    }
    note(at, now);
    onRelease(at, thinTrack(track.current));
  }

  const wiring = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!isEnabled || event.button !== 0 || drag.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const width = barRef.current!.getBoundingClientRect().width;
      drag.current = { pointerId: event.pointerId, fromX: event.clientX - (x * width) / captchaSize.width };
      setIsDragging(true);
      note(latestX.current, event.timeStamp);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag.current?.pointerId !== event.pointerId) return;
      const { width } = barRef.current!.getBoundingClientRect();
      // A stalled browser coalesces many moves into one, which the server would take for a jump.
      const missed = event.nativeEvent.getCoalescedEvents?.() ?? [];
      for (const { clientX, timeStamp } of missed.length > 0 ? missed : [event])
        move(toReferenceX(clientX - drag.current.fromX, width), timeStamp);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (drag.current?.pointerId === event.pointerId) release(event.timeStamp);
    },
    // The system took over the pointer, e.g. for a system gesture, so this is not an answer.
    onPointerCancel: reset,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = stepsOfKeys[event.key];
      const isRelease = event.key === 'Enter' || event.key === ' ';
      if ((step === undefined && !isRelease) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!isEnabled || drag.current) return;
      if (isRelease) return release(event.timeStamp);
      if (track.current.length === 0) note(latestX.current, event.timeStamp);
      move(
        latestX.current + step! * (event.shiftKey && Math.abs(step!) === smallStep ? largeStep : 1),
        event.timeStamp,
      );
    },
  };

  return { x, isDragging, wiring, reset };
}
