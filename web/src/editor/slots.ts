// Slots of designs for the user's own pictures: a picture dropped on a slot, or chosen for it, fills it.
import type { Layer, PictureLayer, VectorLayer } from 'contract/artwork/artwork.ts';
import { noAdjustments, wholeCrop } from 'contract/artwork/artwork.ts';
import { type Point, toBox } from 'ui/artwork/geometry.ts';
import { artworkNow, change, showPanel, useEditor } from './state.ts';

type SlotLayer = PictureLayer | VectorLayer;

export const isSlot = (layer: Layer): layer is SlotLayer =>
  (layer.type === 'picture' || layer.type === 'vector') && layer.slot !== undefined;

/** Returns the topmost slot at a point of the page. */
export function findSlotAt(point: Point): SlotLayer | undefined {
  return artworkNow()?.layers.findLast((layer): layer is SlotLayer => {
    if (!isSlot(layer) || layer.isHidden) return false;
    const { x, y } = toBox(layer, point);
    return x >= 0 && x <= 1 && y >= 0 && y <= 1;
  });
}

/** Returns the first slot that still has the template's content, otherwise the first one. */
export function firstSlot(): SlotLayer | undefined {
  const slots = artworkNow()?.layers.filter(isSlot) ?? [];
  return slots.find(({ type }) => type === 'vector') ?? slots[0];
}

/** Returns the centred crop with which a picture covers a box. */
function coverBox({ width, height }: { width: number; height: number }, box: { width: number; height: number }) {
  const ratio = box.width / box.height / (width / height);
  if (ratio < 1) return { ...wholeCrop, x: (1 - ratio) / 2, width: ratio };
  return { ...wholeCrop, y: (1 - 1 / ratio) / 2, height: 1 / ratio };
}

/** Puts a picture of the shelf into a slot. A slot for a subject suggests removing the background. */
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
