// Places of designs for pictures of the person's own: a picture that is dropped on one, or chosen for it, fills it.
import type { Layer, PictureLayer, VectorLayer } from 'contract/artwork/artwork.ts';
import { noAdjustments, wholeCrop } from 'contract/artwork/artwork.ts';
import { type Point, toBox } from 'ui/artwork/geometry.ts';
import { artworkNow, change, showPanel, useEditor } from './state.ts';

type SlotLayer = PictureLayer | VectorLayer;

export const isSlot = (layer: Layer): layer is SlotLayer =>
  (layer.type === 'picture' || layer.type === 'vector') && layer.slot !== undefined;

/** The uppermost slot under a point of the page. */
export function findSlotAt(point: Point): SlotLayer | undefined {
  return artworkNow()?.layers.findLast((layer): layer is SlotLayer => {
    if (!isSlot(layer) || layer.isHidden) return false;
    const { x, y } = toBox(layer, point);
    return x >= 0 && x <= 1 && y >= 0 && y <= 1;
  });
}

/** The first place that still shows what the template came with, else the first. */
export function firstSlot(): SlotLayer | undefined {
  const slots = artworkNow()?.layers.filter(isSlot) ?? [];
  return slots.find(({ type }) => type === 'vector') ?? slots[0];
}

/** The middle of a picture that covers a box. */
function coverBox({ width, height }: { width: number; height: number }, box: { width: number; height: number }) {
  const ratio = box.width / box.height / (width / height);
  if (ratio < 1) return { ...wholeCrop, x: (1 - ratio) / 2, width: ratio };
  return { ...wholeCrop, y: (1 - 1 / ratio) / 2, height: 1 / ratio };
}

/** Puts a picture of the shelf into a place. A subject's place asks for its background to be taken off. */
export function fillSlot(id: string, picture: { id: string; width: number; height: number }, name: string): void {
  const fillOne = (old: Layer): Layer => {
    if (old.id !== id || (old.type !== 'picture' && old.type !== 'vector')) return old;
    // Erased areas belong to the previous picture.
    const { erased: _erased, ...layer } = old;
    const crop = coverBox(picture, layer);
    if (layer.type === 'picture') return { ...layer, pictureId: picture.id, crop, name };
    const { parts: _, unitsWide: _wide, unitsHigh: _high, ...kept } = layer;
    return { ...kept, type: 'picture', pictureId: picture.id, crop, name, adjustments: noAdjustments, look: null };
  };
  change('replace', artwork => ({ ...artwork, layers: artwork.layers.map(fillOne) }), { selection: [id] });
  const filled = artworkNow()?.layers.find(layer => layer.id === id);
  if (filled?.type !== 'picture' || filled.slot !== 'subject') return;
  showPanel('edit');
  useEditor.setState({ cutoutWishedId: id });
}
