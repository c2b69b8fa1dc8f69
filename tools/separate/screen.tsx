// The options of separating video and sound, and a forecast of both files.

import type { ClipProblem } from 'contract/clip/plan.ts';
import { fill, type Language } from 'contract/words.ts';
import { ClipResult } from 'ui/clip/clip-result.tsx';
import { LeftOut } from 'ui/clip/left-out.tsx';
import { TrimStage } from 'ui/clip/trim-stage.tsx';
import { FactRows } from 'ui/fact-rows.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { defineScreen, type FileFacts, type OptionsProps } from 'ui/tool-screen.ts';
import { asks } from './contract.ts';
import { listLosses, planParts } from './plan-parts.ts';
import { words } from './words.ts';

interface SeparateSettings extends Readonly<Record<string, unknown>> {
  readonly format: 'mp3' | 'm4a' | 'wav';
  readonly start: number | undefined;
  readonly end: number | undefined;
}

type Props = OptionsProps<SeparateSettings>;

const problemWords = {
  'no-picture': 'noPicture',
  'no-sound': 'noSound',
  'no-length': 'noLength',
  'range-empty': 'rangeEmpty',
  'frame-too-large': 'frameTooLarge',
  'too-long': 'tooLong',
  'gif-too-long': 'tooLong',
  'track-missing': 'noSound',
} as const satisfies Record<ClipProblem, keyof (typeof words)['en']>;

const foresee = (facts: FileFacts | undefined, settings: SeparateSettings) =>
  facts?.streams ? planParts(facts, settings) : undefined;

function timeWords(seconds: number, language: Language): string {
  const t = words[language];
  const [count, word] =
    seconds < 90 ? [Math.max(1, Math.round(seconds)), t.seconds] : [Math.round(seconds / 60), t.minutes];
  return fill(t.about, { value: fill(word, { count }) });
}

function Plan({ options, selected, usualSeconds, language }: Props) {
  const t = words[language];
  const plans = foresee(selected, options);
  if (typeof plans === 'string') return <p className="text-sm font-medium text-warn">{t[problemWords[plans]]}</p>;
  const rows: (readonly [string, string])[] = [
    [t.picture, plans?.clip.video?.does === 'copy' ? t.copied : t.encoded],
    ...(plans?.sounds ?? [undefined]).map((plan, at, { length }): readonly [string, string] => [
      length > 1 ? `${t.sound} ${at + 1}` : t.sound,
      plan?.sounds[0]?.does === 'copy' ? t.soundCopied : t.encoded,
    ]),
    // The estimate arrives later than the rest and changes with the options, so its row is always there.
    [t.time, usualSeconds === undefined ? '–' : timeWords(usualSeconds, language)],
  ];
  return (
    <>
      <FactRows label={t.plan} rows={rows} waiting={plans ? undefined : t.looking} />
      <LeftOut losses={plans && selected && listLosses(selected, plans)} language={language} />
    </>
  );
}

function Options(props: Props) {
  const { options, change, language } = props;
  const t = words[language];
  const about = { mp3: t.aboutMp3, m4a: t.aboutM4a, wav: t.aboutWav };
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.format}
        value={options.format}
        segments={(['mp3', 'm4a', 'wav'] as const).map(value => ({ value, label: value.toUpperCase() }))}
        hint={about[options.format]}
        onChange={format => change({ format })}
      />
      <Plan {...props} />
    </div>
  );
}

export const screen = defineScreen<SeparateSettings>({
  Options,
  Stage: TrimStage,
  Result: ClipResult,
  tellsTime: true,
  asks,
  defaultOptions: () => ({ format: 'mp3', start: undefined, end: undefined }),
  payload: ({ format, start, end }) => ({
    format,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  }),
  refusal: (options, facts, language) => {
    const plans = foresee(facts, options);
    return typeof plans === 'string' ? words[language][problemWords[plans]] : undefined;
  },
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ format }) => format.toUpperCase(),
});
