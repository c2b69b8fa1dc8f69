// The button that searches the clip for marks; the findings become areas.
import { fill } from 'contract/words.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import type { OptionsProps, TaskResult } from 'ui/tool-screen.ts';
import { screenWords as words } from './screen-words.ts';
import { addFound, sizeOf, type VideoSettings } from './settings.ts';

type Finding =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly percent: number }
  | { readonly state: 'found'; readonly count: number }
  | { readonly state: 'failed'; readonly message: string };

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the marks of a response and the duration of the clip. */
function readMarks({ meta }: TaskResult): { marks: readonly Mark[]; seconds: number } {
  return { marks: (meta?.marks ?? []) as readonly Mark[], seconds: Number(meta?.seconds ?? 0) };
}

export function FindMarks({ selected, options, change, ask, language }: OptionsProps<VideoSettings>) {
  const t = words[language];
  const [finding, setFinding] = useState<Finding>({ state: 'idle' });
  const search = useRef<AbortController | undefined>(undefined);
  // Switching to another clip cancels the search and resets its message.
  useEffect(() => {
    setFinding({ state: 'idle' });
    return () => search.current?.abort(new DOMException('stopped', 'AbortError'));
  }, [ask]);

  async function find() {
    const size = selected && sizeOf(selected);
    const controller = new AbortController();
    search.current = controller;
    setFinding({ state: 'busy', percent: 0 });
    try {
      const found = await ask('auto', { findOnly: true }, controller.signal, percent =>
        setFinding({ state: 'busy', percent }),
      );
      const { marks, seconds } = readMarks(found);
      const frame = size ?? options.frame;
      if (frame) change(addFound(options, marks, seconds, frame));
      setFinding({ state: 'found', count: marks.length });
    } catch (error) {
      if (controller.signal.aborted) setFinding({ state: 'idle' });
      else setFinding({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  const isBusy = finding.state === 'busy';
  const said =
    finding.state === 'failed'
      ? finding.message
      : finding.state === 'found'
        ? fill(t.found, { count: finding.count })
        : isBusy
          ? t.finding
          : t.findHint;
  return (
    <div className="grid gap-2">
      <Button
        variant="secondary"
        isWide
        disabled={!selected}
        onClick={() => (isBusy ? search.current?.abort(new DOMException('stopped', 'AbortError')) : void find())}
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
