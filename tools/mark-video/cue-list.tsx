// The list of subtitles: one line is open and editable, the others show their time and text. The list is virtualised, because there may be thousands.
import { plainText } from 'contract/subtitles/markup.ts';
import { fill, type Language } from 'contract/words.ts';
import { Plus } from 'lucide-react';
import { memo, useEffect, useEffectEvent } from 'react';
import { Button } from 'ui/button.tsx';
import { formatTime } from 'ui/measures.ts';
import { useLongList } from 'ui/pick/use-long-list.ts';
import { addCue, changeCue, type DraftCue, findRoom, hasSecond, mergeCue, removeCue, splitCue } from './edit-cues.ts';
import { OpenCue } from './open-cue.tsx';
import { openCue, readPlayhead, seekTo, useOpenCue, usePlayhead } from './playhead.tsx';
import { words } from './words.ts';

interface CueListProps {
  /** Sorted by time. */
  cues: readonly DraftCue[];
  /** Length of the clip in seconds; undefined until it is known. */
  clipSeconds: number | undefined;
  onChange: (cues: readonly DraftCue[]) => void;
  language: Language;
}

function open(cue: DraftCue) {
  openCue(cue.id, 'text');
  seekTo(cue.start);
}

interface ClosedCueProps {
  cue: DraftCue;
  isShown: boolean;
  emptyLine: string;
}

const ClosedCue = memo(function ClosedCue({ cue, isShown, emptyLine }: ClosedCueProps) {
  const said = plainText(`${cue.text} ${cue.second ?? ''}`).trim();
  return (
    <button
      type="button"
      onClick={() => open(cue)}
      className={`flex h-11 w-full items-center gap-3 rounded-xl border px-3 text-start text-sm ${
        isShown ? 'border-accent' : 'border-line'
      }`}
    >
      <span className="shrink-0 text-[0.8125rem] text-soft tabular-nums">{formatTime(cue.start)}</span>
      <span className="truncate">{said.replaceAll('\n', ' ') || emptyLine}</span>
    </button>
  );
});

export function CueList({ cues, clipSeconds, onChange, language }: CueListProps) {
  const t = words[language];
  const now = usePlayhead();
  const openId = useOpenCue();
  const openAt = cues.findIndex(({ id }) => id === openId);
  const { frame, list } = useLongList({ count: cues.length, keyOf: index => cues[index]!.id, openAt });
  const shownAt = cues.findIndex(({ start, end }) => start <= now && now < end);
  const showsSecond = hasSecond(cues);

  // While the clip plays, its current line is scrolled into view within the list.
  const follow = useEffectEvent(() => {
    if (shownAt < 0 || frame.current?.contains(document.activeElement)) return;
    list.scrollToIndex(shownAt, { align: 'center' });
  });
  const shownId = cues[shownAt]?.id;
  useEffect(() => follow(), [shownId]);

  function add() {
    const at = readPlayhead();
    const room = findRoom(cues, at, clipSeconds);
    const added = addCue(cues, room);
    onChange(added.cues);
    openCue(added.id, 'text');
    // So that the line is seen while it is typed.
    if (at < room.start || at >= room.end) seekTo(room.start);
  }

  function remove(index: number) {
    const next = cues[index + 1] ?? cues[index - 1];
    onChange(removeCue(cues, cues[index]!.id));
    // Not in its text, where Ctrl+Z undoes typing: here it brings the line back.
    openCue(next?.id, 'line');
  }

  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={t.lines}>
      {cues.length === 0 && <p className="text-[0.8125rem] text-soft">{t.noLines}</p>}
      {cues.length > 0 && (
        <div ref={frame} className="max-h-96 overflow-x-hidden overflow-y-auto pe-1">
          <ol className="relative" style={{ height: list.getTotalSize() }}>
            {list.getVirtualItems().map(({ index, start }) => {
              const cue = cues[index]!;
              const isOpen = index === openAt;
              return (
                <li
                  key={cue.id}
                  ref={list.measureElement}
                  data-index={index}
                  data-line={cue.id}
                  aria-setsize={cues.length}
                  aria-posinset={index + 1}
                  className="absolute inset-x-0"
                  style={{ top: start }}
                >
                  {isOpen ? (
                    <OpenCue
                      cue={cue}
                      isLast={index === cues.length - 1}
                      showsSecond={showsSecond}
                      change={patch => onChange(changeCue(cues, cue.id, patch))}
                      split={() => onChange(splitCue(cues, cue.id, readPlayhead()))}
                      merge={() => onChange(mergeCue(cues, cue.id))}
                      remove={() => remove(index)}
                      language={language}
                    />
                  ) : (
                    <ClosedCue cue={cue} isShown={index === shownAt} emptyLine={t.emptyLine} />
                  )}
                </li>
              );
            })}
          </ol>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" icon={<Plus className="size-4" />} onClick={add}>
          {fill(t.addLine, { time: formatTime(findRoom(cues, now, clipSeconds).start) })}
        </Button>
      </div>
    </section>
  );
}
