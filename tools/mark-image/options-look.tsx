// The look of a mark among its options: colour, lettering, outline and shadow, and how the result is saved.
import type { Language } from 'contract/words.ts';
import { Disclosure } from 'ui/disclosure.tsx';
import { Segmented } from 'ui/segmented.tsx';
import { Select } from 'ui/select.tsx';
import { Slider } from 'ui/slider.tsx';
import { Swatches } from 'ui/swatches.tsx';
import { Switch } from 'ui/switch.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { fontWeights } from './contract.ts';
import type { DraftMark, MarkDraft } from './draft.ts';
import { Share } from './share.tsx';
import { words } from './words.ts';

export interface MarkProps {
  /** The chosen one. */
  mark: DraftMark;
  change: (patch: Partial<DraftMark>) => void;
  language: Language;
}

const colorValues = ['#ffffff', '#111111', '#e5383b', '#ffb703', '#2a9d8f', '#4361ee'] as const;
const colorNames = ['white', 'black', 'red', 'amber', 'green', 'blue'] as const;

export function Colors({ mark, change, language }: MarkProps) {
  const t = words[language];
  const isAuto = mark.color === 'auto';
  return (
    <div className="grid gap-3">
      <Switch
        label={t.autoColor}
        hint={t.autoColorHint}
        isOn={isAuto}
        onChange={isOn => change({ color: isOn ? 'auto' : '#ffffff' })}
      />
      {!isAuto && (
        <Swatches
          label={t.color}
          value={mark.color}
          colors={colorValues.map((value, index) => ({ value, label: t[colorNames[index]!] }))}
          customLabel={t.otherColor}
          onChange={color => change({ color })}
        />
      )}
    </div>
  );
}

const edgeColors = ['#000000', '#ffffff', '#e5383b', '#4361ee'] as const;
const edgeNames = ['black', 'white', 'red', 'blue'] as const;

export function Edges({ mark, change, language }: MarkProps) {
  const t = words[language];
  const isText = mark.markType === 'text';
  const colors = edgeColors.map((value, index) => ({ value, label: t[edgeNames[index]!] }));
  const parts = [
    isText && mark.outlineWidth > 0 ? t.outline : undefined,
    mark.shadow > 0 ? t.shadow : undefined,
  ].filter(Boolean);
  return (
    <Disclosure title={isText ? t.outlineAndShadow : t.shadow} aside={parts.join(' · ') || t.none}>
      {isText && (
        <Share
          label={t.outlineWidth}
          value={mark.outlineWidth}
          most={0.2}
          onChange={outlineWidth => change({ outlineWidth })}
        />
      )}
      {isText && mark.outlineWidth > 0 && (
        <Swatches
          label={t.outlineColor}
          value={mark.outlineColor}
          colors={colors}
          customLabel={t.otherColor}
          onChange={outlineColor => change({ outlineColor })}
        />
      )}
      <Share label={t.shadowStrength} value={mark.shadow} onChange={shadow => change({ shadow })} />
      {mark.shadow > 0 && (
        <>
          <Share
            label={t.shadowBlur}
            value={mark.shadowBlur}
            most={0.3}
            onChange={shadowBlur => change({ shadowBlur })}
          />
          <Share
            label={t.shadowDistance}
            value={mark.shadowDistance}
            most={0.3}
            onChange={shadowDistance => change({ shadowDistance })}
          />
          <Swatches
            label={t.shadowColor}
            value={mark.shadowColor}
            colors={colors}
            customLabel={t.otherColor}
            onChange={shadowColor => change({ shadowColor })}
          />
        </>
      )}
    </Disclosure>
  );
}

export function Lettering({ mark, change, language }: MarkProps) {
  const t = words[language];
  const aligns = { left: t.alignLeft, center: t.alignCenter, right: t.alignRight };
  return (
    <Disclosure title={t.lettering} aside={t[`weight${mark.fontWeight}`]}>
      <Select
        label={t.weight}
        value={String(mark.fontWeight)}
        choices={fontWeights.map(weight => ({ value: String(weight), label: t[`weight${weight}`] }))}
        hint={t.fontHint}
        onChange={weight => change({ fontWeight: Number(weight) as DraftMark['fontWeight'] })}
      />
      <Share
        label={t.letterSpacing}
        value={mark.letterSpacing}
        least={-0.1}
        onChange={letterSpacing => change({ letterSpacing })}
      />
      <Segmented
        label={t.align}
        value={mark.align}
        segments={(['left', 'center', 'right'] as const).map(value => ({ value, label: aligns[value] }))}
        onChange={align => change({ align })}
      />
    </Disclosure>
  );
}

export function Saving({
  options,
  change,
  language,
}: Pick<OptionsProps<MarkDraft>, 'options' | 'change' | 'language'>) {
  const t = words[language];
  const formats = { same: t.formatSame, jpg: 'JPG', png: 'PNG', webp: 'WebP' };
  return (
    <Disclosure title={t.saving} aside={formats[options.format]}>
      <Select
        label={t.format}
        value={options.format}
        choices={(['same', 'jpg', 'png', 'webp'] as const).map(value => ({ value, label: formats[value] }))}
        onChange={format => change({ format })}
      />
      {options.format !== 'png' && (
        <Slider label={t.quality} value={options.quality} min={1} max={100} onChange={quality => change({ quality })} />
      )}
      <Select
        label={t.metadata}
        hint={options.keepMetadata === 'everything' ? t.metadataWarning : t.metadataHint}
        value={String(options.keepMetadata)}
        choices={[
          { value: 'false', label: t.metadataNone },
          { value: 'true', label: t.metadataSafe },
          { value: 'everything', label: t.metadataEverything },
        ]}
        onChange={chosen => change({ keepMetadata: chosen === 'everything' ? chosen : chosen === 'true' })}
      />
    </Disclosure>
  );
}
