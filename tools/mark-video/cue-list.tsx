// The subtitles line by line: one of them is open and edited, the others tell their time and their text.
import { plainText } from 'contract/subtitles/markup.ts';
import { fill, type Language } from 'contract/words.ts';
import { Combine, LocateFixed, Plus, Split, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Field, inputClasses, TextField } from 'ui/field.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { formatTime } from 'ui/measures.ts';
import { addCue, changeCue, type DraftCue, hasSecond, mergeCue, parseTime, removeCue, splitCue } from './edit-cues.ts';
import { openCue, readPlayhead, seekTo, useOpenCue, usePlayhead } from './playhead.tsx';
import { words } from './words.ts';

interface CueListProps {
  /** Sorted by time. */
  cues: readonly DraftCue[];
  onChange: (cues: readonly DraftCue[]) => void;
  language: Language;
}

/** Thousandths where there are any: times of files are that fine. */
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

/** Takes a time when the field is left, or Enter is pressed. */
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

function OpenCue({ cue, isLast, showsSecond, change, split, merge, remove, language }: OpenCueProps) {
  const t = words[language];
  const area = (label: string, value: string, set: (text: string) => void) => (
    <Field label={label}>
      {wiring => (
        <textarea
          {...wiring}
          rows={Math.max(2, value.split('\n').length)}
          maxLength={500}
          value={value}
          onChange={event => set(event.target.value)}
          className={`${inputClasses} resize-none py-2 leading-normal`}
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-3 rounded-xl border border-accent bg-accent-soft p-3">
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

export function CueList({ cues, onChange, language }: CueListProps) {
  const t = words[language];
  const now = usePlayhead();
  const openId = useOpenCue();
  const list = useRef<HTMLOListElement>(null);
  const shownId = cues.find(({ start, end }) => start <= now && now < end)?.id;
  const showsSecond = hasSecond(cues);

  // While the clip plays, its line stays in sight within the list.
  useEffect(() => {
    const row = shownId && list.current?.querySelector<HTMLElement>(`[data-line="${shownId}"]`);
    const frame = list.current;
    if (!row || !frame || frame.contains(document.activeElement)) return;
    frame.scrollTop = row.offsetTop - frame.offsetTop - frame.clientHeight / 2;
  }, [shownId]);

  function open(cue: DraftCue) {
    openCue(cue.id);
    seekTo(cue.start);
  }

  function add() {
    const added = addCue(cues, readPlayhead());
    onChange(added.cues);
    openCue(added.id);
  }

  return (
    <section className="grid gap-2" aria-label={t.lines}>
      {cues.length === 0 && <p className="text-[0.8125rem] text-soft">{t.noLines}</p>}
      {cues.length > 0 && (
        <ol ref={list} className="grid max-h-96 gap-1 overflow-y-auto pe-1">
          {cues.map((cue, index) => (
            <li
              key={cue.id}
              data-line={cue.id}
              className={cue.id === openId ? '' : '[contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]'}
            >
              {cue.id === openId ? (
                <OpenCue
                  cue={cue}
                  isLast={index === cues.length - 1}
                  showsSecond={showsSecond}
                  change={patch => onChange(changeCue(cues, cue.id, patch))}
                  split={() => onChange(splitCue(cues, cue.id, readPlayhead()))}
                  merge={() => onChange(mergeCue(cues, cue.id))}
                  remove={() => onChange(removeCue(cues, cue.id))}
                  language={language}
                />
              ) : (
                <button
                  type="button"
                  onClick={() => open(cue)}
                  className={`flex min-h-11 w-full items-center gap-3 rounded-xl border px-3 text-start text-sm ${
                    cue.id === shownId ? 'border-accent' : 'border-line'
                  }`}
                >
                  <span className="shrink-0 text-[0.8125rem] text-soft tabular-nums">{formatTime(cue.start)}</span>
                  <span className="truncate">
                    {plainText(`${cue.text} ${cue.second ?? ''}`)
                      .trim()
                      .replaceAll('\n', ' ') || t.emptyLine}
                  </span>
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" icon={<Plus className="size-4" />} onClick={add}>
          {fill(t.addLine, { time: formatTime(now) })}
        </Button>
      </div>
    </section>
  );
}
