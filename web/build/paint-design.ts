// The painter of the pages outside of a browser: for covers of designs, and for the test that looks at templates.
import { join } from 'node:path';
import type { Artwork, TextLayer } from 'contract/artwork/artwork.ts';
import { openCanvas, provideCanvas } from 'engines/artwork-canvas.ts';

type Canvas = ReturnType<typeof openCanvas>;

interface TextLayout {
  readonly lines: readonly { readonly text: string; readonly width: number }[];
  readonly baseline: number;
  readonly height: number;
}

export interface DesignPainter {
  /** `scale`: pixels of the canvas to one of the page. */
  readonly paint: (artwork: Artwork, scale: number) => Promise<Canvas>;
  /** In ems. */
  readonly layOut: (layer: TextLayer) => TextLayout;
}

/** Loaded by name: those files are checked with a browser's types, this one without. */
const load = (file: string) => import(join(import.meta.dirname, '../../ui/artwork', file));

export async function openDesignPainter(): Promise<DesignPainter> {
  provideCanvas();
  const [{ composeArtwork }, { loadQrOf }, { layOutText }] = await Promise.all([
    load('compose.ts'),
    load('qr-code.ts'),
    load('lay-out-text.ts'),
  ]);
  return {
    paint: async (artwork, scale) => {
      await loadQrOf(artwork.layers);
      const canvas = openCanvas(Math.round(artwork.width * scale), Math.round(artwork.height * scale));
      composeArtwork(canvas.getContext('2d'), {
        artwork,
        layers: artwork.layers,
        place: { scale, x: 0, y: 0 },
        sources: { findPicture: () => undefined },
      });
      return canvas;
    },
    layOut: layer => layOutText(layer, layer.width / layer.size),
  };
}
