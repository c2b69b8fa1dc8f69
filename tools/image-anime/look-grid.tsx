// The looks to choose from, each as the same face drawn in it.
import { type AnimeLookId, animeLookIds, animeLookNames } from 'contract/anime-looks.ts';
import type { Language } from 'contract/words.ts';
import { useEffect, useId, useRef } from 'react';
import { joinClasses } from 'ui/classes.ts';

interface LookGridProps {
  label: string;
  value: AnimeLookId;
  language: Language;
  onChange: (id: AnimeLookId) => void;
}

export function LookGrid({ label, value, language, onChange }: LookGridProps) {
  const name = useId();
  const chosen = useRef<HTMLLabelElement>(null);
  // On a phone the looks are a strip, and one that a link or the last visit chose may lie beyond its end.
  useEffect(() => {
    const plate = chosen.current;
    const strip = plate?.parentElement;
    if (plate && strip && strip.scrollWidth > strip.clientWidth)
      strip.scrollLeft = plate.offsetLeft - (strip.clientWidth - plate.offsetWidth) / 2;
  }, []);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="relative -mx-2 grid gap-1.5 px-2 py-1 max-lg:grid-flow-col max-lg:auto-cols-[6.5rem] max-lg:overflow-x-auto lg:grid-cols-3">
        {animeLookIds.map(id => (
          <label
            key={id}
            ref={id === value ? chosen : undefined}
            className={joinClasses(
              'grid cursor-pointer content-start gap-1.5 rounded-2xl p-1.5 text-center text-xs transition',
              'has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              id === value
                ? 'bg-accent-soft font-bold text-accent-ink ring-2 ring-accent ring-inset'
                : 'font-medium hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              value={id}
              className="sr-only"
              checked={id === value}
              onChange={() => onChange(id)}
            />
            <img
              src={`/covers/image-anime/${id}.webp`}
              alt=""
              width={160}
              height={160}
              loading="lazy"
              className="aspect-square w-full rounded-xl bg-sunken object-cover"
            />
            <span className="leading-4 text-balance">{animeLookNames[id][language]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
