// The options of speech recognition, and the payloads of its calls.
import { speechLanguages, speechLimits } from 'contract/speech.ts';
import { fill, type Language } from 'contract/words.ts';
import { TriangleAlert } from 'lucide-react';
import { FactRows } from 'ui/fact-rows.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { defineScreen, type FileFacts, type OptionsProps } from 'ui/tool-screen.ts';
import { asks } from './contract.ts';
import { findProblem, type PartProblem } from './part.ts';
import { Result } from './result.tsx';
import { Stage } from './stage.tsx';
import { isSameWish, rememberResult, type ScreenOptions, writtenText } from './texts.ts';
import { words } from './words.ts';

type Props = OptionsProps<ScreenOptions>;

const problemWords = {
  'no-sound': 'noSound',
  'range-empty': 'rangeEmpty',
  'too-long': 'tooLong',
} as const satisfies Record<PartProblem, keyof (typeof words)['en']>;

function timeWords(seconds: number, language: Language): string {
  const t = words[language];
  const [count, word] =
    seconds < 90 ? [Math.max(1, Math.round(seconds)), t.seconds] : [Math.round(seconds / 60), t.minutes];
  return fill(t.about, { value: fill(word, { count }) });
}

const isSlow = ({ seconds = 0, bytes = 0 }: FileFacts) =>
  seconds > speechLimits.highSpeedDuration || bytes > speechLimits.highSpeedFileSize;

function Foresight({ options, selected, usualSeconds, language }: Props) {
  const t = words[language];
  const problem = selected && findProblem(selected, options);
  if (problem) return <p className="text-sm font-medium text-warn">{t[problemWords[problem]]}</p>;
  // The estimate arrives later than the clip's facts and changes with the options, so its row is always there.
  const time = usualSeconds === undefined ? '–' : timeWords(usualSeconds, language);
  return (
    <div className="grid gap-2">
      <FactRows label={t.time} rows={[[t.time, time]]} waiting={selected?.streams ? undefined : t.looking} />
      {selected && isSlow(selected) && <p className="text-[0.8125rem] text-soft">{t.slow}</p>}
    </div>
  );
}

function Options(props: Props) {
  const { options, change, language, speech } = props;
  const t = words[language];
  const hints = { auto: t.autoHint, zh: t.zhHint, en: t.enHint };
  return (
    <div className="grid gap-5">
      {speech === 'pocketsphinx' ? (
        <Callout tone="warn" icon={<TriangleAlert />} title={t.englishOnly} />
      ) : (
        <Segmented
          label={t.spoken}
          value={options.language}
          segments={speechLanguages.map(value => ({ value, label: t[value] }))}
          hint={hints[options.language]}
          onChange={value => change({ language: value })}
        />
      )}
      <Foresight {...props} />
    </div>
  );
}

export const screen = defineScreen<ScreenOptions>({
  Options,
  Stage,
  Result,
  tellsTime: true,
  asks,
  defaultOptions: () => ({ language: 'auto', start: undefined, end: undefined }),
  // An edited text only needs its files written again.
  callName: (options, facts) => (writtenText(options, facts) ? 'write' : 'transcribe'),
  payload: (options, facts) => {
    const written = writtenText(options, facts);
    if (written) {
      const { segments, meta } = written;
      return {
        name: facts.name.slice(-300),
        segments,
        ...(meta.engine && { engine: meta.engine }),
        ...(meta.language && { spokenLanguage: meta.language }),
      };
    }
    const { language, start, end } = options;
    return { language, ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  },
  isLightChange: (made, now, facts, result) => {
    if (!isSameWish(made, now)) return false;
    if (result) rememberResult(now, facts, result);
    return result !== undefined;
  },
  refusal: (options, facts, language) => {
    const problem = findProblem(facts, options);
    return problem && words[language][problemWords[problem]];
  },
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ language: spoken }, language) => words[language][spoken],
  // The result itself says so.
  ownWarnings: () => ({ 'no-speech': null }),
});
