// Strokes of the pointer on the stage of an artwork: lines that are drawn, points that are placed, and panning.
import { type PointerEvent, type RefObject, useRef } from 'react';
import type { Point } from '../geometry.ts';
import { type StageView, toPage } from './view.ts';

/** select: handles; pan: moves the page; draw: reports the points of a line; place: reports one point, or a line from corner to corner. */
export type StageMode = 'select' | 'pan' | 'draw' | 'place';

interface DrawingOptions {
  readonly host: RefObject<HTMLElement | null>;
  readonly mode: StageMode;
  readonly view: StageView;
  /** In CSS pixels. */
  readonly pan: (x: number, y: number) => void;
  /** Called with the points so far, at each new one. */
  readonly onSketch: (points: readonly Point[]) => void;
  /** Called when a stroke ends, with its points, or without them if the page was panned. */
  readonly onLift: (points: readonly Point[] | null) => void;
  readonly onCancel: () => void;
}

interface Drawing {
  /** Drops the current stroke. */
  readonly dropStroke: () => void;
  /** For the element on which is drawn. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
}

const maxPoints = 4000;

/** Points are in page pixels. */
export function useDrawing({ host, mode, view, pan, onSketch, onLift, onCancel }: DrawingOptions): Drawing {
  const points = useRef<Point[] | null>(null);
  const panned = useRef<Point | null>(null);
  const dropStroke = () => {
    points.current = null;
    panned.current = null;
  };

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = host.current!.getBoundingClientRect();
    return toPage(view, { x: clientX - box.left, y: clientY - box.top });
  };
  function press(event: PointerEvent<HTMLElement>) {
    if (event.button > 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (mode === 'pan' || event.button === 1) panned.current = { x: event.clientX, y: event.clientY };
    else points.current = [pointOf(event)];
  }
  function move(event: PointerEvent<HTMLElement>) {
    if (panned.current) {
      pan(event.clientX - panned.current.x, event.clientY - panned.current.y);
      panned.current = { x: event.clientX, y: event.clientY };
      return;
    }
    const list = points.current;
    if (!list || list.length >= maxPoints) return;
    const all =
      mode === 'draw' ? (event.nativeEvent.getCoalescedEvents?.() ?? [event.nativeEvent]) : [event.nativeEvent];
    for (const one of all.length > 0 ? all : [event.nativeEvent]) {
      const point = pointOf(one);
      const last = list.at(-1)!;
      // Points closer than 1.5 screen pixels add no detail.
      if (Math.hypot(point.x - last.x, point.y - last.y) * view.scale < 1.5) continue;
      if (mode === 'draw') list.push(point);
      else list.splice(1, 1, point);
    }
    onSketch(list);
  }
  function lift() {
    const list = points.current;
    dropStroke();
    onLift(list);
  }

  return {
    dropStroke,
    handlers: { onPointerDown: press, onPointerMove: move, onPointerUp: lift, onPointerCancel: onCancel },
  };
}
