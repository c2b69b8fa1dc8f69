// Chooses a part of a clip by two handles on one track. Each handle is a slider of its own, for keys, touch and screen readers.
import type { CSSProperties } from 'react';
import { Button } from './button.tsx';
import { formatTime } from './measures.ts';

interface TrimBarProps {
  /** The length of the clip. */
  seconds: number;
  /** Undefined: from its beginning, to its end. */
  start: number | undefined;
  end: number | undefined;
  onChange: (part: { start: number | undefined; end: number | undefined }) => void;
  /** Told where a handle is moved to, so that a player can show that frame. */
  onSeek: (seconds: number) => void;
  words: { label: string; start: string; end: string; whole: string };
}

/** Tenths: as fine as a finger moves a handle, and as the times beside it read. */
const step = 0.1;
const shortest = 0.2;
const round = (seconds: number) => Math.round(seconds / step) * step;

export function TrimBar({ seconds, start, end, onChange, onSeek, words }: TrimBarProps) {
  // A whole number of steps, so that the last one is the end of the track.
  const last = Math.max(step, Math.floor(seconds / step) * step);
  const from = Math.min(start ?? 0, last);
  const to = Math.min(end ?? last, last);
  const isWhole = start === undefined && end === undefined;
  const share = (at: number) => `${(at / last) * 100}%`;

  function moveStart(wanted: number) {
    const next = round(Math.max(0, Math.min(wanted, to - shortest)));
    onChange({ start: next <= 0 ? undefined : Number(next.toFixed(1)), end });
    onSeek(next);
  }

  function moveEnd(wanted: number) {
    const next = round(Math.max(from + shortest, Math.min(wanted, last)));
    onChange({ start, end: next >= last - step / 2 ? undefined : Number(next.toFixed(1)) });
    onSeek(Math.min(next, last - step / 2));
  }

  const handle = (label: string, value: number, move: (wanted: number) => void) => (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={formatTime(value)}
      min={0}
      max={last}
      step={step}
      value={value}
      onChange={event => move(Number(event.target.value))}
      className="trim-range"
    />
  );
  return (
    <fieldset className="grid min-w-0 gap-1 px-4 pt-2 pb-3">
      <legend className="sr-only">{words.label}</legend>
      <div
        className="relative h-9"
        style={{ '--from': share(from), '--to': share(to) } as CSSProperties}
        data-trim={isWhole ? 'whole' : 'part'}
      >
        <div aria-hidden className="absolute inset-x-0 top-1/2 h-2 -translate-y-1/2 rounded-full bg-line" />
        <div
          aria-hidden
          className="absolute top-1/2 h-2 -translate-y-1/2 rounded-full bg-accent"
          style={{ left: share(from), width: share(to - from) }}
        />
        {handle(words.start, from, moveStart)}
        {handle(words.end, to, moveEnd)}
      </div>
      <div className="flex min-h-8 items-center justify-between gap-3 text-[0.8125rem] text-soft tabular-nums">
        <span>
          {formatTime(from)} – {formatTime(to)}
        </span>
        {isWhole ? (
          <span>{formatTime(last)}</span>
        ) : (
          <Button size="sm" variant="quiet" onClick={() => onChange({ start: undefined, end: undefined })}>
            {words.whole}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
