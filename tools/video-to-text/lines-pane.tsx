// The lines of a text beside their clip: the current one is highlighted, a click plays one, and each can be edited in place.
import type { SpeechSegment } from 'contract/speech.ts';
import { fill } from 'contract/words.ts';
import { Pencil, Redo2, Trash2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { joinClasses } from 'ui/classes.ts';
import type { Playback } from 'ui/clip/playback.ts';
import { IconButton } from 'ui/icon-button.tsx';
import { formatTime } from 'ui/measures.ts';
import { findMatches } from './find-matches.ts';
import { LineEditor } from './line-editor.tsx';
import { SearchBar } from './search-bar.tsx';
import { keysOf } from './texts.ts';
import type { words } from './words.ts';

interface LinesPaneProps {
  lines: readonly SpeechSegment[];
  /** Absent: the text is read-only. */
  onEdit: ((lines: readonly SpeechSegment[]) => void) | undefined;
  playback: Playback;
  chosen: number;
  onChoose: (index: number) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  t: (typeof words)['zh'];
}

/** Returns the index of the line at the current position; -1 between lines. */
function useHeard(playback: Playback, lines: readonly SpeechSegment[]): number {
  const find = () => {
    const { seconds } = playback.moment();
    return lines.findLastIndex(({ start, end }) => start <= seconds + 0.05 && seconds < end);
  };
  // The index is a primitive, so an unchanged line causes no render.
  return useSyncExternalStore(playback.subscribe, find);
}

export function LinesPane({ lines, onEdit, playback, chosen, onChoose, undo, redo, t }: LinesPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const keysId = useId();
  const [editing, setEditing] = useState(-1);
  const [wanted, setWanted] = useState('');
  const [match, setMatch] = useState(0);
  const matches = useMemo(() => findMatches(lines, wanted), [lines, wanted]);
  const found = matches[Math.min(match, matches.length - 1)];
  const heard = useHeard(playback, lines);
  const active = heard >= 0 ? heard : chosen;

  const showLine = (index: number) =>
    pane.current?.querySelector(`[data-line="${index}"]`)?.scrollIntoView({ block: 'nearest' });
  useEffect(() => {
    if (editing < 0) showLine(active);
  }, [active]);
  useEffect(() => {
    if (found) showLine(found.line);
  }, [found]);

  function play(index: number) {
    const line = lines[index];
    if (!line) return;
    onChoose(index);
    playback.seek(line.start);
    playback.play();
  }

  function beginEditing(index: number) {
    if (!onEdit) return;
    playback.pause();
    onChoose(index);
    setEditing(index);
  }

  function endEditing(index: number, text: string) {
    setEditing(-1);
    pane.current?.focus({ preventScroll: true });
    if (text === lines[index]?.text) return;
    onEdit?.(
      text.trim() === '' ? lines.toSpliced(index, 1) : lines.with(index, { ...lines[index]!, text: text.trim() }),
    );
  }

  function goByKey(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) play(Math.max(0, Math.min(lines.length - 1, active + step)));
    else if (event.key === ' ') playback.toggle();
    else if ((event.key === 'Enter' || event.key === 'F2') && lines.length > 0) beginEditing(Math.max(0, active));
    else return;
    event.preventDefault();
  }

  const keys = keysOf(lines);
  return (
    <>
      <SearchBar
        wanted={wanted}
        at={matches.length === 0 ? 0 : Math.min(match, matches.length - 1) + 1}
        count={matches.length}
        onChange={text => {
          setWanted(text);
          setMatch(0);
        }}
        onStep={step => setMatch((Math.min(match, matches.length - 1) + step + matches.length) % matches.length)}
        t={t}
      >
        {onEdit && (
          <>
            <IconButton size="sm" label={t.undo} icon={<Undo2 className="size-4" />} disabled={!undo} onClick={undo} />
            <IconButton size="sm" label={t.redo} icon={<Redo2 className="size-4" />} disabled={!redo} onClick={redo} />
          </>
        )}
      </SearchBar>
      <section
        ref={pane}
        aria-label={t.textPane}
        aria-describedby={keysId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move from line to line, as they scroll elsewhere.
        tabIndex={0}
        onKeyDown={goByKey}
        className="min-h-0 flex-1 overflow-y-auto p-2 outline-offset-[-3px]"
      >
        <ol className="grid gap-0.5">
          {lines.map((line, index) => (
            <Line
              key={keys[index]}
              {...{ line, index, t }}
              isActive={index === active}
              isEditing={index === editing}
              marks={matches.filter(one => one.line === index)}
              found={found}
              onPlay={() => play(index)}
              onEdit={onEdit && (() => beginEditing(index))}
              onEnd={text => endEditing(index, text)}
            />
          ))}
        </ol>
        <p id={keysId} className="sr-only">
          {t.paneKeys}
        </p>
      </section>
    </>
  );
}

type Match = ReturnType<typeof findMatches>[number];

interface LineProps {
  line: SpeechSegment;
  index: number;
  isActive: boolean;
  isEditing: boolean;
  marks: readonly Match[];
  found: Match | undefined;
  onPlay: () => void;
  onEdit: (() => void) | undefined;
  onEnd: (text: string) => void;
  t: LinesPaneProps['t'];
}

function Line({ line, index, isActive, isEditing, marks, found, onPlay, onEdit, onEnd, t }: LineProps) {
  const time = formatTime(line.start);
  return (
    <li
      data-line={index}
      aria-current={isActive || undefined}
      className={joinClasses(
        'group grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 rounded-xl [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]',
        isActive ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={fill(t.playFrom, { time })}
        onClick={onPlay}
        className="min-h-10 rounded-xl px-2.5 text-xs text-soft tabular-nums hover:text-accent-ink"
      >
        {time}
      </button>
      {isEditing ? (
        <LineEditor text={line.text} label={t.editing} onEnd={onEnd} />
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the pane's keys do the same.
        <p
          onClick={() => getSelection()?.isCollapsed && onPlay()}
          onDoubleClick={onEdit}
          className={joinClasses(
            'cursor-pointer py-2 text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-line',
            isActive && 'text-accent-ink',
          )}
        >
          <Marked text={line.text} marks={marks} found={found} />
        </p>
      )}
      {onEdit && (
        <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-lg:opacity-100">
          <IconButton size="sm" tabIndex={-1} label={t.edit} icon={<Pencil className="size-4" />} onClick={onEdit} />
          <IconButton
            size="sm"
            tabIndex={-1}
            label={t.remove}
            icon={<Trash2 className="size-4" />}
            className="max-sm:hidden"
            onClick={() => onEnd('')}
          />
        </span>
      )}
    </li>
  );
}

function Marked({ text, marks, found }: { text: string; marks: readonly Match[]; found: Match | undefined }) {
  if (marks.length === 0) return text;
  return marks.map((mark, at) => (
    <span key={mark.from}>
      {text.slice(marks[at - 1]?.to ?? 0, mark.from)}
      <mark className={joinClasses('rounded-sm', mark === found ? 'bg-warn text-paper' : 'bg-warn-soft text-ink')}>
        {text.slice(mark.from, mark.to)}
      </mark>
      {at === marks.length - 1 && text.slice(mark.to)}
    </span>
  ));
}
