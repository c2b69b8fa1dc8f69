// The stage before there is a text: the clip with its trim handles and, during the run, the lines recognised so far.
import type { SpeechSegment } from 'contract/speech.ts';
import { useEffect, useRef } from 'react';
import { TrimStage } from 'ui/clip/trim-stage.tsx';
import { formatTime } from 'ui/measures.ts';
import type { StageProps } from 'ui/tool-screen.ts';
import type { ScreenOptions } from './texts.ts';
import { words } from './words.ts';

export function Stage(props: StageProps<ScreenOptions>) {
  const { isBusy, partial, language } = props;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,3fr)_minmax(0,2fr)] has-[>:only-child]:grid-rows-[minmax(0,1fr)]">
      <TrimStage {...props} last={undefined} options={{ start: props.options.start, end: props.options.end }} />
      {isBusy && <LinesSoFar segments={partial?.segments ?? []} t={words[language]} />}
    </div>
  );
}

function LinesSoFar({ segments, t }: { segments: readonly SpeechSegment[]; t: (typeof words)['en'] }) {
  const list = useRef<HTMLElement>(null);
  // Scrolls to the newest line.
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [segments]);
  return (
    <section
      ref={list}
      aria-label={t.soFar}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, keys scroll it.
      tabIndex={0}
      className="overflow-y-auto border-t border-line bg-paper px-4 py-2.5 text-[0.9375rem] leading-relaxed outline-offset-[-3px]"
    >
      {segments.length === 0 ? (
        <p className="text-sm text-soft">{t.listening}</p>
      ) : (
        <ol>
          {segments.map(({ start, text }) => (
            <li key={start} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
              <span className="pt-0.5 text-xs leading-relaxed text-soft tabular-nums">{formatTime(start)}</span>
              <span className="wrap-anywhere">{text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
