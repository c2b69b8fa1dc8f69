// Draws the artwork on the stage. During a drag, the layers below and above the dragged ones are drawn once and cached.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';
import { composeArtwork, composeLayers } from '../compose.ts';
import type { PaintSources } from '../paint-layer.ts';
import type { Size, StageView } from './view.ts';

interface Shown {
  readonly artwork: Artwork;
  readonly view: StageView;
  readonly stage: Size;
  /** The text being edited, which a text field shows instead. */
  readonly hiddenId: string | null;
}

/** Layers as changed by the current gesture, and one that is being drawn. */
export interface LiveLayers {
  readonly changed: ReadonlyMap<string, Layer>;
  readonly added: Layer | null;
}

interface Kept {
  readonly shown: Shown;
  readonly first: number;
  readonly last: number;
  readonly below: OffscreenCanvasRenderingContext2D;
  /** Undefined if the layers above blend with those below, which requires drawing them every time. */
  readonly above: OffscreenCanvasRenderingContext2D | undefined;
}

const isPlain = ({ type, blend, isHidden }: Layer) => isHidden || (type !== 'veil' && blend === 'normal');

export interface Scene {
  readonly render: (shown: Shown, live: LiveLayers | null) => void;
  /** Invalidates the caches, e.g. after a picture has loaded. */
  readonly forget: () => void;
}

export function makeScene(canvas: HTMLCanvasElement, sources: PaintSources): Scene {
  const context = canvas.getContext('2d')!;
  let kept: Kept | undefined;
  const spare: OffscreenCanvasRenderingContext2D[] = [];

  function openSpare(index: number): OffscreenCanvasRenderingContext2D {
    const known = spare[index] ?? new OffscreenCanvas(1, 1).getContext('2d')!;
    spare[index] = known;
    if (known.canvas.width !== canvas.width || known.canvas.height !== canvas.height) {
      known.canvas.width = canvas.width;
      known.canvas.height = canvas.height;
    } else known.reset();
    return known;
  }

  function fitCanvas({ width, height }: Size, ratio: number): void {
    const [wide, high] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    if (canvas.width === wide && canvas.height === high) return;
    canvas.width = wide;
    canvas.height = high;
    kept = undefined;
  }

  function keepAround(shown: Shown, layers: readonly Layer[], first: number, last: number, place: StageView): Kept {
    const isSame =
      kept !== undefined &&
      kept.shown.artwork === shown.artwork &&
      kept.shown.view === shown.view &&
      kept.shown.stage === shown.stage &&
      kept.shown.hiddenId === shown.hiddenId &&
      kept.first === first &&
      kept.last === last;
    if (isSame) return kept!;
    const below = openSpare(0);
    composeArtwork(below, { artwork: shown.artwork, layers: layers.slice(0, first), place, sources });
    const over = layers.slice(last + 1);
    const above = over.every(isPlain) ? openSpare(1) : undefined;
    if (above) composeLayers(above, { artwork: shown.artwork, layers: over, place, sources });
    kept = { shown, first, last, below, above };
    return kept;
  }

  return {
    render: (shown, live) => {
      const ratio = globalThis.devicePixelRatio || 1;
      fitCanvas(shown.stage, ratio);
      const { artwork, view, hiddenId } = shown;
      const place = { scale: view.scale * ratio, x: Math.round(view.x * ratio), y: Math.round(view.y * ratio) };
      const layers = hiddenId === null ? artwork.layers : artwork.layers.filter(({ id }) => id !== hiddenId);
      if (!live) {
        kept = undefined;
        composeArtwork(context, { artwork, layers, place, sources });
        return;
      }
      const isLive = ({ id }: Layer) => live.changed.has(id);
      const found = layers.findIndex(isLive);
      const first = found < 0 ? layers.length : found;
      const last = found < 0 ? layers.length - 1 : layers.findLastIndex(isLive);
      const { below, above } = keepAround(shown, layers, first, last, place);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalCompositeOperation = 'copy';
      context.drawImage(below.canvas, 0, 0);
      context.globalCompositeOperation = 'source-over';
      const middle = layers.slice(first, last + 1).map(layer => live.changed.get(layer.id) ?? layer);
      composeLayers(context, { artwork, layers: middle, place, sources });
      if (above) context.drawImage(above.canvas, 0, 0);
      else composeLayers(context, { artwork, layers: layers.slice(last + 1), place, sources });
      if (live.added) composeLayers(context, { artwork, layers: [live.added], place, sources });
    },
    forget: () => {
      kept = undefined;
    },
  };
}
