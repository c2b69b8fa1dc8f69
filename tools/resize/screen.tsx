// The options of resizing, with the resulting size.
import { fill, type Language } from 'contract/words.ts';
import { DimensionsField } from 'ui/fields/dimensions-field.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { listFormats } from 'ui/format-name.ts';
import { formatDimensions } from 'ui/measures.ts';
import { Callout } from 'ui/panels/callout.tsx';
import { defineScreen, type FileFacts, type OptionsProps } from 'ui/tool-screen.ts';
import { asks, formats, maxSide, type ResizeOptions } from './contract.ts';
import { newSize } from './new-size.ts';
import { words } from './words.ts';

const ways = ['pixels', 'percent', 'edge'] as const;
type Settings = ResizeOptions & { readonly by: (typeof ways)[number] };
type Props = OptionsProps<Settings>;

const firstEdge = 1920;
const firstPercent = 50;
const usualPercents = [25, 50, 75, 200] as const;

/** Returns only the options of the chosen mode. */
function wishesOf({ by, width, height, longEdge, percent, fit, enlarge }: Settings) {
  const shape = { fit, enlarge };
  if (by === 'pixels') return { ...shape, ...(width && { width }), ...(height && { height }) };
  if (by === 'edge') return { ...shape, ...(longEdge && { longEdge }) };
  return { ...shape, percent: percent ?? 100 };
}

function Pixels({ options, change, selected, language }: Props) {
  const t = words[language];
  const { width, height } = options;
  const original = selected?.width && selected.height ? { width: selected.width, height: selected.height } : undefined;
  const fitWords = { inside: t.fitInside, cover: t.fitCover, fill: t.fitFill };
  return (
    <>
      <DimensionsField
        width={width}
        height={height}
        original={original}
        max={maxSide}
        onChange={change}
        words={{ width: t.width, height: t.height, auto: t.auto, lock: t.lockRatio, unlock: t.unlockRatio }}
      />
      {width !== undefined && height !== undefined && (
        <Select
          label={t.fit}
          value={options.fit}
          choices={(['inside', 'cover', 'fill'] as const).map(value => ({ value, label: fitWords[value] }))}
          onChange={fit => change({ fit })}
        />
      )}
    </>
  );
}

function Percent({ options, change, language }: Props) {
  const percent = options.percent ?? firstPercent;
  return (
    <>
      <Slider
        label={words[language].percent}
        value={percent}
        min={1}
        max={200}
        valueText={`${percent}%`}
        onChange={value => change({ percent: value })}
      />
      <div className="grid grid-cols-4 gap-1.5">
        {usualPercents.map(value => (
          <button
            key={value}
            type="button"
            aria-pressed={percent === value}
            onClick={() => change({ percent: value })}
            className="min-h-9 rounded-full bg-sunken px-1 text-[0.8125rem] font-medium text-soft tabular-nums transition hover:text-ink aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-ink"
          >
            {value}%
          </button>
        ))}
      </div>
    </>
  );
}

function Options(props: Props) {
  const { options, change, selected, language } = props;
  const t = words[language];
  const { width, height } = selected ?? {};
  const after = width && height ? newSize({ width, height }, wishesOf(options)) : undefined;
  const wayNames = { pixels: t.byPixels, percent: t.byPercent, edge: t.byEdge };
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.by}
        value={options.by}
        segments={ways.map(value => ({ value, label: wayNames[value] }))}
        onChange={by => change({ by })}
      />
      {options.by === 'pixels' && <Pixels {...props} />}
      {options.by === 'percent' && <Percent {...props} />}
      {options.by === 'edge' && (
        <NumberField
          label={t.longEdge}
          hint={t.longEdgeHint}
          value={options.longEdge}
          min={1}
          max={maxSide}
          unit="px"
          onChange={longEdge => change({ longEdge })}
        />
      )}
      {after && width && height && (
        <div aria-live="polite">
          <Callout
            title={fill(t.becomes, {
              before: formatDimensions(width, height),
              after: formatDimensions(after.width, after.height),
            })}
          />
        </div>
      )}
      {options.by !== 'percent' && (
        <Switch
          label={t.enlarge}
          hint={t.enlargeHint}
          isOn={options.enlarge}
          onChange={enlarge => change({ enlarge })}
        />
      )}
      <Segmented
        label={t.format}
        value={options.format}
        segments={listFormats(formats, t.formatSame)}
        onChange={format => change({ format })}
      />
    </div>
  );
}

function blocker({ by, width, height, longEdge }: Settings, _facts: FileFacts, language: Language): string | undefined {
  const isMissing = by === 'pixels' ? !width && !height : by === 'edge' && !longEdge;
  return isMissing ? words[language].notSet : undefined;
}

function optionsLabel({ by, width, height, longEdge, percent }: Settings, language: Language): string {
  if (by === 'percent') return `${percent ?? 100}%`;
  if (by === 'edge') return fill(words[language].edgeLabel, { count: longEdge ?? '–' });
  return `${width ?? '–'} × ${height ?? '–'}`;
}

export const screen = defineScreen<Settings>({
  Options,
  blocker,
  asks,
  defaultOptions: ({ width }) => ({
    by: 'pixels',
    // Half of the picture's width, so that the first run already has an effect.
    ...(width && { width: Math.max(1, Math.round(width / 2)) }),
    longEdge: firstEdge,
    percent: firstPercent,
    fit: 'cover',
    enlarge: true,
    format: 'same',
  }),
  payload: settings => ({ ...wishesOf(settings), format: settings.format }),
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel,
});
