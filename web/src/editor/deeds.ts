// Actions of the panels and keys on the selected layers.
import type { Artwork, Layer, ShapeKind, TextLayer } from 'contract/artwork/artwork.ts';
import { eraseAlong, findErasable } from 'ui/artwork/erase.ts';
import type { Point } from 'ui/artwork/geometry.ts';
import { rewriteText, shrinkText } from 'ui/artwork/lay-out-text.ts';
import {
  makeDrawingLayer,
  makeQrLayer,
  makeShapeLayer,
  makeStickerLayer,
  makeTextLayer,
  makeVeilLayer,
  placeLine,
} from 'ui/artwork/make-layer.ts';
import {
  type Alignment,
  addLayers,
  alignLayers,
  copyLayers,
  distributeLayers,
  duplicateLayers,
  flipLayers,
  groupLayers,
  moveLayers,
  moveLayersTo,
  type OrderStep,
  orderLayers,
  patchLayers,
  removeLayers,
  ungroupLayers,
} from 'ui/artwork/operations.ts';
import { isLineShape } from 'ui/artwork/outlines.ts';
import type { LiveLayers } from 'ui/artwork/stage/scene.ts';
import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import {
  addLayer,
  artworkNow,
  brushOn,
  change,
  changeLayers,
  chooseTool,
  erasedAlone,
  selectedLayers,
  useEditor,
  write,
} from './state.ts';
import { editorWords } from './words.ts';

const now = () => useEditor.getState();
const edgeOf = ({ width, height }: Artwork) => Math.min(width, height);

export const removeSelected = () => change('remove', artwork => removeLayers(artwork, now().selection));
export const groupSelected = () => change('group', artwork => groupLayers(artwork, now().selection));
export const ungroupSelected = () => change('ungroup', artwork => ungroupLayers(artwork, now().selection));
export const orderSelected = (step: OrderStep) =>
  change('order', artwork => orderLayers(artwork, now().selection, step));
export const alignSelected = (alignment: Alignment) =>
  change('align', artwork => alignLayers(artwork, now().selection, alignment));
export const distributeSelected = (axis: 'x' | 'y') =>
  change('align', artwork => distributeLayers(artwork, now().selection, axis));
export const flipSelected = (axis: 'x' | 'y') => change('flip', artwork => flipLayers(artwork, now().selection, axis));
export const nudgeSelected = (x: number, y: number) =>
  change('move', artwork => moveLayers(artwork, now().selection, { x, y }), { mergeKey: now().selection.join() });
export const dragInList = (ids: readonly string[], targetId: string, side: 'above' | 'below') =>
  change('order', artwork => moveLayersTo(artwork, ids, targetId, side));

export function duplicateSelected(): void {
  const artwork = artworkNow();
  if (!artwork || now().selection.length === 0) return;
  const made = duplicateLayers(artwork, now().selection);
  change('duplicate', () => made.artwork, { selection: made.ids });
}

let clipboard: readonly Layer[] = [];
let pasteCount = 0;

export function copySelected(): void {
  const artwork = artworkNow();
  if (!artwork || now().selection.length === 0) return;
  clipboard = selectedLayers(artwork, now().selection);
  pasteCount = 0;
}

/** Returns whether there was anything to paste. */
export function pasteCopied(): boolean {
  const artwork = artworkNow();
  if (!artwork || clipboard.length === 0) return false;
  pasteCount += 1;
  const copies = copyLayers(clipboard, Math.round((edgeOf(artwork) / 40) * pasteCount));
  change('paste', old => addLayers(old, copies), { selection: copies.map(({ id }) => id) });
  return true;
}

export function selectAll(): void {
  const artwork = artworkNow();
  if (!artwork) return;
  const ids = artwork.layers.filter(({ isHidden, isLocked }) => !isHidden && !isLocked).map(({ id }) => id);
  useEditor.setState({ selection: ids });
}

/** Hides or locks all layers unless all of them already are. */
export function toggleLayers(ids: readonly string[], what: 'isHidden' | 'isLocked'): void {
  const artwork = artworkNow();
  if (!artwork) return;
  const isOn = !selectedLayers(artwork, ids).every(layer => layer[what]);
  change(what === 'isHidden' ? 'hide' : 'lock', old => patchLayers(old, ids, () => ({ [what]: isOn })));
}

/** Adds a text to the page and starts editing it. */
export function addText(at: Point | undefined, look: 'heading' | 'body' = 'heading'): void {
  const artwork = artworkNow();
  if (!artwork) return;
  const t = editorWords[currentLanguage()];
  const size = Math.max(8, Math.round(edgeOf(artwork) * (look === 'heading' ? 0.09 : 0.045)));
  const place = at ?? { x: artwork.width / 2, y: artwork.height / 2 };
  const text = look === 'heading' ? t.newHeading : t.newBody;
  const weight = look === 'heading' ? 700 : 400;
  const box = { x: place.x, y: place.y, width: size, height: size };
  // On a photo, white text with a shadow is legible everywhere.
  const isOnPicture = artwork.background === null;
  const shadow = { color: '#000000', opacity: 0.55, blur: size * 0.18, x: 0, y: size * 0.05 };
  const ink = isOnPicture ? { color: '#ffffff', shadow } : {};
  const layer = shrinkText(makeTextLayer(text, box, { size, weight, ...ink }), artwork.width * 0.9);
  addLayer('addText', { ...layer, x: place.x, y: place.y });
  chooseToolKeeping();
  write(layer.id);
}

/** Replaces the content of a text. */
export function rewrite(layer: TextLayer, text: string): void {
  const artwork = artworkNow();
  if (artwork) changeLayers('write', [layer.id], one => rewriteText(one as TextLayer, text, artwork.width * 0.9));
}

/** Switches back to the selection tool, keeping the new layer selected. */
const chooseToolKeeping = () => useEditor.setState({ tool: 'select' });

export function addSticker(sticker: string): void {
  const artwork = artworkNow();
  if (!artwork) return;
  const side = edgeOf(artwork) * 0.3;
  addLayer(
    'addSticker',
    makeStickerLayer(sticker, { x: artwork.width / 2, y: artwork.height / 2, width: side, height: side }),
  );
  chooseToolKeeping();
}

/** Adds a QR code to the page; its text is entered in the panel. */
export function addQr(): void {
  const artwork = artworkNow();
  if (!artwork) return;
  const side = edgeOf(artwork) * 0.25;
  addLayer(
    'addQr',
    makeQrLayer('https://example.com', { x: artwork.width / 2, y: artwork.height / 2, width: side, height: side }),
  );
  chooseToolKeeping();
}

/** Returns the shape drawn by a drag from corner to corner, or one of the default size without a drag. */
function shapeFrom(points: readonly Point[], shape: ShapeKind, artwork: Artwork): Layer {
  const edge = edgeOf(artwork);
  const [from, to] = [points[0]!, points.at(-1)!];
  const strokeWidth = Math.max(2, Math.round(edge * 0.01));
  const isPressed = Math.hypot(to.x - from.x, to.y - from.y) < edge * 0.012;
  if (isLineShape(shape)) {
    const end = isPressed ? { x: from.x + edge * 0.3, y: from.y } : to;
    return makeShapeLayer(shape, placeLine(from, end, strokeWidth * 4.4), { strokeWidth });
  }
  const side = edge * 0.3;
  const box = isPressed
    ? { x: from.x, y: from.y, width: side, height: side }
    : {
        x: (from.x + to.x) / 2,
        y: (from.y + to.y) / 2,
        width: Math.max(2, Math.abs(to.x - from.x)),
        height: Math.max(2, Math.abs(to.y - from.y)),
      };
  return makeShapeLayer(shape, box, { strokeWidth });
}

export function addShapeInMiddle(shape: ShapeKind): void {
  const artwork = artworkNow();
  if (!artwork) return;
  const middle = { x: artwork.width / 2, y: artwork.height / 2 };
  const from = isLineShape(shape) ? { x: middle.x - edgeOf(artwork) * 0.15, y: middle.y } : middle;
  addLayer('addShape', shapeFrom([from], shape, artwork));
  chooseToolKeeping();
}

/** Returns the layer that an eraser stroke applies to: the selected one, or the topmost one where the stroke begins. */
const findErased = (artwork: Artwork, points: readonly Point[]): Layer | undefined =>
  erasedAlone() ?? findErasable(artwork.layers, points[0]!);

function eraseOne(layer: Layer, points: readonly Point[], artwork: Artwork): Layer | undefined {
  return eraseAlong(layer, points, { width: brushOn(artwork).erase, isBack: now().brush.isErasingBack });
}

/** Returns the layers that a stroke with the current tool would create or change, shown while it is drawn. */
export function sketch(points: readonly Point[]): LiveLayers | null {
  const artwork = artworkNow();
  if (!artwork || points.length === 0) return null;
  if (now().tool !== 'erase') return { changed: new Map(), added: sketchLayer(points) };
  const layer = findErased(artwork, points);
  const erased = layer && eraseOne(layer, points, artwork);
  return erased ? { changed: new Map([[erased.id, erased]]), added: null } : null;
}

function finishErasing(artwork: Artwork, points: readonly Point[]): void {
  const t = editorWords[currentLanguage()];
  const layer = findErased(artwork, points);
  const erased = layer && eraseOne(layer, points, artwork);
  if (erased) change('rub', old => ({ ...old, layers: old.layers.map(one => (one === layer ? erased : one)) }));
  else showToast(layer ? t.eraseFull : t.eraseNothing, 'error');
}

/** Returns the layer that a stroke with the current tool would become. */
function sketchLayer(points: readonly Point[]): Layer | null {
  const artwork = artworkNow();
  if (!artwork || points.length === 0) return null;
  const { tool, brush } = now();
  const sizes = brushOn(artwork);
  if (tool === 'draw') return makeDrawingLayer(points, sizes.draw, { color: sizes.color });
  if (tool === 'veil') return makeVeilLayer(points, sizes.veil, { kind: brush.veilKind, grain: sizes.grain });
  return tool === 'shape' ? shapeFrom(points, brush.shape, artwork) : null;
}

export function finishSketch(points: readonly Point[]): void {
  const { tool } = now();
  if (tool === 'text') {
    addText(points[0]);
    return;
  }
  const artwork = artworkNow();
  if (tool === 'erase') {
    if (artwork) finishErasing(artwork, points);
    return;
  }
  const layer = sketchLayer(points);
  if (!layer) return;
  if (tool === 'shape') {
    addLayer('addShape', layer);
    chooseToolKeeping();
  } else {
    // The brush stays active, and nothing is selected, because handles would cover the strokes.
    change(tool === 'draw' ? 'draw' : 'veil', old => addLayers(old, [layer]), { selection: [] });
  }
}

/** Escape leaves the text editing, then the tool, then the selection. */
export function stepOut(): void {
  const { writingId, tool, selection } = now();
  if (writingId) write(null);
  else if (tool !== 'select') chooseTool('select');
  else if (selection.length > 0) useEditor.setState({ selection: [] });
}
