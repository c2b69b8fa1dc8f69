// The button that searches the clip for marks; the findings become areas.
import { fill, type Language } from 'contract/words.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { chooseArea } from './chosen-area.ts';
import { screenWords as words } from './screen-words.ts';
import { type Finding, makeSearch } from './search-marks.ts';
import { addFound, type FoundMark, sizeOf, type VideoSettings } from './settings.ts';

function sentenceFor(finding: Finding, language: Language): string {
  const t = words[language];
  if (finding.state === 'failed') return finding.message;
  if (finding.state === 'busy') return t.finding;
  if (finding.state === 'idle') return t.findHint;
  const { count, unsure } = finding;
  if (unsure === 0) return fill(t.found, { count });
  return fill(unsure === count ? t.foundUnsure : t.foundSome, { count, unsure });
}

export function FindMarks({ selected, options, change, ask, language }: OptionsProps<VideoSettings>) {
  const t = words[language];
  const [finding, setFinding] = useState<Finding>({ state: 'idle' });
  // Called when the search has ended: areas drawn during the search are kept.
  const take = useRef<(marks: readonly FoundMark[], seconds: number) => void>(() => undefined);
  take.current = (marks, seconds) => {
    const frame = (selected && sizeOf(selected)) ?? options.frame;
    if (!frame) return;
    const { found, first } = addFound(options, marks, seconds, frame);
    change(found);
    if (first !== undefined) chooseArea(first);
  };
  const [search] = useState(() => makeSearch({ tell: setFinding, take: (...found) => take.current(...found) }));
  // Switching to another clip cancels the search and resets its message.
  useEffect(() => () => search.stop(), [ask, search]);

  const isBusy = finding.state === 'busy';
  const said = sentenceFor(finding, language);
  return (
    <div className="grid gap-2">
      <Button
        variant="secondary"
        isWide
        disabled={!selected}
        onClick={() => (isBusy ? search.stop() : search.start(ask))}
      >
        {isBusy ? t.findStop : t.find}
      </Button>
      {/* Reserves the height of the bar, so that nothing below moves when it appears. */}
      <div className="h-1.5">{isBusy && <ProgressBar percent={finding.percent} label={t.finding} />}</div>
      <p
        role="status"
        className={`min-h-10 text-[0.8125rem] leading-5 ${finding.state === 'failed' ? 'text-bad' : 'text-soft'}`}
      >
        {said}
      </p>
    </div>
  );
}
