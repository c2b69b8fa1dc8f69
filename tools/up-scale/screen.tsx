// The options of enlargement, with the size and the duration shown before the start.
import { fill } from 'contract/words.ts';
import { ChoiceGrid } from 'ui/fields/choice-grid.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { listFormats } from 'ui/format-name.ts';
import { AnimationNote } from 'ui/panels/animation-note.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { defineScreen, type FileFacts, type OptionsProps } from 'ui/tool-screen.ts';
import { asks, type EnlargeOptions, formats, maxOperatorPixels, modes, type Scale, scales } from './contract.ts';
import { explainGreyScales, findBlocker, forecast } from './forecast.ts';
import { isPossible } from './limits.ts';
import { words } from './words.ts';

type Props = OptionsProps<EnlargeOptions>;

/** Scale factors with their radio button values. */
const scaleNames = scales.map(scale => [String(scale), scale] as const);

function ScaleChoice({ options, change, selected, count, language }: Props) {
  const t = words[language];
  const { width = 1, height = 1 } = selected ?? {};
  const chosen = (name: string): Scale => scaleNames.find(([own]) => own === name)![1];
  const whyGrey = selected && count === 1 ? explainGreyScales(selected, language) : undefined;
  return (
    <Segmented
      label={t.scale}
      value={String(options.upscale)}
      segments={scaleNames.map(([value, scale]) => ({
        value,
        label: fill(t.times, { scale }),
        // With several files, a smaller one may still allow this scale.
        disabled: count === 1 && scale !== options.upscale && !isPossible(width, height, scale),
      }))}
      {...(whyGrey && { hint: whyGrey })}
      onChange={name => change({ upscale: chosen(name) })}
    />
  );
}

function Forecast({ options, selected, count, usualSeconds, language }: Props) {
  const blocker = selected && findBlocker(options, selected, language);
  const { size, time } = forecast(selected, options, { count, usualSeconds, language });
  return (
    <div className="min-h-20" aria-live="polite">
      {blocker ? (
        <Callout tone="warn" title={blocker} />
      ) : (
        <Callout title={size}>
          <p>{time}</p>
        </Callout>
      )}
    </div>
  );
}

function Options(props: Props) {
  const { options, change, selected, language } = props;
  const t = words[language];
  const about = { photo: t.aboutPhoto, graphic: t.aboutGraphic, text: t.aboutText };
  return (
    <div className="grid gap-5">
      <ScaleChoice {...props} />
      <Forecast {...props} />
      <ChoiceGrid
        label={t.mode}
        value={options.mode}
        choices={modes.map(value => ({ value, label: t[value] }))}
        onChange={mode => change({ mode })}
        hint={about[options.mode]}
      />
      <Segmented
        label={t.detail}
        value={options.detail}
        segments={[
          { value: 'best', label: t.best },
          { value: 'quick', label: t.quick },
        ]}
        hint={options.detail === 'best' ? t.bestHint : t.quickHint}
        onChange={detail => change({ detail })}
      />
      <Select
        label={t.format}
        value={options.format}
        choices={listFormats(formats, t.formatSame)}
        onChange={format => change({ format })}
      />
      <AnimationNote facts={selected} language={language} />
    </div>
  );
}

/** Icons and animations are graphics, not photographs. */
const startMode = ({ type }: FileFacts) => (type === 'gif' || type === 'ico' ? 'graphic' : 'photo');

export const screen = defineScreen<EnlargeOptions>({
  Options,
  tellsTime: true,
  asks,
  defaultOptions: facts => ({ upscale: 2, mode: startMode(facts), detail: 'best', format: 'same' }),
  payload: ({ upscale, mode, detail, format }) => ({ upscale, mode, detail, format }),
  runLabel: ({ upscale }, count, language) =>
    fill(count > 1 ? words[language].runMany : words[language].runOne, { scale: upscale, count }),
  optionsLabel: ({ upscale, mode }, language) =>
    `${fill(words[language].times, { scale: upscale })} · ${words[language][mode]}`,
  blocker: findBlocker,
  ownWarnings: ({ language }) => ({
    'too-large-for-network': {
      sentence: fill(words[language].tooLargeForNetwork, { megapixels: maxOperatorPixels / 1_000_000 }),
    },
  }),
});
