// The options of sharpening, with a preview made by the code that makes the result.
import { fill } from 'contract/words.ts';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { listFormats } from 'ui/format-name.ts';
import { AnimationNote } from 'ui/panels/animation-note.tsx';
import { defineScreen, type OptionsProps } from 'ui/tool-screen.ts';
import { asks, filterTypes, formats, type SharpenOptions } from './contract.ts';
import { previewSharpening } from './preview.tsx';
import { words } from './words.ts';

type Props = OptionsProps<SharpenOptions>;

const asMeasured = 50;
const strongest = 100;

/** Describes the blur that the last run found; a warning below the picture says why it found none. */
function tellFound({ result, language }: Props): string {
  const t = words[language];
  const { blur, size, degrees } = result?.meta ?? {};
  if (typeof size !== 'number') return result ? '' : t.foundLater;
  if (blur === 'motion') return fill(t.foundMotion, { size, degrees });
  return fill(blur === 'lens' ? t.foundLens : t.foundGaussian, { size });
}

function Options(props: Props) {
  const { options, change, selected, language } = props;
  const t = words[language];
  const about = { auto: t.aboutAuto, gaussian: t.aboutGaussian, lens: t.aboutLens, motion: t.aboutMotion };
  const value = options.blurStrength;
  return (
    <div className="grid gap-5">
      <Slider
        label={t.strength}
        value={value}
        min={0}
        max={strongest}
        valueText={value === asMeasured ? fill(t.strengthMiddle, { value }) : String(value)}
        startMark={t.strengthLow}
        endMark={t.strengthHigh}
        onChange={blurStrength => change({ blurStrength })}
      />
      <div className="grid gap-2">
        <Segmented
          label={t.filterType}
          value={options.filterType}
          segments={filterTypes.map(type => ({ value: type, label: t[type] }))}
          onChange={filterType => change({ filterType })}
        />
        {/* Space for two lines, so that nothing below moves when the choice changes. */}
        <p className="min-h-10 text-[0.8125rem] leading-5 text-soft">{about[options.filterType]}</p>
      </div>
      <Select
        label={t.format}
        value={options.format}
        choices={listFormats(formats, t.formatSame)}
        onChange={format => change({ format })}
      />
      <p className="min-h-10 text-[0.8125rem] leading-5 text-soft" aria-live="polite">
        {tellFound(props)}
      </p>
      <AnimationNote facts={selected} language={language} />
    </div>
  );
}

export const screen = defineScreen<SharpenOptions>({
  Options,
  asks,
  defaultOptions: () => ({ filterType: 'auto', blurStrength: asMeasured, format: 'same' }),
  payload: ({ filterType, blurStrength, format }) => ({ filterType, blurStrength, format }),
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ filterType, blurStrength }, language) => `${words[language][filterType]} · ${blurStrength}`,
  instantPreview: (file, options, _facts, signal) => previewSharpening(file, options, signal),
  advise: (warning, options, _facts, language) =>
    warning === 'already-sharp' && options.blurStrength < strongest
      ? [{ label: fill(words[language].adviseStronger, { value: strongest }), patch: { blurStrength: strongest } }]
      : [],
});
