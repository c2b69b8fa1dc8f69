// The lettering of a text.
import { type TextLayer, textAligns } from 'contract/artwork/artwork.ts';
import { type FontId, fontIds, fonts } from 'contract/artwork/fonts.ts';
import { AlignCenter, AlignLeft, AlignRight, Italic, Underline } from 'lucide-react';
import { Field, inputClasses } from 'ui/fields/field.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { rewrite } from '../deeds.ts';
import { changeLayers } from '../state.ts';
import { editorWords } from '../words.ts';
import { Colors } from './colors.tsx';

const alignIcons = { left: <AlignLeft />, center: <AlignCenter />, right: <AlignRight /> };

const setLetters = (layer: TextLayer, patch: Partial<TextLayer>) => changeLayers('letters', [layer.id], () => patch);

export function TextPanel({ layer }: { layer: TextLayer }) {
  const t = useWords(editorWords);
  const set = (patch: Partial<TextLayer>) => setLetters(layer, patch);
  const weights: readonly number[] = fonts[layer.font].weights;
  /** Changes the font and keeps the nearest available weight. */
  const takeFont = (font: FontId) => {
    const near = [...fonts[font].weights].sort((a, b) => Math.abs(a - layer.weight) - Math.abs(b - layer.weight))[0]!;
    set({ font, weight: near });
  };
  /** Scales the width with the size, so that the line breaks stay the same. */
  const takeSize = (size: number) => set({ size, width: (layer.width * size) / layer.size });
  return (
    <div className="grid gap-5">
      <Field label={t.text}>
        {wiring => (
          <textarea
            {...wiring}
            rows={2}
            value={layer.text}
            maxLength={5000}
            onChange={event => rewrite(layer, event.target.value)}
            className={`${inputClasses} py-2.5`}
          />
        )}
      </Field>
      <Select<FontId>
        label={t.font}
        value={layer.font}
        choices={fontIds.map(value => ({ value, label: fonts[value].name }))}
        onChange={takeFont}
      />
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t.size}
          value={Math.round(layer.size)}
          min={4}
          max={4000}
          unit="px"
          onChange={size => size && takeSize(size)}
        />
        <Select
          label={t.weight}
          value={String(layer.weight)}
          choices={weights.map(weight => ({ value: String(weight), label: t[`weight-${weight}` as 'weight-400'] }))}
          onChange={weight => set({ weight: Number(weight) })}
        />
      </div>
      <Colors label={t.color} value={layer.color} onChange={color => set({ color })} />
      <LetterStyle layer={layer} />
      <Disclosure title={t.spacing}>
        <Slider
          label={t.lineHeight}
          value={Math.round(layer.lineHeight * 100)}
          min={70}
          max={300}
          valueText={layer.lineHeight.toFixed(2)}
          onChange={value => set({ lineHeight: value / 100 })}
        />
        <Slider
          label={t.letterSpacing}
          value={Math.round(layer.letterSpacing * 100)}
          min={-10}
          max={100}
          onChange={value => set({ letterSpacing: value / 100 })}
        />
      </Disclosure>
      <Disclosure title={t.textEffects}>
        <OutlineFields layer={layer} />
        <PlateFields layer={layer} />
      </Disclosure>
    </div>
  );
}

function LetterStyle({ layer }: { layer: TextLayer }) {
  const t = useWords(editorWords);
  return (
    <div className="flex items-center gap-2 [&_svg]:size-4.5">
      <div className="flex-1">
        <Segmented
          label={t.align}
          isLabelHidden
          value={layer.align}
          segments={textAligns.map(value => ({
            value,
            label: '',
            icon: (
              <>
                <span className="sr-only">{t[`text-${value}`]}</span>
                {alignIcons[value]}
              </>
            ),
          }))}
          onChange={align => setLetters(layer, { align })}
        />
      </div>
      <IconButton
        size="sm"
        aria-pressed={layer.isItalic}
        className={layer.isItalic ? 'bg-accent-soft text-accent-ink' : ''}
        label={t.italic}
        icon={<Italic />}
        onClick={() => setLetters(layer, { isItalic: !layer.isItalic })}
      />
      <IconButton
        size="sm"
        aria-pressed={layer.isUnderlined}
        className={layer.isUnderlined ? 'bg-accent-soft text-accent-ink' : ''}
        label={t.underline}
        icon={<Underline />}
        onClick={() => setLetters(layer, { isUnderlined: !layer.isUnderlined })}
      />
    </div>
  );
}

function OutlineFields({ layer }: { layer: TextLayer }) {
  const t = useWords(editorWords);
  const { outline } = layer;
  return (
    <>
      <Switch
        label={t.outline}
        isOn={outline !== null}
        onChange={isOn => setLetters(layer, { outline: isOn ? { color: '#ffffff', width: 0.06 } : null })}
      />
      {outline && (
        <>
          <Colors
            label={t.outlineColor}
            value={outline.color}
            onChange={color => setLetters(layer, { outline: { ...outline, color } })}
          />
          <Slider
            label={t.outlineWidth}
            value={Math.round(outline.width * 200)}
            min={1}
            max={60}
            onChange={value => setLetters(layer, { outline: { ...outline, width: value / 200 } })}
          />
        </>
      )}
    </>
  );
}

function PlateFields({ layer }: { layer: TextLayer }) {
  const t = useWords(editorWords);
  const { plate } = layer;
  return (
    <>
      <Switch
        label={t.plate}
        isOn={plate !== null}
        onChange={isOn => setLetters(layer, { plate: isOn ? { color: '#ffc531', opacity: 1, radius: 0.15 } : null })}
      />
      {plate && (
        <>
          <Colors
            label={t.plateColor}
            value={plate.color}
            onChange={color => setLetters(layer, { plate: { ...plate, color } })}
          />
          <Slider
            label={t.opacity}
            value={Math.round(plate.opacity * 100)}
            min={5}
            max={100}
            onChange={value => setLetters(layer, { plate: { ...plate, opacity: value / 100 } })}
          />
          <Slider
            label={t.corners}
            value={Math.round(plate.radius * 200)}
            min={0}
            max={100}
            onChange={value => setLetters(layer, { plate: { ...plate, radius: value / 200 } })}
          />
        </>
      )}
    </>
  );
}
