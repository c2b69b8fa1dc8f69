// The choice of nine positions, each drawn as a small picture with a dot.
import { type Position, positions } from 'contract/mark/place.ts';
import type { Language } from 'contract/words.ts';
import { useId } from 'react';
import { markWords } from './words.ts';

const labels = {
  'top-left': 'topLeft',
  top: 'top',
  'top-right': 'topRight',
  left: 'left',
  center: 'center',
  right: 'right',
  'bottom-left': 'bottomLeft',
  bottom: 'bottom',
  'bottom-right': 'bottomRight',
} as const satisfies Record<Position, keyof (typeof markWords)['zh']>;

interface PositionGridProps {
  /** Undefined if the mark was dragged elsewhere. */
  value: Position | undefined;
  onChange: (position: Position) => void;
  language: Language;
}

export function PositionGrid({ value, onChange, language }: PositionGridProps) {
  const t = markWords[language];
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{t.position}</legend>
      <div className="grid w-36 grid-cols-3 rounded-xl border border-line bg-sunken p-1">
        {positions.map(position => (
          <label
            key={position}
            title={t[labels[position]]}
            className="group grid h-9 place-items-center rounded-lg hover:bg-paper has-focus-visible:outline-3 has-focus-visible:outline-accent-ink"
          >
            <input
              type="radio"
              name={name}
              aria-label={t[labels[position]]}
              checked={position === value}
              onChange={() => onChange(position)}
              className="peer sr-only"
            />
            <span
              aria-hidden
              className="size-2 rounded-full bg-line-strong transition-all peer-checked:h-4 peer-checked:w-7 peer-checked:rounded-md peer-checked:bg-accent"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
