// The appearance options of a mark: colour, lettering, outline and shadow.
import { fontWeights } from 'contract/mark/options.ts';
import type { Language } from 'contract/words.ts';
import { Segmented } from '../fields/segmented.tsx';
import { Select } from '../fields/select.tsx';
import { Swatches } from '../fields/swatches.tsx';
import { Switch } from '../fields/switch.tsx';
import { Disclosure } from '../panels/disclosure.tsx';
import type { DraftMark } from './draft-mark.ts';
import { Share } from './share.tsx';
import { markWords } from './words.ts';

export interface MarkProps {
  /** The mark being edited. */
  mark: DraftMark;
  change: (patch: Partial<DraftMark>) => void;
  language: Language;
}

const colorValues = ['#ffffff', '#111111', '#e5383b', '#ffb703', '#2a9d8f', '#4361ee'] as const;
const colorNames = ['white', 'black', 'red', 'amber', 'green', 'blue'] as const;

/** `isSteady`: the background changes over time, so an automatic colour is not available. */
export function Colors({ mark, change, language, isSteady = false }: MarkProps & { isSteady?: boolean }) {
  const t = markWords[language];
  const isAuto = mark.color === 'auto';
  return (
    <div className="grid gap-3">
      {!isSteady && (
        <Switch
          label={t.autoColor}
          hint={t.autoColorHint}
          isOn={isAuto}
          onChange={isOn => change({ color: isOn ? 'auto' : '#ffffff' })}
        />
      )}
      <Swatches
        label={t.color}
        value={isAuto ? undefined : mark.color}
        colors={colorValues.map((value, index) => ({ value, label: t[colorNames[index]!] }))}
        customLabel={t.otherColor}
        onChange={color => change({ color })}
      />
    </div>
  );
}

const edgeColors = ['#000000', '#ffffff', '#e5383b', '#4361ee'] as const;
const edgeNames = ['black', 'white', 'red', 'blue'] as const;

export function Edges({ mark, change, language }: MarkProps) {
  const t = markWords[language];
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
          max={0.2}
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
            max={0.3}
            onChange={shadowBlur => change({ shadowBlur })}
          />
          <Share
            label={t.shadowDistance}
            value={mark.shadowDistance}
            max={0.3}
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
  const t = markWords[language];
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
        min={-0.1}
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
