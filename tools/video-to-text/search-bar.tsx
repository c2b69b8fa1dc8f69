// Searches a text: a field, the number of matches, and buttons to the next and previous one.
import { fill } from 'contract/words.ts';
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from 'ui/icon-button.tsx';
import type { words } from './words.ts';

interface SearchBarProps {
  wanted: string;
  /** Number of the current match from 1; 0 if there is none. */
  at: number;
  count: number;
  onChange: (wanted: string) => void;
  onStep: (step: 1 | -1) => void;
  /** Further buttons at the end. */
  children: ReactNode;
  t: (typeof words)['zh'];
}

export function SearchBar({ wanted, at, count, onChange, onStep, children, t }: SearchBarProps) {
  return (
    <search className="flex items-center gap-1 border-b border-line py-1 ps-3.5 pe-1.5">
      <Search aria-hidden className="size-4 shrink-0 text-soft" />
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={wanted}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={event => {
          // While an input method composes Chinese text, Enter belongs to it.
          if (event.key !== 'Enter' || count === 0 || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
        className="min-h-9 min-w-0 flex-1 bg-transparent px-1.5 text-[0.9375rem] outline-offset-[-2px] placeholder:text-soft"
      />
      <span role="status" className="text-xs text-soft tabular-nums">
        {wanted.trim() !== '' && (count === 0 ? t.notFound : fill(t.found, { at, count }))}
      </span>
      {wanted.trim() !== '' && count > 0 && (
        <>
          <IconButton size="sm" label={t.before} icon={<ChevronUp className="size-4" />} onClick={() => onStep(-1)} />
          <IconButton size="sm" label={t.next} icon={<ChevronDown className="size-4" />} onClick={() => onStep(1)} />
        </>
      )}
      {children}
    </search>
  );
}
