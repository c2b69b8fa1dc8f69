// A field for an integer that may be left empty.
import { useState } from 'react';
import { Field, inputClasses } from './field.tsx';

interface NumberFieldProps {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min: number;
  max: number;
  placeholder?: string;
  hint?: string;
  error?: string;
  /** Shown in the box after the number, e.g. px. */
  unit?: string;
  disabled?: boolean;
}

/** Accepts only digits. The number is clamped to `min` and `max` when the field loses the focus, not while typing. */
export function NumberField({
  label,
  value,
  onChange,
  min,
  max,
  placeholder,
  hint,
  error,
  unit,
  disabled,
}: NumberFieldProps) {
  // While typing, the text may be a number still below `min`; it is passed on only once it is in range.
  const [draft, setDraft] = useState<string | null>(null);

  function type(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, 9);
    setDraft(digits);
    const number = Number(digits);
    if (digits === '') onChange(undefined);
    else if (number >= min && number <= max) onChange(number);
  }

  function leave() {
    if (draft) onChange(Math.min(max, Math.max(min, Number(draft))));
    setDraft(null);
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {wiring => (
        <span className="relative block">
          <input
            {...wiring}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={draft ?? value ?? ''}
            placeholder={placeholder}
            disabled={disabled}
            onChange={event => type(event.target.value)}
            onBlur={leave}
            className={`${inputClasses} tabular-nums ${unit ? 'pr-11' : ''}`}
          />
          {unit && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-sm text-soft"
            >
              {unit}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}
