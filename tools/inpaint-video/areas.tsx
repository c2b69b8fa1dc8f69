// The list of areas: which are to be removed, with their times. Found ones can be ticked.
import { fill, type Language } from 'contract/words.ts';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { formatTime } from 'ui/measures.ts';
import type { OptionsProps } from 'ui/tool-screen.ts';
import { chooseArea, useChosenArea } from './chosen-area.ts';
import { screenWords as words } from './screen-words.ts';
import { emptyArea, maxAreas, nextId, type VideoArea, type VideoSettings, withArea } from './settings.ts';

function timesLabel({ start, end }: VideoArea, seconds: number | undefined, language: Language): string {
  const t = words[language];
  if (start === undefined && end === undefined) return t.areaWhole;
  return `${formatTime(start ?? 0)} – ${formatTime(end ?? seconds ?? 0)}`;
}

interface RowProps {
  readonly area: VideoArea;
  readonly number: number;
  readonly isChosen: boolean;
  readonly seconds: number | undefined;
  readonly language: Language;
  readonly tick: (isTicked: boolean) => void;
  readonly drop: (() => void) | undefined;
}

function Row({ area, number, isChosen, seconds, language, tick, drop }: RowProps) {
  const t = words[language];
  const { find } = area;
  const noteId = `unsure-${area.id}`;
  const isUnsure = find?.isSure === false;
  return (
    <li className="flex items-center gap-1">
      {find && (
        <label className="grid size-10 shrink-0 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={fill(t.areaTick, { number })}
            aria-describedby={isUnsure ? noteId : undefined}
            checked={find.isTicked}
            onChange={event => tick(event.target.checked)}
            className="size-5 accent-accent"
          />
        </label>
      )}
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => chooseArea(area.id)}
        className={`grid min-h-10 min-w-0 flex-1 content-center rounded-xl px-3 py-1 text-left text-sm ${isChosen ? 'bg-accent-soft font-semibold text-accent-ink' : 'hover:bg-sunken'}`}
      >
        <span className="flex items-center justify-between gap-3">
          <span>{fill(t.area, { number })}</span>
          <span className="text-[0.8125rem] font-normal tabular-nums">{timesLabel(area, seconds, language)}</span>
        </span>
        {isUnsure && (
          <span id={noteId} className={`text-[0.8125rem] font-normal ${isChosen ? '' : 'text-soft'}`}>
            {t.unsure}
          </span>
        )}
      </button>
      {drop && (
        <IconButton
          size="sm"
          label={fill(t.areaDrop, { number })}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={drop}
        />
      )}
    </li>
  );
}

export function Areas({ options, change, selected, language }: OptionsProps<VideoSettings>) {
  const t = words[language];
  const chosen = useChosenArea(options);
  const add = () => {
    const id = nextId(options.areas);
    change({ areas: [...options.areas, emptyArea(id)] });
    chooseArea(id);
  };
  const drop = ({ id }: VideoArea) => {
    const areas = options.areas.filter(each => each.id !== id);
    change({ areas: areas.length > 0 ? areas : [emptyArea('1')] });
  };
  const canDrop = options.areas.length > 1 || options.areas[0]?.find !== undefined;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t.areas}</legend>
      <ul className="grid gap-1">
        {options.areas.map((each, index) => (
          <Row
            key={each.id}
            area={each}
            number={index + 1}
            isChosen={each.id === chosen.id}
            seconds={selected?.seconds}
            language={language}
            tick={isTicked => {
              if (each.find) change(withArea(options, { ...each, find: { ...each.find, isTicked } }));
              chooseArea(each.id);
            }}
            drop={canDrop ? () => drop(each) : undefined}
          />
        ))}
      </ul>
      <p className="text-[0.8125rem] leading-5 text-soft">{t.painted}</p>
      <p className="text-[0.8125rem] leading-5 text-soft">{t.timesHint}</p>
      {options.areas.length < maxAreas && (
        <Button variant="quiet" size="sm" onClick={add}>
          <Plus aria-hidden className="size-4" />
          {t.areaAdd}
        </Button>
      )}
    </fieldset>
  );
}
