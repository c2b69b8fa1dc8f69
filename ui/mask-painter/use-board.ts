// Connects a Board to its canvas and frame: size, pointers, and the CSS variables that move the picture.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Board, type BoardSettings } from './board.ts';
import type { MaskOp } from './ops.ts';
import { listenToPointers } from './pointers.ts';
import type { ZoomReadout } from './zoom-pill.tsx';

interface BoardPlaces {
  frameRef: RefObject<HTMLElement | null>;
  canvasRef: RefObject<HTMLCanvasElement | null>;
  readoutRef: RefObject<ZoomReadout | null>;
}

/** From this many screen pixels per picture pixel on, pixels are shown as sharp squares. */
const squareScale = 3;

export function useBoard(
  { frameRef, canvasRef, readoutRef }: BoardPlaces,
  settings: BoardSettings,
  onMark: (op: MaskOp) => void,
): Board | undefined {
  const [board, setBoard] = useState<Board>();
  const latest = useRef({ settings, onMark });
  latest.current = { settings, onMark };

  useLayoutEffect(() => {
    const frame = frameRef.current;
    const canvas = canvasRef.current;
    if (!frame || !canvas) return;
    const made = new Board(canvas, latest.current.settings, {
      onMark: op => latest.current.onMark(op),
      onView: ({ scale, left, top }, view, canZoomIn) => {
        const variables = {
          scale,
          left: `${left}px`,
          top: `${top}px`,
          x: `${view.x}px`,
          y: `${view.y}px`,
          zoom: view.scale,
        };
        for (const [name, value] of Object.entries(variables)) frame.style.setProperty(`--${name}`, String(value));
        frame.style.setProperty('--rendering', scale >= squareScale ? 'pixelated' : 'auto');
        readoutRef.current?.show(Math.round(scale * 100), canZoomIn, view.scale > 1);
      },
    });
    made.resize(frame.clientWidth, frame.clientHeight);
    made.showPointer();
    const observer = new ResizeObserver(() => made.resize(frame.clientWidth, frame.clientHeight));
    observer.observe(frame);
    const stopListening = listenToPointers(made, canvas);
    setBoard(made);
    return () => {
      observer.disconnect();
      stopListening();
      made.dispose();
    };
  }, [frameRef, canvasRef, readoutRef]);

  const { picture, tool, sizePx, label, colorOf, ops, proposals, isLocked } = settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists the fields of the settings, which are a new object each time.
  useEffect(
    () => board?.update(settings),
    [board, picture.width, picture.height, tool, sizePx, label, colorOf, ops, proposals, isLocked],
  );
  return board;
}
