// The options of noise reduction.
import { fill } from 'contract/words.ts';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { listFormats } from 'ui/format-name.ts';
import { AnimationNote } from 'ui/panels/animation-note.tsx';
import { defineScreen, type OptionsProps } from 'ui/tool-screen.ts';
import { asks, asMeasured, type DenoiseOptions, formats, strongest } from './contract.ts';
import { words } from './words.ts';

type Props = OptionsProps<DenoiseOptions>;

function tellNoise({ result, language }: Props): string {
  const t = words[language];
  const { noise, colourNoise } = result?.meta ?? {};
  if (typeof noise !== 'number') return result ? '' : t.foundLater;
  return fill(t.found, { noise, colour: colourNoise });
}

function Options(props: Props) {
  const { options, change, selected, language } = props;
  const t = words[language];
  const value = options.strength;
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
        onChange={strength => change({ strength })}
      />
      <Select
        label={t.format}
        value={options.format}
        choices={listFormats(formats, t.formatSame)}
        onChange={format => change({ format })}
      />
      <p className="min-h-10 text-[0.8125rem] leading-5 text-soft" aria-live="polite">
        {tellNoise(props)}
      </p>
      <AnimationNote facts={selected} language={language} />
    </div>
  );
}

export const screen = defineScreen<DenoiseOptions>({
  Options,
  asks,
  defaultOptions: () => ({ strength: asMeasured, format: 'same' }),
  payload: ({ strength, format }) => ({ strength, format }),
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ strength }, language) => `${words[language].strength} ${strength}`,
  advise: (warning, options, _facts, language) =>
    warning === 'little-noise' && options.strength < strongest
      ? [{ label: fill(words[language].adviseStronger, { value: strongest }), patch: { strength: strongest } }]
      : [],
});
