// The options of an ID photo: size, background, print sheet, file size and retouching.
import { fill, type Language } from 'contract/words.ts';
import { KilobyteLimit } from 'ui/fields/kilobyte-limit.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { defineScreen, type OptionsProps } from 'ui/tool-screen.ts';
import { asks, maxKbLimit } from './contract.ts';
import { findLayer, rememberLayer, sideFilesOf } from './last-layers.tsx';
import { Result } from './result.tsx';
import {
  backgroundOf,
  customId,
  type ScreenOptions,
  sheetChoices,
  sizeOf,
  startOptions,
  toPayload,
} from './screen-options.ts';
import { SizePicker } from './size-picker.tsx';
import { backgrounds, type PhotoSize } from './sizes/size-shape.ts';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

type Props = OptionsProps<ScreenOptions>;

/** The most common size for each language. */
const startSizes = { zh: 'cn-1-inch', en: 'us-passport' } as const;
const pageLanguage = (): Language => (document.documentElement.lang.startsWith('en') ? 'en' : 'zh');

const firstMaxKb = 100;
const minMaxKb = 3;

function Background({ options, change, language }: Props) {
  const t = words[language];
  const own = sizeOf(options)?.background;
  const usual = [
    { value: backgrounds.white, label: t.white },
    { value: backgrounds.blue, label: t.blue },
    { value: backgrounds.red, label: t.red },
    { value: backgrounds.grey, label: t.grey },
  ];
  const isNew = own !== undefined && !usual.some(colour => colour.value === own);
  return (
    <div className="grid gap-3">
      <Swatches
        label={t.background}
        value={backgroundOf(options)}
        colors={isNew ? [{ value: own, label: t.backgroundOf }, ...usual] : usual}
        customLabel={t.customColor}
        onChange={background => change({ background })}
      />
      <Switch label={t.fade} hint={t.fadeHint} isOn={options.fades} onChange={fades => change({ fades })} />
    </div>
  );
}

function Sheet({ options, change, language }: Props) {
  const t = words[language];
  const labels = { none: t.sheetNone, '5-inch': t.sheet5, '6-inch': t.sheet6, A4: 'A4' };
  return (
    <Segmented
      label={t.sheet}
      value={options.sheet}
      segments={sheetChoices.map(value => ({ value, label: labels[value] }))}
      hint={t.sheetHint}
      onChange={sheet => change({ sheet })}
    />
  );
}

function rangeOf(kb: PhotoSize['kb'], language: Language): string | undefined {
  const t = words[language];
  if (kb?.min !== undefined && kb.max !== undefined) return fill(t.rangeBetween, kb);
  if (kb?.max !== undefined) return fill(t.rangeBelow, kb);
  return kb?.min === undefined ? undefined : fill(t.rangeAbove, kb);
}

function FileSize({ options, change, language }: Props) {
  const t = words[language];
  const { maxKb } = options;
  const range = rangeOf(sizeOf(options)?.kb, language);
  return (
    <Disclosure title={t.fileSize} aside={maxKb === undefined ? (range ?? t.fileSizeFree) : `${maxKb} KB`}>
      {range && <p className="text-[0.8125rem] text-soft">{fill(t.sizeLimit, { range })}</p>}
      <KilobyteLimit
        words={{ label: t.limitKb, hint: t.limitKbHint, number: t.maxKb }}
        value={maxKb}
        first={sizeOf(options)?.kb?.max ?? firstMaxKb}
        min={minMaxKb}
        max={maxKbLimit}
        onChange={value => change({ maxKb: value })}
      />
      {maxKb !== undefined && (
        <Switch
          label={t.exactKb}
          hint={t.exactKbHint}
          isOn={options.exactKb}
          onChange={exactKb => change({ exactKb })}
        />
      )}
    </Disclosure>
  );
}

function Beauty({ options, change, language }: Props) {
  const t = words[language];
  const { beauty } = options;
  const set = Object.values(beauty).filter(amount => amount > 0);
  return (
    <Disclosure title={t.beauty} aside={set.length === 0 ? t.beautyOff : set.join(' · ')}>
      {(['smooth', 'brighten', 'whiten'] as const).map(name => (
        <Slider
          key={name}
          label={t[name]}
          value={beauty[name]}
          min={0}
          max={100}
          onChange={amount => change({ beauty: { ...beauty, [name]: amount } })}
        />
      ))}
      <p className="text-[0.8125rem] text-soft">{t.beautyHint}</p>
    </Disclosure>
  );
}

function Options(props: Props) {
  return (
    <div className="grid gap-5">
      <SizePicker {...props} />
      <Background {...props} />
      <Sheet {...props} />
      <div>
        <FileSize {...props} />
        <Beauty {...props} />
      </div>
      <p className="text-[0.8125rem] leading-5 text-soft">{words[props.language].paintHint}</p>
    </div>
  );
}

function nameOf(options: ScreenOptions, language: Language): string {
  if (options.size === customId) return `${options.width} × ${options.height} ${options.unit}`;
  return sizeOf(options)?.name[language] ?? '';
}

export const screen = defineScreen<ScreenOptions>({
  Stage,
  Result,
  Options,
  asks,
  defaultOptions: () => ({ ...startOptions, size: startSizes[pageLanguage()] }),
  payload: toPayload,
  sideFiles: sideFilesOf,
  isLightChange: (made, now, facts, result) => {
    if (result) rememberLayer(facts, made, result);
    return findLayer(now, facts) !== undefined;
  },
  runLabel: (_options, count, language) =>
    fill(count > 1 ? words[language].runMany : words[language].runOne, { count }),
  optionsLabel: nameOf,
});
