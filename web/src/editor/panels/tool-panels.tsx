// The settings of the active tool, before it has created anything.
import { type ShapeKind, shapeKinds, veilKinds } from 'contract/artwork/artwork.ts';
import { Heading, QrCode, Type, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { makeShapeLayer } from 'ui/artwork/make-layer.ts';
import { type PaintSources, paintLayer } from 'ui/artwork/paint-layer.ts';
import { stickers } from 'ui/artwork/stickers.ts';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { addQr, addShapeInMiddle, addSticker, addText } from '../deeds.ts';
import { changeLayers, erasedAlone, setBrush, useEditor } from '../state.ts';
import { editorWords } from '../words.ts';
import { Colors } from './colors.tsx';

const noPictures: PaintSources = { findPicture: () => undefined };
const previewPx = 56;

export function TextTool() {
  const t = useWords(editorWords);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-soft">{t.textHint}</p>
      <Button
        variant="secondary"
        icon={<Heading aria-hidden className="size-4.5" />}
        onClick={() => addText(undefined, 'heading')}
      >
        {t.addHeading}
      </Button>
      <Button
        variant="secondary"
        icon={<Type aria-hidden className="size-4.5" />}
        onClick={() => addText(undefined, 'body')}
      >
        {t.addBody}
      </Button>
    </div>
  );
}

function ShapePreview({ shape }: { shape: ShapeKind }) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = canvasRef.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = canvas.height = previewPx * ratio;
    const isLine = shape === 'line' || shape.endsWith('arrow');
    const box = { x: previewPx / 2, y: previewPx / 2, width: 40, height: shape === 'block-arrow' || !isLine ? 34 : 6 };
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintLayer(context, makeShapeLayer(shape, box, { strokeWidth: 3.5 }), { scale: ratio, x: 0, y: 0 }, noPictures);
  }, [shape]);
  return <canvas ref={canvasRef} aria-hidden className="size-14" />;
}

export function ShapeTool() {
  const t = useWords(editorWords);
  const shape = useEditor(state => state.brush.shape);
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">{t.shapeHint}</p>
      <div role="radiogroup" aria-label={t.shape} className="grid grid-cols-4 gap-1.5">
        {shapeKinds.map(kind => (
          <label
            key={kind}
            title={t[`shape-${kind}`]}
            className={joinClasses(
              'grid place-items-center rounded-xl p-1 transition has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              kind === shape ? 'bg-accent-soft ring-2 ring-accent ring-inset' : 'hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name="editor-shape"
              aria-label={t[`shape-${kind}`]}
              checked={kind === shape}
              onChange={() => setBrush({ shape: kind })}
              className="sr-only"
            />
            <ShapePreview shape={kind} />
          </label>
        ))}
      </div>
      <Button variant="secondary" onClick={() => addShapeInMiddle(shape)}>
        {t.addInMiddle}
      </Button>
    </div>
  );
}

export function StickerTool() {
  const t = useWords(editorWords);
  const language = useLanguage();
  return (
    <div className="grid gap-3">
      <Button variant="secondary" icon={<QrCode aria-hidden className="size-4.5" />} onClick={addQr}>
        {t.addQr}
      </Button>
      <ul aria-label={t.sticker} className="grid grid-cols-4 gap-1.5">
        {Object.entries(stickers).map(([id, { name, parts }]) => (
          <li key={id}>
            <button
              type="button"
              title={name[language]}
              aria-label={name[language]}
              onClick={() => addSticker(id)}
              className="grid aspect-square w-full place-items-center rounded-xl p-2 transition hover:bg-sunken"
            >
              <svg
                viewBox="-4 -4 108 108"
                aria-hidden
                className="size-full"
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                {parts.map(part => (
                  <path
                    key={`${part.path} ${part.fill}`}
                    d={part.path}
                    fill={part.fill ?? 'none'}
                    stroke={part.stroke}
                    strokeWidth={part.stroke ? (part.width ?? 4) : undefined}
                  />
                ))}
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function DrawTool() {
  const t = useWords(editorWords);
  const { color, drawWidth } = useEditor(state => state.brush);
  return (
    <div className="grid gap-5">
      <p className="text-sm text-soft">
        {t.drawHint}
        <span className="pointer-coarse:hidden">{t.drawKeys}</span>
      </p>
      <Colors label={t.color} value={color} onChange={value => setBrush({ color: value })} />
      <Slider
        label={t.brushSize}
        value={Math.round(drawWidth * 1000)}
        min={1}
        max={150}
        onChange={value => setBrush({ drawWidth: value / 1000 })}
      />
    </div>
  );
}

export function EraseTool() {
  const t = useWords(editorWords);
  const { eraseWidth, isErasingBack } = useEditor(state => state.brush);
  // Re-renders at every change of the layers, because erasedAlone reads the current state.
  useEditor(state => state.history);
  const layer = erasedAlone();
  return (
    <div className="grid gap-5">
      <p className="text-sm text-soft">{layer ? t.eraseOneHint : t.eraseHint}</p>
      <Segmented
        label={t.eraseKind}
        value={isErasingBack ? 'back' : 'out'}
        segments={[
          { value: 'out', label: t.eraseOut },
          { value: 'back', label: t.eraseBack },
        ]}
        onChange={kind => setBrush({ isErasingBack: kind === 'back' })}
      />
      <Slider
        label={t.brushSize}
        value={Math.round(eraseWidth * 1000)}
        min={2}
        max={300}
        onChange={value => setBrush({ eraseWidth: value / 1000 })}
      />
      {layer?.erased && <BringBack id={layer.id} />}
    </div>
  );
}

/** Restores everything that was erased from a layer. */
export function BringBack({ id }: { id: string }) {
  const t = useWords(editorWords);
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<Undo2 aria-hidden className="size-4" />}
      onClick={() => changeLayers('rub', [id], () => ({ erased: undefined }))}
    >
      {t.eraseReset}
    </Button>
  );
}

export function VeilTool() {
  const t = useWords(editorWords);
  const { veilKind, veilWidth, veilGrain } = useEditor(state => state.brush);
  return (
    <div className="grid gap-5">
      <p className="text-sm text-soft">{t.veilToolHint}</p>
      <Segmented
        label={t.veilKind}
        value={veilKind}
        segments={veilKinds.map(value => ({ value, label: t[value] }))}
        onChange={kind => setBrush({ veilKind: kind })}
      />
      <Slider
        label={t.brushSize}
        value={Math.round(veilWidth * 1000)}
        min={5}
        max={300}
        onChange={value => setBrush({ veilWidth: value / 1000 })}
      />
      <Slider
        label={t.strength}
        value={Math.round(veilGrain * 1000)}
        min={3}
        max={100}
        onChange={value => setBrush({ veilGrain: value / 1000 })}
      />
    </div>
  );
}
