// The state of the editor: the artwork with its history, the selection, the active tool, and the pictures.

import { loadFaces } from 'virtual:artwork-fonts';
import type { Artwork, DrawingLayer, Layer, ShapeKind, VeilLayer } from 'contract/artwork/artwork.ts';
import { canErase } from 'ui/artwork/erase.ts';
import { amendLayers, beginHistory, type History, recordStep, travel } from 'ui/artwork/history.ts';
import { fitText } from 'ui/artwork/lay-out-text.ts';
import { loadFontsOf } from 'ui/artwork/load-fonts.ts';
import { addLayers, type LayerIds, patchLayers, wholeGroups } from 'ui/artwork/operations.ts';
import { makePictureShelf } from 'ui/artwork/picture-shelf.ts';
import { loadQrOf } from 'ui/artwork/qr-code.ts';
import { create } from 'zustand';
import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { type Deed, editorWords } from './words.ts';

export type EditorTool = 'select' | 'hand' | 'text' | 'shape' | 'sticker' | 'draw' | 'erase' | 'veil' | 'crop';
export type EditorDialog = 'export' | 'shortcuts' | 'pageSize' | null;
export type Panel = 'edit' | 'layers' | 'history';

interface Brush {
  readonly color: string;
  /** Fractions of the page's shorter side. */
  readonly drawWidth: number;
  readonly eraseWidth: number;
  readonly veilWidth: number;
  readonly veilGrain: number;
  readonly veilKind: VeilLayer['kind'];
  /** The eraser restores erased areas. */
  readonly isErasingBack: boolean;
  readonly shape: ShapeKind;
}

/** The document being edited: the editor's own page, or the design that started from a template. Each has a separate draft. */
export type Work = 'editor' | `design-${string}`;

interface EditorState {
  readonly history: History | null;
  readonly work: Work;
  /** Name of the opened file without its extension. */
  readonly fileName: string;
  readonly selection: LayerIds;
  readonly tool: EditorTool;
  readonly panel: Panel;
  /** On a phone: whether the sheet with the panel is open. */
  readonly isSheetOpen: boolean;
  /** The text being edited on the page. */
  readonly writingId: string | null;
  readonly brush: Brush;
  /** The number of files being opened. */
  readonly openingCount: number;
  /** A picture that was just put into a slot for a subject without background. */
  readonly cutoutWishedId: string | null;
  /** Incremented when something outside the artwork requires a redraw: a picture or a font. */
  readonly drawnAnew: number;
}

export const useEditor = create<EditorState>()(() => ({
  history: null,
  work: 'editor',
  fileName: '',
  selection: [],
  tool: 'select',
  panel: 'edit',
  isSheetOpen: false,
  writingId: null,
  brush: {
    color: '#e5484d',
    drawWidth: 0.012,
    eraseWidth: 0.05,
    veilWidth: 0.09,
    veilGrain: 0.024,
    veilKind: 'mosaic',
    isErasingBack: false,
    shape: 'rectangle',
  },
  openingCount: 0,
  cutoutWishedId: null,
  drawnAnew: 0,
}));

const set = useEditor.setState;
const get = useEditor.getState;

export const shelf = makePictureShelf(() => set({ drawnAnew: get().drawnAnew + 1 }));

export const artworkNow = (): Artwork | undefined => get().history?.present.artwork;
export const selectedLayers = (artwork: Artwork, selection: LayerIds): readonly Layer[] =>
  artwork.layers.filter(({ id }) => selection.includes(id));

const stillThere = (artwork: Artwork, ids: LayerIds): LayerIds => {
  const kept = ids.filter(id => artwork.layers.some(layer => layer.id === id));
  return kept.length === ids.length ? ids : kept;
};

/** Loads fonts and the QR encoder, then fits texts to the actual letter widths. */
async function bringFonts(layers: readonly Layer[]): Promise<void> {
  try {
    const brought = await Promise.all([loadFontsOf(layers, loadFaces), loadQrOf(layers)]);
    if (!brought.includes(true)) return;
  } catch (error) {
    // Fonts throw these errors without a network: until they load, the text is shown in a system font.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    showToast(editorWords[currentLanguage()].fontFailed, 'error');
    return;
  }
  const { history } = get();
  if (history) set({ history: amendLayers(history, layer => (layer.type === 'text' ? fitText(layer) : layer)) });
  set({ drawnAnew: get().drawnAnew + 1 });
}

const fontsOf = (layers: readonly Layer[]) =>
  layers.flatMap(layer =>
    layer.type === 'text' ? [`${layer.font} ${layer.weight} ${layer.text}`] : layer.type === 'qr' ? ['qr'] : [],
  );

/** Opens an artwork with a new history. */
export function openArtwork(
  artwork: Artwork,
  fileName: string,
  selection: LayerIds = [],
  work: Work = get().history ? get().work : 'editor',
): void {
  set({
    history: beginHistory(artwork, 'open' satisfies Deed),
    work,
    fileName,
    selection,
    tool: 'select',
    panel: 'edit',
    isSheetOpen: false,
    writingId: null,
  });
  void bringFonts(artwork.layers);
}

export function closeArtwork(): void {
  set({ history: null, selection: [], tool: 'select', writingId: null, fileName: '' });
  shelf.clear();
}

interface ChangeOptions {
  readonly mergeKey?: string;
  readonly selection?: LayerIds;
}

/** Changes the artwork as an undoable step. */
export function change(
  deed: Deed,
  next: (artwork: Artwork) => Artwork,
  { mergeKey, selection }: ChangeOptions = {},
): void {
  const { history } = get();
  if (!history) return;
  const { artwork } = history.present;
  const changed = next(artwork);
  if (changed === artwork) {
    if (selection) set({ selection });
    return;
  }
  const key = mergeKey === undefined ? undefined : `${deed} ${mergeKey}`;
  set({
    history: recordStep(history, changed, { deed, mergeKey: key, nowMs: Date.now() }),
    selection: stillThere(changed, selection ?? get().selection),
  });
  if (fontsOf(changed.layers).join('\n') !== fontsOf(artwork.layers).join('\n')) void bringFonts(changed.layers);
}

/** Replaces the artwork with another one as an undoable step. */
export function replaceArtwork(artwork: Artwork, fileName: string): void {
  change('open', () => artwork, { selection: [] });
  set({ fileName, tool: 'select', writingId: null });
}

/** Changes layers; the height of texts is fitted afterwards. */
export function changeLayers(
  deed: Deed,
  ids: LayerIds,
  patch: (layer: Layer) => Partial<Layer>,
  options: ChangeOptions = {},
): void {
  change(
    deed,
    artwork =>
      patchLayers(artwork, ids, layer => {
        const next = { ...layer, ...patch(layer) } as Layer;
        return next.type === 'text' ? fitText(next) : next;
      }),
    { mergeKey: ids.join(), ...options },
  );
}

export function addLayer(deed: Deed, layer: Layer): void {
  change(deed, artwork => addLayers(artwork, [layer]), { selection: [layer.id] });
}

export function stepBack(steps: number): void {
  const { history, selection } = get();
  if (!history) return;
  const next = travel(history, -steps);
  set({ history: next, selection: stillThere(next.present.artwork, selection), writingId: null });
  void bringFonts(next.present.artwork.layers);
}

/** Selects layers with their groups; `isDeep` selects single layers of a group. */
export function select(ids: LayerIds, isDeep = false): void {
  const artwork = artworkNow();
  if (!artwork) return;
  const all = isDeep ? ids : wholeGroups(artwork, ids);
  const { selection } = get();
  if (all.length === selection.length && all.every(id => selection.includes(id))) return;
  set({
    selection: all,
    writingId: null,
    ...(all.length > 0 && { panel: get().panel === 'history' ? 'edit' : get().panel }),
  });
}

/** Returns the selected layer if it is the only one and erasable; the eraser is then limited to it. */
export function erasedAlone(): Layer | undefined {
  const { history, selection } = get();
  const layers = history ? selectedLayers(history.present.artwork, selection) : [];
  return layers.length === 1 && canErase(layers[0]!) ? layers[0] : undefined;
}

export function chooseTool(tool: EditorTool): void {
  const keepsSelection = tool === 'select' || tool === 'crop' || (tool === 'erase' && erasedAlone());
  set({ tool, writingId: null, panel: 'edit', ...(!keepsSelection && { selection: [] }) });
}

export const setBrush = (brush: Partial<Brush>) => set({ brush: { ...get().brush, ...brush } });
export const showPanel = (panel: Panel, isSheetOpen = true) => set({ panel, isSheetOpen });
export const closeSheet = () => set({ isSheetOpen: false });
export const write = (id: string | null) => set({ writingId: id });
export const countOpening = (by: number) => set({ openingCount: get().openingCount + by });

/** Returns the settings of the next stroke; lengths in page pixels. */
export function brushOn(
  artwork: Artwork,
): { draw: number; erase: number; veil: number; grain: number } & Pick<DrawingLayer, 'color'> {
  const { brush } = get();
  const edge = Math.min(artwork.width, artwork.height);
  return {
    draw: Math.max(1, edge * brush.drawWidth),
    erase: Math.max(2, edge * brush.eraseWidth),
    veil: Math.max(4, edge * brush.veilWidth),
    grain: Math.max(3, edge * brush.veilGrain),
    color: brush.color,
  };
}
