// The layers of an artwork on its stage: drawn on one canvas, with their handles on another.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { PaintSources } from '../paint-layer.ts';
import { type HandleEvents, type Handles, makeHandles } from './handles.ts';
import { type LiveLayers, makeScene, type Scene } from './scene.ts';
import type { Size, StageView } from './view.ts';

interface ShownLayers {
  /** The canvas of the layers, and the element for the one of the handles. */
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly handlesHost: RefObject<HTMLElement | null>;
  readonly artwork: Artwork;
  readonly selection: readonly string[];
  /** A text being edited is not drawn. */
  readonly hiddenId: string | null;
  readonly sources: PaintSources;
  /** Whether the handles react. */
  readonly isActive: boolean;
  readonly view: StageView;
  readonly stage: Size;
  readonly onSelect: HandleEvents['onSelect'];
  readonly onOpen: HandleEvents['onOpen'];
  readonly onChange: HandleEvents['onEnd'];
  readonly onPan: HandleEvents['onPan'];
}

interface LayersControl {
  /** Shows these layers instead of those of the artwork, for as long as they are being changed; null: the artwork as it is. */
  readonly setLive: (layers: LiveLayers | null) => void;
  readonly renderSoon: () => void;
  /** Redraws everything, e.g. after a picture or a font has loaded. */
  readonly refresh: () => void;
  /** Ends the current drag of a handle. */
  readonly release: () => void;
}

export function useLayers(shown: ShownLayers): LayersControl {
  const { canvas, handlesHost, artwork, selection, hiddenId, sources, isActive, view, stage } = shown;
  const scene = useRef<Scene>(undefined);
  const handles = useRef<Handles>(undefined);
  const live = useRef<LiveLayers | null>(null);
  const frame = useRef(0);

  const render = useEffectEvent(() => {
    if (stage.width === 0 || !scene.current) return;
    scene.current.render({ artwork, view, stage, hiddenId }, live.current);
  });
  const renderSoon = useEffectEvent(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => render());
  });
  const setLive = (layers: LiveLayers | null) => {
    live.current = layers;
  };

  const tellSelection = useEffectEvent(shown.onSelect);
  const tellOpen = useEffectEvent(shown.onOpen);
  const tellPan = useEffectEvent(shown.onPan);
  const showLive = useEffectEvent((changed: ReadonlyMap<string, Layer>) => {
    setLive({ changed, added: null });
    renderSoon();
  });
  const endLive = useEffectEvent<HandleEvents['onEnd']>((changed, deed) => {
    setLive(null);
    shown.onChange(changed, deed);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvases are created once; the effect below updates their content.
  useLayoutEffect(() => {
    scene.current = makeScene(canvas.current!, sources);
    const made = makeHandles(handlesHost.current!, {
      onSelect: ids => tellSelection(ids),
      onOpen: id => tellOpen(id),
      onLive: changed => showLive(changed),
      onEnd: (changed, deed) => endLive(changed, deed),
      onPan: (x, y) => tellPan(x, y),
    });
    handles.current = made;
    return () => {
      made.dispose();
      cancelAnimationFrame(frame.current);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a text being edited is not drawn.
  useEffect(() => {
    if (stage.width === 0) return;
    const color = getComputedStyle(canvas.current!).getPropertyValue('--color-accent').trim() || '#5b3df5';
    handles.current?.show({ artwork, selection, view, stage, isActive, color: readColor(color) });
    renderSoon();
  }, [artwork, selection, view, stage, isActive, hiddenId]);

  return {
    setLive,
    renderSoon,
    refresh: () => {
      scene.current?.forget();
      renderSoon();
    },
    release: () => handles.current?.release(),
  };
}

/** Resolves light-dark(), which canvases do not support. */
function readColor(value: string): string {
  const found = /light-dark\(([^,]+),\s*([^)]+)\)/.exec(value);
  if (!found) return value;
  return (document.documentElement.dataset.theme === 'dark' ? found[2] : found[1])!.trim();
}
