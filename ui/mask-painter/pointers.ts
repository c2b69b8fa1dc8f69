// Mouse, pen and touch input on the painter's canvas: one pointer draws or pans, two zoom.
import type { Board } from './board.ts';
import type { Point } from './live-mark.ts';

/** A mark interrupted by a second finger within this many milliseconds is discarded. */
const slipMs = 350;

type Gesture = 'none' | 'draw' | 'pan' | 'pinch' | 'over';

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const spread = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y) || 1;

/** Attaches the listeners. Returns a function that removes them. */
export function listenToPointers(board: Board, canvas: HTMLCanvasElement): () => void {
  const stop = new AbortController();
  const downs = new Map<number, Point>();
  let gesture: Gesture = 'none';
  let penId: number | undefined;
  let startedAt = 0;

  const pointOf = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function begin(event: PointerEvent): Gesture {
    if (downs.size === 2 && gesture !== 'over') {
      if (board.isDrawing && event.timeStamp - startedAt < slipMs) board.cancel();
      else if (board.isDrawing) board.finish();
      return 'pinch';
    }
    if (downs.size > 1) return 'over';
    if (event.button === 1 || !board.takesMarks) return 'pan';
    board.start(pointOf(event));
    startedAt = event.timeStamp;
    return 'draw';
  }

  function press(event: PointerEvent): void {
    const isPalm = penId !== undefined && event.pointerType === 'touch';
    if (event.button > 1 || isPalm) return;
    // A middle press would start the browser's autoscroll.
    if (event.button === 1) event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === 'pen') {
      // The palm of the hand holding the pen may have touched first.
      penId = event.pointerId;
      downs.clear();
      board.cancel();
      gesture = 'none';
    }
    downs.set(event.pointerId, pointOf(event));
    gesture = begin(event);
    if (gesture === 'pan') canvas.style.cursor = 'grabbing';
  }

  function pinch(id: number, now: Point, before: Point): void {
    const other = [...downs].find(([each]) => each !== id)?.[1];
    if (!other) return;
    const was = middle(before, other);
    const is = middle(now, other);
    board.pan(is.x - was.x, is.y - was.y);
    board.zoom(spread(now, other) / spread(before, other), is);
  }

  function move(event: PointerEvent): void {
    const now = pointOf(event);
    if (event.pointerType !== 'touch') board.hoverAt(now);
    const before = downs.get(event.pointerId);
    if (!before) return;
    downs.set(event.pointerId, now);
    if (gesture === 'pan') board.pan(now.x - before.x, now.y - before.y);
    else if (gesture === 'pinch') pinch(event.pointerId, now, before);
    else if (gesture === 'draw') {
      const missed = event.getCoalescedEvents?.() ?? [];
      for (const each of missed.length > 0 ? missed : [event]) board.extend(pointOf(each));
    }
  }

  function release(event: PointerEvent): void {
    if (!downs.delete(event.pointerId)) return;
    if (event.pointerId === penId) penId = undefined;
    if (gesture === 'draw' && event.type === 'pointercancel') board.cancel();
    else if (gesture === 'draw') board.finish();
    // The remaining finger of a pinch does not start to draw.
    gesture = downs.size > 0 ? 'over' : 'none';
    board.showPointer();
  }

  function turn(event: WheelEvent): void {
    // A plain wheel scrolls the page until the picture is zoomed in, as everywhere in the product.
    if (!event.ctrlKey && !event.metaKey && board.isWhole && event.deltaY > 0) return;
    event.preventDefault();
    if (event.shiftKey) board.pan(-(event.deltaX || event.deltaY), 0);
    else board.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), pointOf(event));
  }

  const { signal } = stop;
  canvas.addEventListener('pointerdown', press, { signal });
  canvas.addEventListener('pointermove', move, { signal });
  canvas.addEventListener('pointerup', release, { signal });
  canvas.addEventListener('pointercancel', release, { signal });
  canvas.addEventListener('pointerleave', () => board.hoverAt(undefined), { signal });
  canvas.addEventListener('wheel', turn, { signal, passive: false });
  canvas.addEventListener('contextmenu', event => event.preventDefault(), { signal });
  return () => stop.abort();
}
