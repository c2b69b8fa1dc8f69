// The options of a collage: layout, aspect ratio, spacing and background. Its pictures are placed on the stage.
import { fill } from 'contract/words.ts';
import { ChoiceGrid } from 'ui/fields/choice-grid.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Swatches } from 'ui/fields/swatches.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { nameFormat } from 'ui/format-name.ts';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { Compare } from 'ui/picture/compare.tsx';
import { defineScreen, type OptionsProps, type ResultProps } from 'ui/tool-screen.ts';
import { asks, formats, maxPictures, ratios } from './contract.ts';
import { LayoutChoice } from './layout-choice.tsx';
import { firstSettings, type Settings, toPayload } from './settings.ts';
import { Stage } from './stage.tsx';
import { words } from './words.ts';

type Props = OptionsProps<Settings>;
const sizes = { 1080: 'sizeSmall', 2160: 'sizeMedium', 4320: 'sizeLarge', full: 'sizeFull' } as const;
/** A table colour, on which white frames are visible. */
const tableColor = '#e8e1d6';

function Spacing({ options, change, language }: Props) {
  const t = words[language];
  const lengths = [
    { name: 'gap', max: 0.1 },
    { name: 'border', max: 0.1 },
    { name: 'radius', max: 0.25 },
  ] as const;
  return lengths
    .filter(({ name }) => name !== 'gap' || options.layout !== 'scattered')
    .map(({ name, max }) => (
      <Slider
        key={name}
        label={t[name]}
        value={Math.round(options[name] * 1000) / 10}
        min={0}
        max={max * 100}
        step={0.5}
        valueText={`${Math.round(options[name] * 1000) / 10}%`}
        onChange={percent => change({ [name]: percent / 100 })}
      />
    ));
}

function Background({ options, change, language }: Props) {
  const t = words[language];
  return (
    <>
      {options.background !== 'transparent' && (
        <Swatches
          label={t.background}
          value={options.background}
          colors={[
            { value: '#ffffff', label: t.white },
            { value: '#16122a', label: t.black },
            { value: tableColor, label: t.cream },
            { value: '#c9ccd6', label: t.grey },
            { value: '#f6d5dc', label: t.rose },
            { value: '#cfe3f5', label: t.blue },
          ]}
          customLabel={t.customColor}
          onChange={background => change({ background })}
        />
      )}
      <Switch
        label={t.transparent}
        hint={t.transparentHint}
        isOn={options.background === 'transparent'}
        onChange={isOn =>
          change({
            background: isOn ? 'transparent' : '#ffffff',
            ...(isOn && options.format === 'jpg' && { format: 'png' }),
          })
        }
      />
    </>
  );
}

function Output({ options, change, language }: Props) {
  const t = words[language];
  const size = options.size === undefined ? 'full' : (String(options.size) as '1080' | '2160' | '4320');
  return (
    <Disclosure title={t.output} aside={`${nameFormat(options.format)} · ${t[sizes[size]]}`}>
      <Segmented
        label={t.size}
        value={size}
        segments={(['1080', '2160', '4320', 'full'] as const).map(value => ({ value, label: t[sizes[value]] }))}
        onChange={value => change({ size: value === 'full' ? undefined : Number(value) })}
      />
      <Segmented
        label={t.format}
        value={options.format}
        segments={formats.map(value => ({
          value,
          label: nameFormat(value),
          disabled: value === 'jpg' && options.background === 'transparent',
        }))}
        onChange={format => change({ format })}
      />
      {options.format !== 'png' && (
        <Slider label={t.quality} value={options.quality} min={1} max={100} onChange={quality => change({ quality })} />
      )}
    </Disclosure>
  );
}

function Options(props: Props) {
  const { options, change, count, language } = props;
  const t = words[language];
  const isStrip = options.layout === 'column' || options.layout === 'row';
  return (
    <div className="grid gap-5">
      <LayoutChoice
        options={options}
        pictures={Array.from({ length: Math.min(maxPictures, count) }, () => ({ width: 4, height: 3 }))}
        language={language}
        onChange={layout =>
          change({
            layout,
            ...(layout === 'scattered' && options.background === '#ffffff' && { background: tableColor }),
          })
        }
      />
      {isStrip ? (
        <p className="text-[0.8125rem] text-soft">{t.stripHint}</p>
      ) : (
        <ChoiceGrid
          label={t.ratio}
          value={options.ratio}
          choices={ratios.map(value => ({ value, label: value }))}
          hint={t.layoutHint}
          onChange={ratio => change({ ratio })}
        />
      )}
      <Spacing {...props} />
      <Background {...props} />
      <Output {...props} />
    </div>
  );
}

function Result({ result, fileIndex, language, options, note }: ResultProps<Settings>) {
  const file = result.files[fileIndex] ?? result.files[0];
  if (!file?.previewUrl) return null;
  return (
    <Compare
      after={file.previewUrl}
      alt={`${words[language].result}: ${file.name}`}
      width={file.width ?? 1}
      height={file.height ?? 1}
      isOpaque={options.background !== 'transparent'}
      note={note}
    />
  );
}

export const screen = defineScreen<Settings>({
  Options,
  Stage,
  Result,
  isTunedByEye: true,
  siblings: { field: 'list', kind: 'join', max: maxPictures, isWanted: () => true },
  asks,
  defaultOptions: () => firstSettings,
  payload: (settings, _facts, ids) => ({ ...toPayload(settings, ids) }),
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ format, ratio }) => `${nameFormat(format)} · ${ratio}`,
  ownWarnings: ({ language }) => ({ 'dimensions-reduced': { sentence: words[language].reduced, remedy: undefined } }),
});
