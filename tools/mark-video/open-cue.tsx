// The open subtitle: its times, texts and actions.
import type { Language } from 'contract/words.ts';
import { Combine, LocateFixed, Split, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Field, inputClasses, TextField } from 'ui/fields/field.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { formatTime } from 'ui/measures.ts';
import { type DraftCue, parseTime } from './edit-cues.ts';
import { seekTo, takeFocusPlace } from './playhead.tsx';
import { words } from './words.ts';

/** Formats with thousandths if there are any, because subtitle files have that resolution. */
function exactTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000) % 100;
  return thousandths === 0
    ? formatTime(seconds)
    : `${formatTime(Math.floor(seconds * 10) / 10)}${String(thousandths).padStart(2, '0').replace(/0$/, '')}`;
}

interface TimeFieldProps {
  label: string;
  seconds: number;
  wrong: string;
  onChange: (seconds: number) => void;
}

/** Accepts a time on blur or Enter. */
function TimeField({ label, seconds, wrong, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | undefined>();
  const parsed = typed === undefined ? seconds : parseTime(typed);
  const take = () => {
    if (parsed === undefined) return;
    setTyped(undefined);
    if (parsed !== seconds) onChange(parsed);
  };
  return (
    <TextField
      label={label}
      value={typed ?? exactTime(seconds)}
      inputMode="decimal"
      error={parsed === undefined ? wrong : undefined}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={event => event.key === 'Enter' && take()}
    />
  );
}

interface OpenCueProps {
  cue: DraftCue;
  isLast: boolean;
  showsSecond: boolean;
  change: (patch: Partial<DraftCue>) => void;
  split: () => void;
  merge: () => void;
  remove: () => void;
  language: Language;
}

export function OpenCue({ cue, isLast, showsSecond, change, split, merge, remove, language }: OpenCueProps) {
  const t = words[language];
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = takeFocusPlace();
    if (!place) return;
    // On a touch screen, the keyboard would cover half of the page although the line was only looked at.
    const isText = place === 'text' && !matchMedia('(pointer: coarse)').matches;
    (isText ? frame.current?.querySelector('textarea') : frame.current)?.focus({ preventScroll: !isText });
  }, []);
  const area = (label: string, value: string, set: (text: string) => void) => (
    <Field label={label}>
      {wiring => (
        <textarea
          {...wiring}
          rows={Math.max(2, value.split('\n').length)}
          maxLength={500}
          value={value}
          onChange={event => set(event.target.value)}
          className={`${inputClasses} field-sizing-content resize-none py-2 leading-normal`}
        />
      )}
    </Field>
  );
  return (
    <div
      ref={frame}
      tabIndex={-1}
      className="grid gap-3 rounded-xl border border-accent bg-accent-soft p-3 outline-offset-[-3px]"
    >
      <div className="grid grid-cols-2 gap-3">
        <TimeField label={t.lineStart} seconds={cue.start} wrong={t.timeBad} onChange={start => change({ start })} />
        <TimeField label={t.lineEnd} seconds={cue.end} wrong={t.timeBad} onChange={end => change({ end })} />
      </div>
      {area(t.lineText, cue.text, text => change({ text }))}
      {showsSecond && area(t.lineSecond, cue.second ?? '', second => change({ second }))}
      <div className="flex justify-end gap-1">
        <IconButton
          size="sm"
          label={t.show}
          icon={<LocateFixed className="size-4" />}
          onClick={() => seekTo(cue.start)}
        />
        <IconButton size="sm" label={t.split} icon={<Split className="size-4" />} onClick={split} />
        <IconButton size="sm" label={t.merge} disabled={isLast} icon={<Combine className="size-4" />} onClick={merge} />
        <IconButton size="sm" label={t.remove} icon={<Trash2 className="size-4" />} onClick={remove} />
      </div>
    </div>
  );
}
