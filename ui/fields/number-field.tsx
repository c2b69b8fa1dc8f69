// A field for an integer that may be left empty.
import { Field, inputClasses } from './field.tsx';
import { useNumberDraft } from './use-number-draft.ts';

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
  const input = useNumberDraft({ value, onChange, min, max });
  return (
    <Field label={label} hint={hint} error={error}>
      {wiring => (
        <span className="relative block">
          <input
            {...wiring}
            {...input}
            placeholder={placeholder}
            disabled={disabled}
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
