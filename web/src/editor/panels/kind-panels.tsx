// The settings of shapes, freehand lines, mosaics and stickers.
import {
  type DrawingLayer,
  type ShapeLayer,
  type StickerLayer,
  type VeilLayer,
  veilKinds,
} from 'contract/artwork/artwork.ts';
import { isLineShape } from 'ui/artwork/outlines.ts';
import { stickers } from 'ui/artwork/stickers.ts';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { useWords } from 'ui/language.tsx';
import { changeLayers, useEditor } from '../state.ts';
import { editorWords } from '../words.ts';
import { Colors } from './colors.tsx';
import { PaintField } from './paint-field.tsx';

/** Returns the unit of length settings: a thousandth of the page's shorter side, so that sliders feel the same on every page. */
function useEdge(): number {
  const { width, height } = useEditor(state => state.history!.present.artwork);
  return Math.min(width, height);
}

export function ShapePanel({ layer }: { layer: ShapeLayer }) {
  const t = useWords(editorWords);
  const edge = useEdge();
  const set = (patch: Partial<ShapeLayer>) => changeLayers('shapeLook', [layer.id], () => patch);
  const thickness = Math.round((layer.strokeWidth / edge) * 1000);
  const setThickness = (value: number) => set({ strokeWidth: (value / 1000) * edge });
  if (isLineShape(layer.shape))
    return (
      <div className="grid gap-5">
        <Colors label={t.color} value={layer.stroke ?? '#000000'} onChange={stroke => set({ stroke })} />
        <Slider label={t.thickness} value={thickness} min={1} max={100} onChange={setThickness} />
        <Switch label={t.dashed} isOn={layer.isDashed} onChange={isDashed => set({ isDashed })} />
      </div>
    );
  return (
    <div className="grid gap-5">
      <Switch
        label={t.filled}
        isOn={layer.fill !== null}
        onChange={isOn => set({ fill: isOn ? '#5b3df5' : null, ...(!isOn && !layer.stroke && { stroke: '#e5484d' }) })}
      />
      {layer.fill && <PaintField label={t.fillColor} value={layer.fill} onChange={fill => set({ fill })} />}
      <Switch
        label={t.outline}
        isOn={layer.stroke !== null}
        onChange={isOn => set({ stroke: isOn ? '#e5484d' : null, ...(!isOn && !layer.fill && { fill: '#5b3df5' }) })}
      />
      {layer.stroke && (
        <>
          <Colors label={t.outlineColor} value={layer.stroke} onChange={stroke => set({ stroke })} />
          <Slider label={t.thickness} value={thickness} min={1} max={100} onChange={setThickness} />
          <Switch label={t.dashed} isOn={layer.isDashed} onChange={isDashed => set({ isDashed })} />
        </>
      )}
      {layer.shape === 'rectangle' && (
        <Slider
          label={t.corners}
          value={Math.round(layer.radius * 200)}
          min={0}
          max={100}
          onChange={value => set({ radius: value / 200 })}
        />
      )}
    </div>
  );
}

export function DrawingPanel({ layer }: { layer: DrawingLayer }) {
  const t = useWords(editorWords);
  const edge = useEdge();
  const set = (patch: Partial<DrawingLayer>) => changeLayers('shapeLook', [layer.id], () => patch);
  return (
    <div className="grid gap-5">
      <Colors label={t.color} value={layer.color} onChange={color => set({ color })} />
      <Slider
        label={t.thickness}
        value={Math.round((layer.strokeWidth / edge) * 1000)}
        min={1}
        max={200}
        onChange={value => set({ strokeWidth: (value / 1000) * edge })}
      />
    </div>
  );
}

export function VeilPanel({ layer }: { layer: VeilLayer }) {
  const t = useWords(editorWords);
  const edge = useEdge();
  const set = (patch: Partial<VeilLayer>) => changeLayers('shapeLook', [layer.id], () => patch);
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.veilKind}
        value={layer.kind}
        segments={veilKinds.map(value => ({ value, label: t[value] }))}
        onChange={kind => set({ kind })}
      />
      <Slider
        label={t.strength}
        value={Math.round((layer.grain / edge) * 1000)}
        min={3}
        max={100}
        onChange={value => set({ grain: Math.max(1, (value / 1000) * edge) })}
      />
      <p className="text-[0.8125rem] text-soft">{t.veilHint}</p>
    </div>
  );
}

export function StickerPanel({ layer }: { layer: StickerLayer }) {
  const t = useWords(editorWords);
  const art = stickers[layer.sticker];
  const own = art?.parts[art.main]?.fill ?? art?.parts[art.main]?.stroke ?? '#000000';
  return (
    <Colors
      label={t.color}
      value={layer.color ?? own}
      onChange={color => changeLayers('shapeLook', [layer.id], () => ({ color: color === own ? null : color }))}
    />
  );
}
