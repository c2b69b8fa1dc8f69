// What can be set right now: the tool in hand, the selected layers, or the page.
import { useWords } from 'ui/language.tsx';
import { CropPanel } from '../crop-panel.tsx';
import { type EditorDialog, selectedLayers, useEditor } from '../state.ts';
import { editorWords } from '../words.ts';
import { DrawingPanel, ShapePanel, StickerPanel, VeilPanel } from './kind-panels.tsx';
import { Appearance, Arrange } from './layer-fields.tsx';
import { PagePanel } from './page-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { TextPanel } from './text-panel.tsx';
import { BringBack, DrawTool, EraseTool, ShapeTool, StickerTool, TextTool, VeilTool } from './tool-panels.tsx';
import { QrPanel, VectorPanel } from './vector-panels.tsx';

export function EditPanel({ onDialog }: { onDialog: (dialog: EditorDialog) => void }) {
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
