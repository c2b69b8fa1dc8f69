// A choice between several short names, shown as a grid of buttons with a hint about the selected one.
import { useId } from 'react';
import { joinClasses } from '../classes.ts';

interface ChoiceGridProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** About the selected option. */
  hint: string;
}

export function ChoiceGrid<Value extends string>({ label, value, choices, onChange, hint }: ChoiceGridProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={`${name}-hint`}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-3 gap-2">
        {choices.map(choice => (
          <label
            key={choice.value}
            className={joinClasses(
              'flex min-h-11 items-center justify-center rounded-xl border text-[0.9375rem] transition',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink',
              choice.value === value
                ? 'border-accent bg-accent-soft font-bold text-accent-ink ring-1 ring-accent'
                : 'border-line font-medium hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            {choice.label}
          </label>
        ))}
      </div>
      {/* Space for two lines, so that nothing below moves when the choice changes. */}
      <p id={`${name}-hint`} className="mt-2 min-h-10 text-[0.8125rem] leading-5 text-soft">
        {hint}
      </p>
    </fieldset>
  );
}
