// The options of subtitles: their file, their lines, how they are added, and their look.
import { type Cue, joinLanguages } from 'contract/subtitles/cues.ts';
import { detectLanguage } from 'contract/subtitles/detect-language.ts';
import { unknownLanguage } from 'contract/subtitles/languages.ts';
import { fill, type Language } from 'contract/words.ts';
import { AudioLines, FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Callout } from 'ui/panels/callout.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { detectedLanguage } from './contract.ts';
import { CueList } from './cue-list.tsx';
import type { VideoDraft } from './draft.ts';
import { hasSecond, shiftCues, splitLanguages, withIds } from './edit-cues.ts';
import { OwnTracks } from './own-tracks.tsx';
import { SaveMenu, useFilePicker } from './subtitle-file.tsx';
import { SubtitleLook } from './subtitle-look.tsx';
import { words } from './words.ts';

type Props = OptionsProps<VideoDraft>;

/** Actions on all lines at once. */
function AllLines({ options: { cues }, change, language }: Props) {
  const t = words[language];
  const [shift, setShift] = useState(0.5);
  const second = useFilePicker(language, added => change({ cues: withIds(joinLanguages(cues, added)) }));
  return (
    <Disclosure title={t.more}>
      <div className="grid gap-2">
        <Slider
          label={t.shift}
          value={shift}
          min={-10}
          max={10}
          step={0.1}
          valueText={fill(t.secondsValue, { count: shift })}
          hint={t.shiftHint}
          onChange={value => setShift(Math.round(value * 10) / 10)}
        />
        <Button
          size="sm"
          variant="secondary"
          disabled={shift === 0}
          onClick={() => change({ cues: shiftCues(cues, shift) })}
        >
          {fill(t.shiftBy, { seconds: shift })}
        </Button>
      </div>
      <div className="grid gap-2">
        {second.input}
        {hasSecond(cues) ? (
          <Button
            size="sm"
            variant="secondary"
            onClick={() => change({ cues: cues.map(({ second: _, ...cue }) => cue) })}
          >
            {t.dropSecond}
          </Button>
        ) : (
          <>
            <Button size="sm" variant="secondary" onClick={second.pick}>
              {t.addSecond}
            </Button>
            {cues.some(({ text }) => text.includes('\n')) && (
              <Button size="sm" variant="secondary" onClick={() => change({ cues: splitLanguages(cues) })}>
                {t.splitSecond}
              </Button>
            )}
          </>
        )}
        {second.problem && <Callout tone="bad" title={second.problem} />}
        <Button size="sm" variant="quiet" onClick={() => change({ cues: [] })}>
          {t.clearAll}
        </Button>
      </div>
    </Disclosure>
  );
}

/** Languages offered for the track; the call takes any. */
const trackLanguages = 'zh-Hans zh-Hant en ja ko fr de es pt it ru uk ar fa he hi th vi id tr pl nl'.split(' ');

/** Returns the languages by name in the page's language, with the one that was detected first. */
function listLanguages(cues: readonly Cue[], chosen: string, language: Language) {
  const t = words[language];
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const nameOf = (tag: string) => (tag === unknownLanguage ? t.languageUnd : (names.of(tag) ?? tag));
  const known = [unknownLanguage, ...trackLanguages];
  return [
    { value: detectedLanguage, label: fill(t.languageAuto, { name: nameOf(detectLanguage(cues)) }) },
    ...(chosen === detectedLanguage || known.includes(chosen) ? [] : [{ value: chosen, label: nameOf(chosen) }]),
    ...known.map(value => ({ value, label: nameOf(value) })),
  ];
}

function Mode({ options: draft, change, language }: Props) {
  const t = words[language];
  return (
    <div className="grid gap-4">
      <Segmented
        label={t.mode}
        value={draft.mode}
        segments={[
          { value: 'burn', label: t.modeBurn },
          { value: 'track', label: t.modeTrack },
        ]}
        hint={draft.mode === 'burn' ? t.burnHint : t.trackHint}
        onChange={mode => change({ mode })}
      />
      {draft.mode === 'track' && (
        <>
          <Segmented
            label={t.format}
            value={draft.format}
            segments={[
              { value: 'mp4', label: 'MP4' },
              { value: 'mkv', label: 'MKV' },
            ]}
            onChange={format => change({ format })}
          />
          <Select
            label={t.trackLanguage}
            value={draft.trackLanguage}
            choices={listLanguages(draft.cues, draft.trackLanguage, language)}
            onChange={trackLanguage => change({ trackLanguage })}
          />
        </>
      )}
    </div>
  );
}

export function SubtitleOptions(props: Props) {
  const { options: draft, change, selected, speech, findHandOn, ask, language } = props;
  const t = words[language];
  const { cues } = draft;
  const hear = speech && cues.length === 0 ? findHandOn('video-to-text') : undefined;
  const outside = cues.filter(({ start }) => start >= (selected?.seconds ?? Number.POSITIVE_INFINITY)).length;
  const picker = useFilePicker(language, added => change({ cues: withIds(added) }));
  return (
    <>
      <div className="grid gap-2">
        {picker.input}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" icon={<FilePlus2 className="size-4" />} onClick={picker.pick}>
            {cues.length > 0 ? t.replaceFile : t.addFile}
          </Button>
          {hear && (
            <Button size="sm" variant="secondary" icon={<AudioLines className="size-4" />} onClick={() => hear()}>
              {t.hearLines}
            </Button>
          )}
          {cues.length === 0 && (
            <OwnTracks
              selected={selected}
              ask={ask}
              language={language}
              onCues={added => change({ cues: withIds(added) })}
            />
          )}
          {cues.length > 0 && <SaveMenu cues={cues} clipName={selected?.name ?? 'subtitles'} language={language} />}
        </div>
        <p className="text-[0.8125rem] text-soft">{t.fileHint}</p>
        {picker.problem && <Callout tone="bad" title={picker.problem} />}
      </div>
      <CueList
        cues={cues}
        clipSeconds={selected?.seconds}
        language={language}
        onChange={changed => change({ cues: changed })}
      />
      {outside > 0 && <p className="text-[0.8125rem] text-warn">{fill(t.linesOutside, { count: outside })}</p>}
      {cues.length > 0 && <Mode {...props} />}
      {cues.length > 0 && (
        <div>
          {draft.mode === 'burn' && (
            <SubtitleLook
              style={draft.style}
              hasSecond={hasSecond(cues)}
              language={language}
              onChange={patch => change({ style: { ...draft.style, ...patch } })}
            />
          )}
          <AllLines {...props} />
        </div>
      )}
    </>
  );
}
