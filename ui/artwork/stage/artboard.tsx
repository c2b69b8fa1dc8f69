// The stage of an artwork: the page with its layers, their handles, and tools that draw on it. Fills its parent.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';
import {
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Point } from '../geometry.ts';
import type { PaintSources } from '../paint-layer.ts';
import { listenForGestures } from './gestures.ts';
import { type Handles, makeHandles } from './handles.ts';
import { type LiveLayers, makeScene, type Scene } from './scene.ts';
import { centrePage, fitPage, holdInSight, type Size, type StageView, toPage, zoomAt } from './view.ts';

export interface ArtboardApi {
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly showTruePixels: () => void;
  /** Redraws, e.g. after a picture or a font has loaded. */
  readonly refresh: () => void;
  /** The centre of the visible area, in page pixels. */
  readonly middle: () => Point;
}

/** select: handles; pan: moves the page; draw: reports the points of a line; place: reports one point, or a line from corner to corner. */
export type StageMode = 'select' | 'pan' | 'draw' | 'place';

interface ArtboardProps {
  api: Ref<ArtboardApi>;
  artwork: Artwork;
  selection: readonly string[];
  mode: StageMode;
  sources: PaintSources;
  hiddenId: string | null;
  label: string;
  /** Height in pixels at the bottom of the stage that a fitted page leaves free for controls. */
  footPx: number;
  onSelect: (ids: readonly string[]) => void;
  onOpen: (id: string) => void;
  onChange: (changed: ReadonlyMap<string, Layer>, deed: 'move' | 'scale' | 'turn') => void;
  /** The layers that a stroke would create or change, shown while it is drawn. */
  sketch: (points: readonly Point[]) => LiveLayers | null;
  onDrawn: (points: readonly Point[]) => void;
  onView: (view: StageView) => void;
  /** Overlays on the page, given its position. */
  children?: (view: StageView, stage: Size) => ReactNode;
}

const mostPoints = 4000;

export function Artboard({
  api,
  artwork,
  selection,
  mode,
  sources,
  hiddenId,
  label,
  footPx,
  onSelect,
  onOpen,
  onChange,
  sketch,
  onDrawn,
  onView,
  children,
}: ArtboardProps) {
  const hostRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const handlesHostRef = useRef<HTMLDivElement>(null);
  const scene = useRef<Scene>(undefined);
  const handles = useRef<Handles>(undefined);
  const live = useRef<LiveLayers | null>(null);
  const frame = useRef(0);
  const points = useRef<Point[] | null>(null);
  const panned = useRef<Point | null>(null);
  /** Whether the page is fitted to the stage: true until the user zooms or pans. */
  const isWhole = useRef(true);
  const [stage, setStage] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<StageView>({ scale: 1, x: 0, y: 0 });
  const margins = { margin: stage.width < 640 ? 16 : 40, foot: footPx };

  const render = useEffectEvent(() => {
    if (stage.width === 0 || !scene.current) return;
    scene.current.render({ artwork, view, stage, hiddenId }, live.current);
  });
  const renderSoon = useEffectEvent(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => render());
  });

  const changeView = useEffectEvent((change: (view: StageView) => StageView) => {
    isWhole.current = false;
    setView(old => holdInSight(change(old), artwork, stage));
  });
  const pan = (x: number, y: number) => changeView(old => ({ ...old, x: old.x + x, y: old.y + y }));
  const drop = () => {
    points.current = null;
    panned.current = null;
    live.current = null;
  };

  const tellSelection = useEffectEvent(onSelect);
  const tellOpen = useEffectEvent(onOpen);
  const showLive = useEffectEvent((changed: ReadonlyMap<string, Layer>) => {
    live.current = { changed, added: null };
    renderSoon();
  });
  const endLive = useEffectEvent((changed: ReadonlyMap<string, Layer>, deed: 'move' | 'scale' | 'turn') => {
    live.current = null;
    onChange(changed, deed);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvases are created once; the effects below update their content.
  useLayoutEffect(() => {
    const host = hostRef.current!;
    scene.current = makeScene(canvasRef.current!, sources);
    const made = makeHandles(handlesHostRef.current!, {
      onSelect: ids => tellSelection(ids),
      onOpen: id => tellOpen(id),
      onLive: changed => showLive(changed),
      onEnd: (changed, deed) => endLive(changed, deed),
      onPan: (x, y) => pan(x, y),
    });
    handles.current = made;
    const stop = listenForGestures(host, {
      onZoom: (factor, at) => changeView(old => zoomAt(old, factor, at)),
      onPan: (x, y) => pan(x, y),
      onPinch: () => {
        drop();
        made.release();
      },
    });
    const observer = new ResizeObserver(() => setStage({ width: host.clientWidth, height: host.clientHeight }));
    observer.observe(host);
    return () => {
      observer.disconnect();
      stop();
      made.dispose();
      cancelAnimationFrame(frame.current);
    };
  }, []);

  const showWhole = useEffectEvent(() => {
    isWhole.current = true;
    setView(fitPage(artwork, stage, margins));
  });
  const isSized = stage.width > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is fitted again when its size changes and once the stage has a size.
  useEffect(() => {
    if (isSized) showWhole();
  }, [artwork.width, artwork.height, isSized]);

  // When the stage is resized, a fitted page is fitted again; otherwise the centre stays in the centre.
  const lastStage = useRef(stage);
  useEffect(() => {
    const before = lastStage.current;
    lastStage.current = stage;
    if (before.width === 0) return;
    if (isWhole.current) {
      showWhole();
      return;
    }
    const by = { x: Math.round((stage.width - before.width) / 2), y: Math.round((stage.height - before.height) / 2) };
    changeView(old => ({ ...old, x: old.x + by.x, y: old.y + by.y }));
  }, [stage]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a text being edited is not drawn.
  useEffect(() => {
    if (stage.width === 0) return;
    const color = getComputedStyle(hostRef.current!).getPropertyValue('--color-accent').trim() || '#5b3df5';
    handles.current?.show({ artwork, selection, view, stage, isActive: mode === 'select', color: readColor(color) });
    renderSoon();
  }, [artwork, selection, view, stage, mode, hiddenId]);

  const tellView = useEffectEvent(onView);
  useEffect(() => tellView(view), [view]);

  useImperativeHandle(api, () => ({
    fit: () => showWhole(),
    zoomBy: factor => changeView(old => zoomAt(old, factor, { x: stage.width / 2, y: stage.height / 2 })),
    showTruePixels: () => {
      isWhole.current = false;
      setView(centrePage(artwork, stage, 1 / (globalThis.devicePixelRatio || 1)));
    },
    refresh: () => {
      scene.current?.forget();
      renderSoon();
    },
    middle: () => toPage(view, { x: stage.width / 2, y: stage.height / 2 }),
  }));

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = hostRef.current!.getBoundingClientRect();
    return toPage(view, { x: clientX - box.left, y: clientY - box.top });
  };
  function press(event: PointerEvent<HTMLDivElement>) {
    if (event.button > 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (mode === 'pan' || event.button === 1) panned.current = { x: event.clientX, y: event.clientY };
    else points.current = [pointOf(event)];
  }
  function move(event: PointerEvent<HTMLDivElement>) {
    if (panned.current) {
      pan(event.clientX - panned.current.x, event.clientY - panned.current.y);
      panned.current = { x: event.clientX, y: event.clientY };
      return;
    }
    const list = points.current;
    if (!list || list.length >= mostPoints) return;
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
    live.current = sketch(list);
    renderSoon();
  }
  function lift() {
    const list = points.current;
    drop();
    if (list) onDrawn(list);
    renderSoon();
  }

  return (
    <div ref={hostRef} data-artboard className="relative size-full touch-none overflow-hidden bg-sunken select-none">
      <div
        aria-hidden
        data-page
        className="absolute checkerboard shadow-card"
        style={{
          left: Math.round(view.x),
          top: Math.round(view.y),
          width: artwork.width * view.scale,
          height: artwork.height * view.scale,
        }}
      />
      <canvas ref={canvasRef} role="img" aria-label={label} className="absolute inset-0 size-full" />
      <div ref={handlesHostRef} className="absolute inset-0" />
      {mode !== 'select' && (
        <div
          data-drawing-surface
          className="absolute inset-0 touch-none"
          style={{ cursor: mode === 'pan' ? 'grab' : 'crosshair' }}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={lift}
          onPointerCancel={() => {
            drop();
            renderSoon();
          }}
        />
      )}
      {children?.(view, stage)}
    </div>
  );
}

/** Resolves light-dark(), which canvases do not support. */
function readColor(value: string): string {
  const found = /light-dark\(([^,]+),\s*([^)]+)\)/.exec(value);
  if (!found) return value;
  return (document.documentElement.dataset.theme === 'dark' ? found[2] : found[1])!.trim();
}
