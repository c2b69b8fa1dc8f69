// The look of burnt-in subtitles: size, colours, outline, box and position.
import { fontWeights } from 'contract/mark/options.ts';
import type { SubtitleStyle } from 'contract/subtitles/style.ts';
import type { Language } from 'contract/words.ts';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { Share } from 'ui/mark-options/share.tsx';
import { markWords } from 'ui/mark-options/words.ts';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { words } from './words.ts';

interface SubtitleLookProps {
  style: SubtitleStyle;
  hasSecond: boolean;
  language: Language;
  onChange: (patch: Partial<SubtitleStyle>) => void;
}

const textColors = [
  ['#ffffff', 'white'],
  ['#ffe14d', 'amber'],
  ['#111111', 'black'],
  ['#4361ee', 'blue'],
] as const;
const edgeColors = [
  ['#000000', 'black'],
  ['#ffffff', 'white'],
  ['#4361ee', 'blue'],
] as const;

export function SubtitleLook({ style, hasSecond, language, onChange }: SubtitleLookProps) {
  const t = words[language];
  const m = markWords[language];
  const named = (colors: readonly (readonly [string, 'white' | 'amber' | 'black' | 'blue'])[]) =>
    colors.map(([value, name]) => ({ value, label: m[name] }));
  const places = { bottom: t.placeBottom, middle: t.placeMiddle, top: t.placeTop };
  return (
    <Disclosure title={t.look} aside={`${Math.round(style.size * 1000) / 10}% · ${places[style.place]}`}>
      <Share label={m.size} value={style.size} min={0.02} max={0.2} onChange={size => onChange({ size })} />
      <Segmented
        label={t.place}
        value={style.place}
        segments={(['bottom', 'middle', 'top'] as const).map(value => ({ value, label: places[value] }))}
        onChange={place => onChange({ place })}
      />
      {style.place !== 'middle' && (
        <Share label={t.margin} value={style.margin} max={0.45} onChange={margin => onChange({ margin })} />
      )}
      <Swatches
        label={m.color}
        value={style.color}
        colors={named(textColors)}
        customLabel={m.otherColor}
        onChange={color => onChange({ color })}
      />
      {hasSecond && (
        <>
          <Share
            label={t.secondSize}
            value={style.secondSize}
            min={0.4}
            max={1.5}
            onChange={secondSize => onChange({ secondSize })}
          />
          <Swatches
            label={t.secondColor}
            value={style.secondColor}
            colors={named(textColors)}
            customLabel={m.otherColor}
            onChange={secondColor => onChange({ secondColor })}
          />
        </>
      )}
      <Select
        label={m.weight}
        value={String(style.fontWeight)}
        choices={fontWeights.map(weight => ({ value: String(weight), label: m[`weight${weight}`] }))}
        hint={m.fontHint}
        onChange={weight => onChange({ fontWeight: Number(weight) as SubtitleStyle['fontWeight'] })}
      />
      <Share
        label={m.outlineWidth}
        value={style.outlineWidth}
        max={0.2}
        onChange={outlineWidth => onChange({ outlineWidth })}
      />
      {style.outlineWidth > 0 && (
        <Swatches
          label={m.outlineColor}
          value={style.outlineColor}
          colors={named(edgeColors)}
          customLabel={m.otherColor}
          onChange={outlineColor => onChange({ outlineColor })}
        />
      )}
      <Share label={m.shadowStrength} value={style.shadow} onChange={shadow => onChange({ shadow })} />
      <Share label={t.box} value={style.box} onChange={box => onChange({ box })} />
      {style.box > 0 && (
        <Swatches
          label={t.boxColor}
          value={style.boxColor}
          colors={named(edgeColors)}
          customLabel={m.otherColor}
          onChange={boxColor => onChange({ boxColor })}
        />
      )}
    </Disclosure>
  );
}
