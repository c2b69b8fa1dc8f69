// The editor: bar, tools, stage and panels. Fills the window.
import { fill } from 'contract/words.ts';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Point } from 'ui/artwork/geometry.ts';
import { Artboard, type ArtboardApi } from 'ui/artwork/stage/artboard.tsx';
import type { StageMode } from 'ui/artwork/stage/use-drawing.ts';
import { type StageView, toPage } from 'ui/artwork/stage/view.ts';
import { useFileDrop } from 'ui/files/use-file-drop.ts';
import { usePaste } from 'ui/files/use-paste.ts';
import { useWords } from 'ui/language.tsx';
import { showToast } from '../notices.ts';
import { finishSketch, sketch } from './deeds.ts';
import { keepDraft } from './draft.ts';
import { useEditorKeys } from './keys.ts';
import { openFiles } from './open-files-soon.ts';
import { EditPanel } from './panels/edit-panel.tsx';
import { PanelFrame } from './panels/panel-frame.tsx';
import { save } from './save.ts';
import { findSlotAt, isSlot } from './slots.ts';
import { change, type EditorDialog, select, shelf, showPanel, useEditor, write } from './state.ts';
import { TextField } from './text-field.tsx';
import { ToolRail } from './tool-rail.tsx';
import { TopBar } from './top-bar.tsx';
import { editorWords } from './words.ts';
import { ZoomBar } from './zoom-bar.tsx';

const CropFrame = lazy(async () => ({ default: (await import('./crop-frame.tsx')).CropFrame }));
const LayersPanel = lazy(async () => ({ default: (await import('./panels/layers-panel.tsx')).LayersPanel }));
const HistoryPanel = lazy(async () => ({ default: (await import('./panels/history-panel.tsx')).HistoryPanel }));
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));
const PageSizeDialog = lazy(async () => ({ default: (await import('./page-size-dialog.tsx')).PageSizeDialog }));

const noneSelected: readonly string[] = [];

const modes: Readonly<Record<string, StageMode>> = {
  hand: 'pan',
  draw: 'draw',
  erase: 'draw',
  veil: 'draw',
  shape: 'place',
  text: 'place',
};

/** Height in pixels of the zoom bar and the space around it, which must not cover the page's corner and the handle there. */
const zoomBarPx = 58;

export function Workbench() {
  const t = useWords(editorWords);
  const { history, selection, tool, panel, writingId, drawnAnew, openingCount } = useEditor();
  const artwork = history!.present.artwork;
  const api = useRef<ArtboardApi>(null);
  const [view, setView] = useState<StageView>({ scale: 1, x: 0, y: 0 });
  const [dialog, setDialog] = useState<EditorDialog>(null);
  const [isSpaceHeld, setIsSpaceHeld] = useState(false);
  const closeDialog = useCallback(() => setDialog(null), []);

  useEffect(keepDraft, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawnAnew` changes when a redraw is needed.
  useEffect(() => api.current?.refresh(), [drawnAnew]);
  usePaste(files => void openFiles(files));
  const stageRef = useRef<HTMLDivElement>(null);
  /** The pointer's position at the drop, recorded before the files are read. */
  const dropRef = useRef<Point>({ x: -1, y: -1 });
  const { isOver } = useFileDrop(null, files => {
    const { left = 0, top = 0 } = stageRef.current?.getBoundingClientRect() ?? {};
    const point = toPage(view, { x: dropRef.current.x - left, y: dropRef.current.y - top });
    void openFiles(files, findSlotAt(point)?.id);
  });

  const saveProject = () => void save(artwork, t.saveFailed);
  useEditorKeys({
    fit: () => api.current?.fit(),
    zoomBy: factor => api.current?.zoomBy(factor),
    showTruePixels: () => api.current?.showTruePixels(),
    showShortcuts: () => setDialog('shortcuts'),
    openExport: () => setDialog('export'),
    saveProject,
    holdSpace: setIsSpaceHeld,
  });

  const mode: StageMode = isSpaceHeld ? 'pan' : (modes[tool] ?? 'select');
  const writing = artwork.layers.find(layer => layer.id === writingId && layer.type === 'text');
  return (
    <div
      data-editor
      data-tool={tool}
      className="fixed inset-0 z-40 flex flex-col bg-ground"
      onDropCapture={event => {
        dropRef.current = { x: event.clientX, y: event.clientY };
      }}
    >
      <h1 className="sr-only">{t.editor}</h1>
      <TopBar onDialog={setDialog} onSaveProject={saveProject} />
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <ToolRail />
        <div ref={stageRef} className="relative min-h-0 min-w-0 flex-1">
          <Artboard
            api={api}
            artwork={artwork}
            // A crop frame has its own handles; while erasing, handles would hide the effect.
            selection={tool === 'crop' || tool === 'erase' ? noneSelected : selection}
            mode={mode}
            sources={shelf}
            hiddenId={writing?.id ?? null}
            label={fill(t.stageLabel, {
              width: artwork.width,
              height: artwork.height,
              count: artwork.layers.length,
              selected: selection.length,
            })}
            footPx={zoomBarPx}
            onSelect={ids => select(ids)}
            onOpen={id => {
              const layer = artwork.layers.find(one => one.id === id);
              if (layer?.type === 'text' && !layer.isLocked) write(id);
              else if (layer?.groupId) select([id], true);
              else if (layer && isSlot(layer)) showPanel('edit');
              else showToast(t.openHint);
            }}
            onChange={(changed, deed) =>
              change(deed, old => ({ ...old, layers: old.layers.map(layer => changed.get(layer.id) ?? layer) }))
            }
            sketch={sketch}
            onDrawn={finishSketch}
            onView={setView}
          >
            {stageView => (
              <>
                {writing?.type === 'text' && <TextField key={writing.id} layer={writing} view={stageView} />}
                <Suspense fallback={null}>{tool === 'crop' && <CropFrame view={stageView} />}</Suspense>
              </>
            )}
          </Artboard>
          <ZoomBar scale={view.scale} api={api} />
          {(isOver || openingCount > 0) && (
            <div
              role="status"
              className="pointer-events-none absolute inset-3 grid place-items-center rounded-card border-2 border-dashed border-accent bg-accent-soft/80 text-lg font-bold text-accent-ink"
            >
              {isOver ? t.dropNow : t.opening}
            </div>
          )}
        </div>
        <PanelFrame>
          {panel === 'edit' && <EditPanel onDialog={setDialog} />}
          <Suspense fallback={null}>
            {panel === 'layers' && <LayersPanel />}
            {panel === 'history' && <HistoryPanel />}
          </Suspense>
        </PanelFrame>
      </div>
      <Suspense fallback={null}>
        {dialog === 'export' && <ExportDialog onClose={closeDialog} />}
        {dialog === 'shortcuts' && <ShortcutsDialog onClose={closeDialog} />}
        {dialog === 'pageSize' && <PageSizeDialog onClose={closeDialog} />}
      </Suspense>
    </div>
  );
}
