// The options of video watermarks: the mark with its times and motion, or the subtitles; and the output.
import { maxClipSeconds } from 'contract/clip/formats.ts';
import { findWholeLosses, findWholeProblem } from 'contract/clip/plan.ts';
import { motions } from 'contract/mark/motion.ts';
import { fill, type Language } from 'contract/words.ts';
import { useEffect } from 'react';
import { Button } from 'ui/button.tsx';
import { LeftOut } from 'ui/clip/left-out.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import type { DraftMark } from 'ui/mark-options/draft-mark.ts';
import { Colors, Edges, Lettering } from 'ui/mark-options/look-fields.tsx';
import { MarkFields } from 'ui/mark-options/mark-fields.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import type { FileFacts, OptionsProps } from 'ui/tool-screen.ts';
import { periodLimits } from './contract.ts';
import { firstDraft, formatOf, qualities, type VideoDraft } from './draft.ts';
import { saveNow, saveSoon } from './kept-draft.ts';
import { SubtitleOptions } from './subtitle-options.tsx';
import { words } from './words.ts';

type Props = OptionsProps<VideoDraft>;

/** The times at which the mark is visible, and its motion. */
function Times({ options: draft, change, language }: Props) {
  const t = words[language];
  const names = { none: t.motionNone, scroll: t.motionScroll, jump: t.motionJump };
  const { motion, motionPeriod } = draft;
  const isWhole = draft.start === undefined && draft.end === undefined;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p className="text-[0.8125rem] text-soft">{t.timeHint}</p>
        {!isWhole && (
          <Button size="sm" variant="secondary" onClick={() => change({ start: undefined, end: undefined })}>
            {t.timeWhole}
          </Button>
        )}
      </div>
      {!draft.mark.tile && (
        <Segmented
          label={t.motion}
          value={motion}
          segments={motions.map(value => ({ value, label: names[value] }))}
          onChange={next => change({ motion: next })}
        />
      )}
      {!draft.mark.tile && motion !== 'none' && (
        <Slider
          label={motion === 'scroll' ? t.scrollPeriod : t.jumpPeriod}
          value={motionPeriod}
          min={periodLimits.min}
          max={periodLimits.max}
          valueText={fill(t.secondsValue, { count: motionPeriod })}
          onChange={period => change({ motionPeriod: period })}
        />
      )}
    </div>
  );
}

function MarkOptions(props: Props) {
  const { options: draft, change: changeDraft, language } = props;
  const { mark } = draft;
  const isText = mark.markType === 'text';
  const change = (patch: Partial<DraftMark>) => changeDraft({ mark: { ...mark, ...patch } });
  const markProps = { mark, change, language };
  return (
    <>
      <MarkFields {...markProps} />
      <Times {...props} />
      {isText && <Colors {...markProps} isSteady />}
      <div>
        {isText && <Lettering {...markProps} />}
        <Edges {...markProps} />
      </div>
    </>
  );
}

/** Why this clip cannot be processed, whatever is added to it. */
export function problemSentence(facts: FileFacts, language: Language): string | undefined {
  const t = words[language];
  const problem = findWholeProblem(facts);
  if (problem === 'no-picture') return t.noPicture;
  return problem === 'too-long' ? fill(t.tooLong, { minutes: maxClipSeconds / 60 }) : undefined;
}

/** Keeps the draft of the selected clip, the last change included when the page or the tool is left. */
function useKeptDraft(clip: FileFacts | undefined, draft: VideoDraft): void {
  useEffect(() => {
    if (clip && draft !== firstDraft) saveSoon(clip, draft);
  }, [clip, draft]);
  useEffect(() => {
    addEventListener('pagehide', saveNow);
    return () => {
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, []);
}

export function Options(props: Props) {
  const { options: draft, change, selected, language } = props;
  useKeptDraft(selected, draft);
  const t = words[language];
  const names = { high: t.qualityHigh, standard: t.qualityStandard, small: t.qualitySmall };
  const problem = selected && problemSentence(selected, language);
  return (
    <div className="grid gap-5">
      {problem && <Callout tone="warn" title={problem} />}
      <Segmented
        label={t.tab}
        isLabelHidden
        value={draft.tab}
        segments={[
          { value: 'mark', label: t.tabMark },
          { value: 'subtitles', label: t.tabSubtitles },
        ]}
        onChange={tab => change({ tab })}
      />
      {draft.tab === 'mark' ? <MarkOptions {...props} /> : <SubtitleOptions {...props} />}
      <LeftOut losses={selected && findWholeLosses(selected, formatOf(draft))} language={language} />
      <Disclosure title={t.output} aside={names[draft.quality]}>
        <Segmented
          label={t.quality}
          value={draft.quality}
          segments={(Object.keys(qualities) as (keyof typeof qualities)[]).map(value => ({
            value,
            label: names[value],
          }))}
          onChange={quality => change({ quality })}
        />
      </Disclosure>
    </div>
  );
}
