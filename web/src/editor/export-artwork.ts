// Exports the artwork at full size, rendered by the same code as the screen.

import { loadFaces } from 'virtual:artwork-fonts';
import { type Artwork, artworkLimits, type PictureLayer } from 'contract/artwork/artwork.ts';
import { composeArtwork } from 'ui/artwork/compose.ts';
import { loadFontsOf } from 'ui/artwork/load-fonts.ts';
import { loadQrOf } from 'ui/artwork/qr-code.ts';
import { shelf } from './state.ts';
import { writePdf } from './write-pdf.ts';

export const exportFormats = ['png', 'jpg', 'webp', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportWish {
  readonly format: ExportFormat;
  /** File pixels per page pixel. */
  readonly scale: number;
  /** 1..100, for all formats except PNG. */
  readonly quality: number;
  /** Fills transparent areas. Otherwise they stay transparent in PNG and WebP. */
  readonly isOpaque: boolean;
}

const types = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', pdf: 'image/jpeg' } as const;

/** Returns whether browsers can encode a file of this scale. */
export const fitsScale = ({ width, height }: Artwork, scale: number): boolean =>
  Math.max(width, height) * scale <= artworkLimits.sidePx && width * height * scale * scale <= 100_000_000;

/** Renders the artwork. Waits for fonts and adjustments, so that nothing is missing. */
async function drawArtwork(artwork: Artwork, scale: number, isOpaque: boolean): Promise<OffscreenCanvas> {
  const pictures = artwork.layers.filter((layer): layer is PictureLayer => layer.type === 'picture' && !layer.isHidden);
  await Promise.all([loadFontsOf(artwork.layers, loadFaces), loadQrOf(artwork.layers)]);
  await shelf.settle(pictures, scale);
  const canvas = new OffscreenCanvas(Math.round(artwork.width * scale), Math.round(artwork.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new RangeError(`no canvas of ${canvas.width} x ${canvas.height}`);
  const background = artwork.background ?? (isOpaque ? '#ffffff' : null);
  composeArtwork(context, {
    artwork: { ...artwork, background },
    layers: artwork.layers,
    place: { scale, x: 0, y: 0 },
    sources: shelf,
  });
  return canvas;
}

/** Throws a RangeError or DOMException if the device has too little memory or cannot encode the type. */
export async function exportArtwork(artwork: Artwork, { format, scale, quality, isOpaque }: ExportWish): Promise<Blob> {
  const hasNoAlpha = format === 'jpg' || format === 'pdf';
  const canvas = await drawArtwork(artwork, scale, isOpaque || hasNoAlpha);
  const blob = await canvas.convertToBlob({ type: types[format], quality: quality / 100 });
  // A browser that cannot encode WebP returns a PNG.
  if (blob.type !== types[format]) throw new RangeError(`this browser writes no ${format}`);
  if (format !== 'pdf') return blob;
  return writePdf(new Uint8Array(await blob.arrayBuffer()), canvas.width, canvas.height);
}
