// The fields common to all layers: opacity, blend mode, shadow, place and order.
import { type BlendMode, blendModes, type Layer } from 'contract/artwork/artwork.ts';
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
  ArrowDownToLine,
  ArrowUpToLine,
  Copy,
  FlipHorizontal2,
  FlipVertical2,
  Group,
  Trash2,
  Ungroup,
} from 'lucide-react';
import { scaleLayer } from 'ui/artwork/geometry.ts';
import { fitText } from 'ui/artwork/lay-out-text.ts';
import { Field, inputClasses } from 'ui/fields/field.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import {
  alignSelected,
  distributeSelected,
  duplicateSelected,
  flipSelected,
  groupSelected,
  orderSelected,
  removeSelected,
  ungroupSelected,
} from '../deeds.ts';
import { changeLayers, useEditor } from '../state.ts';
import { editorWords } from '../words.ts';
import { Colors } from './colors.tsx';

const idsOf = (layers: readonly Layer[]) => layers.map(({ id }) => id);

export function Appearance({ layers }: { layers: readonly Layer[] }) {
  const t = useWords(editorWords);
  const ids = idsOf(layers);
  const [layer] = layers;
  const page = useEditor(state => state.history!.present.artwork);
  if (!layer) return null;
  const edge = Math.min(page.width, page.height);
  const { shadow } = layer;
  const patchShadow = (patch: Partial<NonNullable<Layer['shadow']>>) =>
    changeLayers('shadow', ids, one => ({ shadow: one.shadow && { ...one.shadow, ...patch } }));
  const isVeil = layers.some(({ type }) => type === 'veil');
  return (
    <Disclosure title={t.appearance} aside={`${Math.round(layer.opacity * 100)}%`}>
      <Slider
        label={t.opacity}
        value={Math.round(layer.opacity * 100)}
        min={0}
        max={100}
        valueText={`${Math.round(layer.opacity * 100)}%`}
        onChange={percent => changeLayers('opacity', ids, () => ({ opacity: percent / 100 }))}
      />
      {!isVeil && (
        <>
          <Select<BlendMode>
            label={t.blend}
            value={layer.blend}
            choices={blendModes.map(value => ({ value, label: t[`blend-${value}`] }))}
            onChange={blend => changeLayers('blend', ids, () => ({ blend }))}
          />
          <Switch
            label={t.shadow}
            isOn={shadow !== null}
            onChange={isOn =>
              changeLayers('shadow', ids, () => ({
                shadow: isOn
                  ? { color: '#000000', opacity: 0.45, blur: edge * 0.02, x: edge * 0.006, y: edge * 0.01 }
                  : null,
              }))
            }
          />
          {shadow && (
            <>
              <Colors label={t.shadowColor} value={shadow.color} onChange={color => patchShadow({ color })} />
              <Slider
                label={t.shadowBlur}
                value={Math.round((shadow.blur / edge) * 1000)}
                min={0}
                max={100}
                onChange={value => patchShadow({ blur: (value / 1000) * edge })}
              />
              <Slider
                label={t.shadowOpacity}
                value={Math.round(shadow.opacity * 100)}
                min={0}
                max={100}
                valueText={`${Math.round(shadow.opacity * 100)}%`}
                onChange={value => patchShadow({ opacity: value / 100 })}
              />
              <Slider
                label={t.shadowX}
                value={Math.round((shadow.x / edge) * 1000)}
                min={-60}
                max={60}
                onChange={value => patchShadow({ x: (value / 1000) * edge })}
              />
              <Slider
                label={t.shadowY}
                value={Math.round((shadow.y / edge) * 1000)}
                min={-60}
                max={60}
                onChange={value => patchShadow({ y: (value / 1000) * edge })}
              />
            </>
          )}
        </>
      )}
    </Disclosure>
  );
}

interface LengthFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A number that may be negative or have decimals; applied when the field loses the focus or Enter is pressed. */
function LengthField({ label, value, min, max, onChange }: LengthFieldProps) {
  const shown = String(Math.round(value * 10) / 10);
  const take = (text: string) => {
    const number = Number(text);
    if (text.trim() !== '' && Number.isFinite(number) && text !== shown) onChange(Math.min(max, Math.max(min, number)));
  };
  return (
    <Field label={label}>
      {wiring => (
        <input
          {...wiring}
          // Remounts the field when the value changes from outside.
          key={shown}
          type="text"
          inputMode="decimal"
          defaultValue={shown}
          onBlur={event => take(event.target.value)}
          onKeyDown={event => event.key === 'Enter' && take(event.currentTarget.value)}
          className={`${inputClasses} tabular-nums`}
        />
      )}
    </Field>
  );
}

export function Arrange({ layers, isOpen = false }: { layers: readonly Layer[]; isOpen?: boolean }) {
  const t = useWords(editorWords);
  const content = <ArrangeFields layers={layers} />;
  return isOpen ? <div className="grid gap-5">{content}</div> : <Disclosure title={t.arrange}>{content}</Disclosure>;
}

const iconSize = 'size-4.5';

function ArrangeFields({ layers }: { layers: readonly Layer[] }) {
  const [layer] = layers;
  const isLocked = layers.every(one => one.isLocked);
  return (
    <>
      <AlignBar layers={layers} isLocked={isLocked} />
      <DeedsBar layers={layers} isLocked={isLocked} />
      {layer && layers.length === 1 && !isLocked && <PlaceFields layer={layer} />}
    </>
  );
}

interface BarProps {
  layers: readonly Layer[];
  isLocked: boolean;
}

function AlignBar({ layers, isLocked }: BarProps) {
  const t = useWords(editorWords);
  return (
    <div role="toolbar" aria-label={t.align} className="-mx-1 flex flex-wrap">
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.alignLeft}
        icon={<AlignStartVertical className={iconSize} />}
        onClick={() => alignSelected('left')}
      />
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.alignCentre}
        icon={<AlignCenterVertical className={iconSize} />}
        onClick={() => alignSelected('centre')}
      />
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.alignRight}
        icon={<AlignEndVertical className={iconSize} />}
        onClick={() => alignSelected('right')}
      />
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.alignTop}
        icon={<AlignStartHorizontal className={iconSize} />}
        onClick={() => alignSelected('top')}
      />
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.alignMiddle}
        icon={<AlignCenterHorizontal className={iconSize} />}
        onClick={() => alignSelected('middle')}
      />
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.alignBottom}
        icon={<AlignEndHorizontal className={iconSize} />}
        onClick={() => alignSelected('bottom')}
      />
      {layers.length > 2 && (
        <>
          <IconButton
            size="sm"
            label={t.distributeX}
            icon={<AlignHorizontalSpaceAround className={iconSize} />}
            onClick={() => distributeSelected('x')}
          />
          <IconButton
            size="sm"
            label={t.distributeY}
            icon={<AlignVerticalSpaceAround className={iconSize} />}
            onClick={() => distributeSelected('y')}
          />
        </>
      )}
    </div>
  );
}

function DeedsBar({ layers, isLocked }: BarProps) {
  const t = useWords(editorWords);
  const isGrouped = layers.some(({ groupId }) => groupId !== null);
  return (
    <div role="toolbar" aria-label={t.layerDeeds} className="-mx-1 flex flex-wrap">
      <IconButton
        size="sm"
        label={t.front}
        icon={<ArrowUpToLine className={iconSize} />}
        onClick={() => orderSelected('front')}
      />
      <IconButton
        size="sm"
        label={t.back}
        icon={<ArrowDownToLine className={iconSize} />}
        onClick={() => orderSelected('back')}
      />
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.flipX}
        icon={<FlipHorizontal2 className={iconSize} />}
        onClick={() => flipSelected('x')}
      />
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.flipY}
        icon={<FlipVertical2 className={iconSize} />}
        onClick={() => flipSelected('y')}
      />
      <IconButton size="sm" label={t.duplicate} icon={<Copy className={iconSize} />} onClick={duplicateSelected} />
      {layers.length > 1 && !isGrouped && (
        <IconButton size="sm" label={t.group} icon={<Group className={iconSize} />} onClick={groupSelected} />
      )}
      {isGrouped && (
        <IconButton size="sm" label={t.ungroup} icon={<Ungroup className={iconSize} />} onClick={ungroupSelected} />
      )}
      <IconButton
        size="sm"
        disabled={isLocked}
        label={t.remove}
        icon={<Trash2 className={iconSize} />}
        onClick={removeSelected}
      />
    </div>
  );
}

function PlaceFields({ layer }: { layer: Layer }) {
  const t = useWords(editorWords);
  const place = (patch: Partial<Layer>) => changeLayers('place', [layer.id], () => patch);
  const rescale = (width: number) =>
    changeLayers('scale', [layer.id], one => {
      const scaled = scaleLayer(one, width / one.width, one);
      return scaled.type === 'text' ? fitText(scaled) : scaled;
    });
  return (
    <div className="grid grid-cols-2 gap-3">
      <LengthField
        label="X"
        value={layer.x - layer.width / 2}
        min={-50_000}
        max={50_000}
        onChange={x => place({ x: x + layer.width / 2 })}
      />
      <LengthField
        label="Y"
        value={layer.y - layer.height / 2}
        min={-50_000}
        max={50_000}
        onChange={y => place({ y: y + layer.height / 2 })}
      />
      <LengthField label={t.width} value={layer.width} min={1} max={50_000} onChange={rescale} />
      <LengthField
        label={t.degrees}
        value={layer.degrees}
        min={-180}
        max={180}
        onChange={degrees => place({ degrees })}
      />
    </div>
  );
}
