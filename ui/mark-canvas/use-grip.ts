// Synchronises the canvas of a mark with React's state: creates it once, shows every change, and reports drags.
import { type Placed, type Size, turnedSize } from 'contract/mark/place.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { drawAround } from './draw-around.ts';
import type { Grip, GripEvents } from './grip.ts';
import type { PaintedCanvas } from './paint-mark.ts';
import { snapMark } from './snap.ts';
import { holdInside, toFrame, toPicture, type View } from './view.ts';

export interface GripState {
  readonly picture: Size;
  readonly frame: Size;
  readonly view: View;
  readonly placed: Placed;
  readonly painted: PaintedCanvas;
  readonly opacity: number;
  /** The gap between repeated marks, in picture pixels. */
  readonly gap: number | undefined;
  /** The snapping margin as a fraction of the shorter side. */
  readonly margin: number;
  readonly isLocked: boolean;
  readonly color: string;
}

const reachPixels = 6;
type Lines = { readonly x?: number | undefined; readonly y?: number | undefined };

function redraw(canvas: HTMLCanvasElement, state: GripState, placed: Placed, lines: Lines): void {
  const { frame, picture, view, painted, opacity, gap, color } = state;
  const density = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(frame.width * density), Math.round(frame.height * density)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, frame.width, frame.height);
  context.imageSmoothingQuality = 'high';
  drawAround(context, { picture, view, placed, painted, opacity, gap, lines, lineColor: color });
}

/**
 * `host` contains the mark itself, `around` its repetitions and guide lines. `state` is undefined while there is no mark. Returns whether the mark is
 * shown and can be dragged.
 */
export function useGrip(
  host: RefObject<HTMLElement | null>,
  around: RefObject<HTMLCanvasElement | null>,
  state: GripState | undefined,
  onPlace: (placed: Placed) => void,
): boolean {
  const latest = useRef({ state, onPlace });
  latest.current = { state, onPlace };
  const lastFitting = useRef<Placed | undefined>(undefined);
  const [grip, setGrip] = useState<Grip | undefined>();
  const isWanted = state !== undefined;

  useEffect(() => {
    const element = host.current;
    if (!isWanted || !element) return;
    let made: Grip | undefined;
    let isOver = false;
    const onMove: GripEvents['onMove'] = (box, kind) => {
      const now = latest.current.state;
      if (!now) return box;
      let placed = toPicture(box, now.view);
      let lines: Lines = {};
      if (kind === 'move') {
        const snapped = snapMark(placed, now.picture, now.margin, reachPixels / now.view.scale);
        placed = { ...placed, centre: holdInside(snapped.centre, now.picture) };
        lines = snapped;
      }
      const turned = turnedSize(placed, placed.degrees);
      const isTooLarge = turned.width > now.picture.width * 1.001 || turned.height > now.picture.height * 1.001;
      if (kind === 'size' && isTooLarge && lastFitting.current) placed = lastFitting.current;
      lastFitting.current = placed;
      if (around.current) redraw(around.current, now, placed, lines);
      return toFrame(placed, now.view);
    };
    const onEnd: GripEvents['onEnd'] = box => {
      const now = latest.current.state;
      if (now) latest.current.onPlace(toPicture(box, now.view));
    };
    void import('./grip.ts').then(({ makeGrip }) => {
      if (isOver) return;
      made = makeGrip(element, { onMove, onEnd });
      setGrip(made);
    });
    return () => {
      isOver = true;
      setGrip(undefined);
      void made?.dispose().then(() => element.replaceChildren());
    };
  }, [isWanted, host, around]);

  useEffect(() => {
    if (!around.current) return;
    if (!state) {
      around.current.width = 0;
      return;
    }
    lastFitting.current = state.placed;
    redraw(around.current, state, state.placed, {});
    const { picture, view } = state;
    grip?.show({
      frame: state.frame,
      window: {
        left: view.left,
        top: view.top,
        width: picture.width * view.scale,
        height: picture.height * view.scale,
      },
      painted: state.painted,
      box: toFrame(state.placed, view),
      opacity: state.opacity,
      isLocked: state.isLocked,
      color: state.color,
    });
  }, [grip, state, around]);
  return grip !== undefined;
}
