// The screen of watermark removal from clips: areas with times, found or marked by hand, and a preview before the whole clip.
import { maxClipSeconds } from 'contract/clip/formats.ts';
import { findWholeLosses, findWholeProblem } from 'contract/clip/plan.ts';
import { fill, type Language } from 'contract/words.ts';
import { ComparedResult } from 'ui/clip/compared-result.tsx';
import { LeftOut } from 'ui/clip/left-out.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { defineScreen, type FileFacts, type OptionsProps, type ResultProps } from 'ui/tool-screen.ts';
import { Areas } from './areas.tsx';
import { asks } from './contract.ts';
import { FindMarks } from './find-marks.tsx';
import { previewStart } from './preview.ts';
import { screenWords as words } from './screen-words.ts';
import { defaultSettings, markedAreas, toPayload, toSideFiles, type VideoSettings } from './settings.ts';
import { Stage } from './stage.tsx';

type Props = OptionsProps<VideoSettings>;

function timeWords(seconds: number, language: Language): string {
  const t = words[language];
  const [count, word] =
    seconds < 90 ? [Math.max(1, Math.round(seconds)), t.seconds] : [Math.round(seconds / 60), t.minutes];
  return fill(word, { count });
}

/** Explains the result, and after a preview offers the whole clip. */
function About({ options, result, language }: Props) {
  const t = words[language];
  if (!result) return null;
  const isRestored = Number(result.meta?.restored ?? 0) > 0;
  return (
    <>
      {options.scope === 'preview' && <Callout title={t.previewDone}>{t.previewDoneHint}</Callout>}
      <Callout tone={isRestored ? 'good' : 'info'} title={isRestored ? t.restored : t.filled}>
        {options.what === 'subtitles' ? t.subtitlesFilledHint : isRestored ? t.restoredHint : t.filledHint}
      </Callout>
    </>
  );
}

function Options(props: Props) {
  const { options, change, selected, count, usualSeconds, language } = props;
  const t = words[language];
  const isPreview = options.scope === 'preview';
  const problem = selected && problemSentence(selected, language);
  return (
    <div className="grid gap-5">
      {problem && <Callout tone="warn" title={problem} />}
      <Segmented
        label={t.what}
        value={options.what}
        segments={[
          { value: 'marks', label: t.whatMarks },
          { value: 'subtitles', label: t.whatSubtitles },
        ]}
        {...(options.what === 'subtitles' && { hint: t.subtitlesHint })}
        onChange={what => change({ what })}
      />
      {options.what === 'marks' && (
        <>
          <FindMarks {...props} />
          <Areas {...props} />
        </>
      )}
      <div className="grid gap-1.5">
        <Segmented
          label={t.scope}
          value={options.scope}
          segments={[
            { value: 'preview', label: t.scopePreview, disabled: count > 1 },
            { value: 'whole', label: t.scopeWhole },
          ]}
          hint={isPreview ? t.scopePreviewHint : t.scopeWholeHint}
          onChange={scope => change({ scope })}
        />
        {/* The estimate arrives later than the clip and changes with the options, so its line is always there. */}
        <p className="text-[0.8125rem] text-soft tabular-nums">
          {fill(t.time, { time: usualSeconds === undefined ? '–' : timeWords(usualSeconds, language) })}
        </p>
      </div>
      <LeftOut losses={selected && findWholeLosses(selected, 'mp4')} language={language} />
      <About {...props} />
    </div>
  );
}

/** Why nothing can be removed from this clip, wherever it is. */
function problemSentence(facts: FileFacts, language: Language): string | undefined {
  const t = words[language];
  const problem = findWholeProblem(facts);
  if (problem === 'no-picture') return t.noPicture;
  return problem === 'too-long' ? fill(t.tooLong, { minutes: maxClipSeconds / 60 }) : undefined;
}

function Result({ made, facts, ...shown }: ResultProps<VideoSettings>) {
  return (
    <ComparedResult
      {...shown}
      startsAt={made.scope === 'preview' ? previewStart(made.moment, facts.seconds ?? 0) : 0}
    />
  );
}

export const screen = defineScreen<VideoSettings>({
  Options,
  Stage,
  hasTallStage: true,
  Result,
  tellsTime: true,
  asks,
  defaultOptions: defaultSettings,
  // Only a single clip is previewed.
  optionsForMany: options => (options.scope === 'whole' ? options : { ...options, scope: 'whole' }),
  callName: ({ what }) => (what === 'subtitles' ? 'auto' : 'remove'),
  payload: toPayload,
  sideFiles: toSideFiles,
  refusal: (_options, facts, language) => problemSentence(facts, language),
  blocker: (options, _facts, language) => {
    const lacksArea = options.what !== 'subtitles' && markedAreas(options).length === 0;
    if (!lacksArea) return undefined;
    return words[language][options.areas.some(({ find }) => find) ? 'tickFirst' : 'areaFirst'];
  },
  runLabel: ({ scope, what }, count, language) => {
    const t = words[language];
    const isText = what === 'subtitles';
    if (count > 1) return fill(isText ? t.runManySubtitles : t.runMany, { count });
    return scope === 'preview' ? t.runPreview : isText ? t.runSubtitles : t.runOne;
  },
  goOn: ({ scope }, language) =>
    scope === 'preview' ? { label: words[language].previewGoOn, patch: { scope: 'whole' } } : undefined,
  optionsLabel: ({ scope }, language) => words[language][scope === 'preview' ? 'scopePreview' : 'scopeWhole'],
});
