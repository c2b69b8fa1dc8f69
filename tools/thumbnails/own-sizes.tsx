// Custom sizes: two fields to add one, and the list of added ones, each with a button to remove it.
import { fill, type Language } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Glyph } from 'ui/glyph.tsx';
import { maxSide, minSide, type ThumbnailOptions } from './contract.ts';
import { words } from './words.ts';

type Size = ThumbnailOptions['custom'][number];

interface Props {
  custom: readonly Size[];
  onChange: (custom: Size[]) => void;
  isFull: boolean;
  language: Language;
}

export function OwnSizes({ custom, onChange, isFull, language }: Props) {
  const t = words[language];
  const [width, setWidth] = useState<number | undefined>(1200);
  const [height, setHeight] = useState<number | undefined>(800);
  const isKnown = custom.some(size => size.width === width && size.height === height);

  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
        <NumberField label={t.width} value={width} min={minSide} max={maxSide} unit="px" onChange={setWidth} />
        <NumberField label={t.height} value={height} min={minSide} max={maxSide} unit="px" onChange={setHeight} />
        <Button
          variant="secondary"
          disabled={!width || !height || isFull || isKnown}
          onClick={() => width && height && onChange([...custom, { width, height }])}
        >
          {t.add}
        </Button>
      </div>
      {custom.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {custom.map(size => {
            const name = `${size.width} × ${size.height}`;
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-label={fill(t.remove, { size: name })}
                  onClick={() => onChange(custom.filter(other => other !== size))}
                  className="flex min-h-9 items-center gap-1.5 rounded-full bg-accent-soft ps-3.5 pe-2.5 text-sm font-medium text-accent-ink tabular-nums"
                >
                  {name}
                  <Glyph path="M7 7l10 10M17 7 7 17" strokeWidth={2.5} className="size-4" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
