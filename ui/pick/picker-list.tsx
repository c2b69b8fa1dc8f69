// A long list to pick one or several entries from: grouped, searchable, each entry with a frame of its aspect ratio.
import { useId, useState } from 'react';
import { joinClasses } from '../classes.ts';
import { inputClasses } from '../fields/field.tsx';
import { Glyph } from '../glyph.tsx';
import { matchesQuery, type PickerEntry, type PickerGroup } from './picker-entries.ts';

interface PickerListProps {
  label: string;
  /** Shown at the end of the label line, e.g. the number of chosen entries. */
  aside?: string;
  groups: readonly PickerGroup[];
  chosen: readonly string[];
  /** `one`: radio buttons; `many`: check boxes. */
  kind: 'one' | 'many';
  onPick: (id: string) => void;
  words: { search: string; nothing: string };
}

const iconSide = 1.25;

function Shape({ aspect }: { aspect: number }) {
  const size =
    aspect > 1 ? { width: iconSide, height: iconSide / aspect } : { width: iconSide * aspect, height: iconSide };
  return (
    <span aria-hidden className="grid size-6 shrink-0 place-items-center text-soft">
      <span
        className="block rounded-[3px] border-[1.5px] border-current"
        style={{ width: `${size.width}rem`, height: `max(0.3rem, ${size.height}rem)` }}
      />
    </span>
  );
}

interface EntryProps {
  entry: PickerEntry;
  name: string;
  kind: 'one' | 'many';
  isChosen: boolean;
  onPick: (id: string) => void;
}

function Entry({ entry, name, kind, isChosen, onPick }: EntryProps) {
  return (
    <label
      className={joinClasses(
        'flex min-h-11 items-center gap-2.5 rounded-xl px-2.5 py-1.5 transition',
        'has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-accent-ink',
        isChosen ? 'bg-accent-soft text-accent-ink' : 'hover:bg-sunken',
      )}
    >
      <input
        type={kind === 'one' ? 'radio' : 'checkbox'}
        name={name}
        checked={isChosen}
        onChange={() => onPick(entry.id)}
        className="sr-only"
      />
      <Shape aspect={entry.aspect} />
      <span className="grid min-w-0 flex-1">
        <span className={joinClasses('text-[0.9375rem] leading-snug', isChosen ? 'font-semibold' : 'font-medium')}>
          {entry.label}
        </span>
        <span className="text-[0.8125rem] leading-snug text-soft tabular-nums">{entry.note}</span>
      </span>
      <Glyph
        path="m5 12.5 4.5 4.5L19 7.5"
        strokeWidth={2.5}
        className={joinClasses('size-5 shrink-0', !isChosen && 'invisible')}
      />
    </label>
  );
}

export function PickerList({ label, aside, groups, chosen, kind, onPick, words }: PickerListProps) {
  const name = useId();
  const [query, setQuery] = useState('');
  const found = groups
    .map(group => ({ ...group, entries: group.entries.filter(entry => matchesQuery(entry, query.trim())) }))
    .filter(group => group.entries.length > 0);
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{label}</legend>
      <div aria-hidden className="flex items-baseline justify-between gap-3">
        <span className="text-sm font-medium">{label}</span>
        {aside && <span className="text-sm text-soft tabular-nums">{aside}</span>}
      </div>
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={query}
        maxLength={60}
        autoComplete="off"
        onChange={event => setQuery(event.target.value)}
        className={inputClasses}
      />
      {/* Fixed height, so that nothing below moves while typing. */}
      <div className="h-60 overflow-y-auto rounded-2xl border border-line p-1.5 lg:h-72">
        {found.length === 0 && <p className="p-4 text-center text-sm text-soft">{words.nothing}</p>}
        {found.map(group => (
          <fieldset key={group.name} className="min-w-0">
            <legend className="px-2.5 pt-2.5 pb-1 text-[0.8125rem] font-medium text-soft">{group.name}</legend>
            {group.entries.map(entry => (
              <Entry
                key={entry.id}
                entry={entry}
                name={name}
                kind={kind}
                isChosen={chosen.includes(entry.id)}
                onPick={onPick}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
