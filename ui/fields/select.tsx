// A choice from a list, based on the native select, which works on every phone and with every screen reader.

import { Glyph } from '../glyph.tsx';
import { Field, inputClasses } from './field.tsx';

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  hint?: string;
  disabled?: boolean;
}

export function Select<Value extends string>({ label, value, choices, onChange, hint, disabled }: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      {wiring => (
        <span className="relative block">
          <select
            {...wiring}
            value={value}
            disabled={disabled}
            onChange={event => onChange(event.target.value as Value)}
            className={`${inputClasses} appearance-none pr-10`}
          >
            {choices.map(choice => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <Glyph
            path="m6 9 6 6 6-6"
            strokeWidth={2.5}
            className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-soft"
          />
        </span>
      )}
    </Field>
  );
}
