// The settings for the current context: the active tool, the selected layers, or the page. The fields of a tool are loaded when it is first used.
import { lazy, Suspense } from 'react';
import { useWords } from 'ui/language.tsx';
import { type EditorDialog, selectedLayers, useEditor } from '../state.ts';
import { editorWords } from '../words.ts';
import { Appearance, Arrange } from './layer-fields.tsx';
import { PagePanel } from './page-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';

const loadKinds = () => import('./kind-panels.tsx');
const loadTools = () => import('./tool-panels.tsx');
const loadVectors = () => import('./vector-panels.tsx');
const CropPanel = lazy(async () => ({ default: (await import('../crop-panel.tsx')).CropPanel }));
const TextPanel = lazy(async () => ({ default: (await import('./text-panel.tsx')).TextPanel }));
const ShapePanel = lazy(async () => ({ default: (await loadKinds()).ShapePanel }));
const DrawingPanel = lazy(async () => ({ default: (await loadKinds()).DrawingPanel }));
const VeilPanel = lazy(async () => ({ default: (await loadKinds()).VeilPanel }));
const StickerPanel = lazy(async () => ({ default: (await loadKinds()).StickerPanel }));
const VectorPanel = lazy(async () => ({ default: (await loadVectors()).VectorPanel }));
const QrPanel = lazy(async () => ({ default: (await loadVectors()).QrPanel }));
const BringBack = lazy(async () => ({ default: (await loadTools()).BringBack }));
const TextTool = lazy(async () => ({ default: (await loadTools()).TextTool }));
const ShapeTool = lazy(async () => ({ default: (await loadTools()).ShapeTool }));
const StickerTool = lazy(async () => ({ default: (await loadTools()).StickerTool }));
const DrawTool = lazy(async () => ({ default: (await loadTools()).DrawTool }));
const EraseTool = lazy(async () => ({ default: (await loadTools()).EraseTool }));
const VeilTool = lazy(async () => ({ default: (await loadTools()).VeilTool }));

interface EditPanelProps {
  onDialog: (dialog: EditorDialog) => void;
}

export function EditPanel({ onDialog }: EditPanelProps) {
  return (
    <Suspense fallback={null}>
      <Fields onDialog={onDialog} />
    </Suspense>
  );
}

function Fields({ onDialog }: EditPanelProps) {
  const t = useWords(editorWords);
  const { history, selection, tool } = useEditor();
  const artwork = history!.present.artwork;
  const layers = selectedLayers(artwork, selection);
  const [layer] = layers;
  if (tool === 'crop') return <CropPanel />;
  if (tool === 'erase') return <EraseTool />;
  if (layer && layers.length === 1)
    return (
      <div className="grid gap-5" key={layer.id}>
        {layer.type === 'picture' && <PicturePanel layer={layer} />}
        {layer.type === 'text' && <TextPanel layer={layer} />}
        {layer.type === 'shape' && <ShapePanel layer={layer} />}
        {layer.type === 'drawing' && <DrawingPanel layer={layer} />}
        {layer.type === 'veil' && <VeilPanel layer={layer} />}
        {layer.type === 'sticker' && <StickerPanel layer={layer} />}
        {layer.type === 'vector' && <VectorPanel layer={layer} />}
        {layer.type === 'qr' && <QrPanel layer={layer} />}
        {layer.erased && <BringBack id={layer.id} />}
        <Appearance layers={layers} />
        <Arrange layers={layers} />
      </div>
    );
  if (layer)
    return (
      <div className="grid gap-5">
        <p className="text-sm text-soft">{t.selectedCount.replace('{count}', String(layers.length))}</p>
        <Arrange layers={layers} isOpen />
        <Appearance layers={layers} />
      </div>
    );
  if (tool === 'text') return <TextTool />;
  if (tool === 'shape') return <ShapeTool />;
  if (tool === 'sticker') return <StickerTool />;
  if (tool === 'draw') return <DrawTool />;
  if (tool === 'veil') return <VeilTool />;
  return <PagePanel artwork={artwork} onDialog={onDialog} />;
}
