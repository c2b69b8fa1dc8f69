// A labelled form field with hint and error, and text and number inputs for it.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '../classes.ts';

interface FieldFrame {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Shown at the end of the label line, e.g. the current value. */
  aside?: ReactNode;
}

export const inputClasses =
  'w-full min-h-11 rounded-xl border border-line-strong/60 bg-paper px-3.5 text-[0.9375rem] text-ink text-ellipsis transition max-sm:placeholder:text-[0.8125rem] hover:border-line-strong ' +
  'aria-invalid:border-bad disabled:opacity-50';

interface FieldProps extends FieldFrame {
  children: (wiring: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** Associates label, hint and error with the input rendered by the child. */
export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside && <span className="text-sm text-soft tabular-nums">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error ? true : undefined })}
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={joinClasses('text-[0.8125rem]', error ? 'text-bad' : 'text-soft')}
        >
          {note}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'>, FieldFrame {
  value: string;
  onChange: (value: string) => void;
}

export function TextField({ label, hint, error, aside, value, onChange, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {wiring => (
        <input
          type="text"
          {...rest}
          {...wiring}
          value={value}
          onChange={event => onChange(event.target.value)}
          className={joinClasses(inputClasses, className)}
        />
      )}
    </Field>
  );
}
