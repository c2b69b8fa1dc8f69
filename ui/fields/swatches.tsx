// A row of colour swatches, with the browser's own colour picker at the end for any other colour.
import { useId } from 'react';
import { joinClasses } from '../classes.ts';

interface SwatchesProps {
  label: string;
  /** #rrggbb; undefined if none of them is chosen. */
  value: string | undefined;
  colors: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  customLabel: string;
  hint?: string;
}

const dot =
  'relative block aspect-square w-full max-w-9 rounded-full border border-line-strong/60 transition has-focus-visible:outline-3 ' +
  'has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink';
const chosen = 'ring-2 ring-accent ring-offset-2 ring-offset-paper';

export function Swatches({ label, value, colors, onChange, customLabel, hint }: SwatchesProps) {
  const name = useId();
  const isChosen = (color: string) => color.toLowerCase() === value?.toLowerCase();
  const isCustom = value !== undefined && !colors.some(color => isChosen(color.value));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {/* One column per colour, so that the row never wraps. */}
      <div
        className="grid gap-2.5 px-0.5"
        style={{ gridTemplateColumns: `repeat(${colors.length + 1}, minmax(0, 1fr))` }}
      >
        {colors.map(color => (
          <label
            key={color.value}
            title={color.label}
            style={{ backgroundColor: color.value }}
            className={joinClasses(dot, isChosen(color.value) && chosen)}
          >
            <input
              type="radio"
              name={name}
              aria-label={color.label}
              checked={isChosen(color.value)}
              onChange={() => onChange(color.value)}
              className="sr-only"
            />
          </label>
        ))}
        <label
          title={customLabel}
          style={isCustom ? { background: value } : undefined}
          className={joinClasses(
            dot,
            isCustom ? chosen : 'bg-[conic-gradient(from_0deg,#f43,#fb0,#3c5,#0bd,#53f,#e3a,#f43)]',
          )}
        >
          <input
            type="color"
            aria-label={customLabel}
            value={value ?? '#ffffff'}
            onChange={event => onChange(event.target.value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </label>
      </div>
      {hint && <p className="mt-1.5 text-[0.8125rem] text-soft">{hint}</p>}
    </fieldset>
  );
}
