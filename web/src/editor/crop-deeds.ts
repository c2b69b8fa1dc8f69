// Crops the page, or a picture on it.
import type { Artwork, PictureLayer } from 'contract/artwork/artwork.ts';
import { reframeErasures } from 'ui/artwork/erase.ts';
import { fromBox, toBox } from 'ui/artwork/geometry.ts';
import { cropPage } from 'ui/artwork/operations.ts';
import { type CropBox, resetCrop, useCrop } from './crop-state.ts';
import { artworkNow, change, changeLayers, chooseTool } from './state.ts';

/** Returns the picture being cropped, or undefined if it is the page. */
function findCropped(artwork: Artwork): PictureLayer | undefined {
  const { pictureId } = useCrop.getState();
  const found = artwork.layers.find(({ id }) => id === pictureId);
  return found?.type === 'picture' ? found : undefined;
}

/** Returns the area that can be kept, in page pixels. For a picture, this includes what an earlier crop has removed. */
export function cropLimit(artwork: Artwork): CropBox {
  const layer = findCropped(artwork);
  if (!layer) return { x: 0, y: 0, width: artwork.width, height: artwork.height };
  const { crop } = layer;
  const [width, height] = [layer.width / crop.width, layer.height / crop.height];
  const left = layer.isFlippedX ? 1 - crop.x - crop.width : crop.x;
  const top = layer.isFlippedY ? 1 - crop.y - crop.height : crop.y;
  return { x: layer.x - layer.width / 2 - left * width, y: layer.y - layer.height / 2 - top * height, width, height };
}

/** Returns the initial crop box. */
export function startBox(artwork: Artwork): CropBox {
  const layer = findCropped(artwork);
  if (!layer) return cropLimit(artwork);
  return { x: layer.x - layer.width / 2, y: layer.y - layer.height / 2, width: layer.width, height: layer.height };
}

/** Returns the layer cropped to `box`, given in page pixels as if the picture were not rotated. */
function croppedLayer(layer: PictureLayer, box: CropBox): Partial<PictureLayer> {
  const upright = { ...layer, degrees: 0 };
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const share = toBox(upright, middle);
  const { x, y } = fromBox(layer, share);
  const [width, height] = [
    (box.width / layer.width) * layer.crop.width,
    (box.height / layer.height) * layer.crop.height,
  ];
  const clamp = (value: number, size: number) => Math.min(1 - size, Math.max(0, value));
  const kept = { width: Math.min(1, width), height: Math.min(1, height) };
  const crop = {
    ...kept,
    x: clamp(layer.crop.x + share.x * layer.crop.width - kept.width / 2, kept.width),
    y: clamp(layer.crop.y + share.y * layer.crop.height - kept.height / 2, kept.height),
  };
  const part = { width: box.width / layer.width, height: box.height / layer.height };
  const corner = { x: share.x - part.width / 2, y: share.y - part.height / 2 };
  const { erased } = layer;
  return {
    ...{ x, y, width: box.width, height: box.height, crop },
    ...(erased && { erased: reframeErasures(erased, layer, { ...corner, ...part }) }),
  };
}

export function finishCrop(): void {
  const artwork = artworkNow();
  const { box } = useCrop.getState();
  if (!artwork) return;
  const layer = findCropped(artwork);
  if (box && layer) changeLayers('crop', [layer.id], one => croppedLayer(one as PictureLayer, box));
  else if (box) change('crop', old => cropPage(old, box));
  resetCrop();
  chooseTool('select');
}

export function dropCrop(): void {
  resetCrop();
  chooseTool('select');
}
