// The stage of an artwork: the page with its layers, their handles, and tools that draw on it. Fills its parent.
import type { Artwork } from 'contract/artwork/artwork.ts';
import {
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
import type { HandleEvents } from './handles.ts';
import type { LiveLayers } from './scene.ts';
import { type StageMode, useDrawing } from './use-drawing.ts';
import { useLayers } from './use-layers.ts';
import { useStageView } from './use-stage-view.ts';
import { type Size, type StageView, toPage, zoomAt } from './view.ts';

export interface ArtboardApi {
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly showTruePixels: () => void;
  /** Redraws, e.g. after a picture or a font has loaded. */
  readonly refresh: () => void;
  /** The centre of the visible area, in page pixels. */
  readonly middle: () => Point;
}

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
  onSelect: HandleEvents['onSelect'];
  onOpen: HandleEvents['onOpen'];
  onChange: HandleEvents['onEnd'];
  /** The layers that a stroke would create or change, shown while it is drawn. */
  sketch: (points: readonly Point[]) => LiveLayers | null;
  onDrawn: (points: readonly Point[]) => void;
  onView: (view: StageView) => void;
  /** Overlays on the page, given its position. */
  children?: (view: StageView, stage: Size) => ReactNode;
}

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
  const [stage, setStage] = useState<Size>({ width: 0, height: 0 });
  const { view, changeView, pan, showWhole, showTruePixels } = useStageView({ artwork, stage, footPx });

  const { setLive, renderSoon, refresh, release } = useLayers({
    canvas: canvasRef,
    handlesHost: handlesHostRef,
    ...{ artwork, selection, hiddenId, sources, view, stage, onSelect, onOpen, onChange },
    isActive: mode === 'select',
    onPan: pan,
  });
  const { dropStroke, handlers } = useDrawing({
    ...{ host: hostRef, mode, view, pan },
    onSketch: points => {
      setLive(sketch(points));
      renderSoon();
    },
    onLift: points => {
      setLive(null);
      if (points) onDrawn(points);
      renderSoon();
    },
    onCancel: () => {
      drop();
      renderSoon();
    },
  });
  const drop = () => {
    dropStroke();
    setLive(null);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: listens once; what it calls follows the state.
  useLayoutEffect(() => {
    const host = hostRef.current!;
    const stop = listenForGestures(host, {
      onZoom: (factor, at) => changeView(old => zoomAt(old, factor, at)),
      onPan: (x, y) => pan(x, y),
      onPinch: () => {
        drop();
        release();
      },
    });
    const observer = new ResizeObserver(() => setStage({ width: host.clientWidth, height: host.clientHeight }));
    observer.observe(host);
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);

  const tellView = useEffectEvent(onView);
  useEffect(() => tellView(view), [view]);

  useImperativeHandle(api, () => ({
    fit: () => showWhole(),
    zoomBy: factor => changeView(old => zoomAt(old, factor, { x: stage.width / 2, y: stage.height / 2 })),
    showTruePixels,
    refresh,
    middle: () => toPage(view, { x: stage.width / 2, y: stage.height / 2 }),
  }));

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
          {...handlers}
        />
      )}
      {children?.(view, stage)}
    </div>
  );
}
