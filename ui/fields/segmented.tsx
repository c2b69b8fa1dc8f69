// A choice of one among a few options: a group of radio buttons drawn as one control.
import { type ReactNode, useId } from 'react';
import { joinClasses } from '../classes.ts';

interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  hint?: string;
  /** The label is read aloud but not visible. */
  isLabelHidden?: boolean;
  disabled?: boolean;
}

export function Segmented<Value extends string>({
  label,
  value,
  segments,
  onChange,
  hint,
  isLabelHidden = false,
  disabled,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5" disabled={disabled}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      <div className="flex gap-1 rounded-full bg-sunken p-1">
        {segments.map(segment => (
          <label
            key={segment.value}
            className={joinClasses(
              'flex min-h-9 min-w-max flex-1 items-center justify-center gap-1.5 rounded-full px-2 text-sm whitespace-nowrap transition',
              'has-focus-visible:outline-3 has-focus-visible:outline-accent-ink has-disabled:opacity-50',
              segment.value === value ? 'bg-chosen font-semibold shadow-card' : 'text-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={segment.value === value}
              disabled={segment.disabled}
              onChange={() => onChange(segment.value)}
              className="sr-only"
            />
            {segment.icon}
            {segment.label}
          </label>
        ))}
      </div>
      {hint && <p className="text-[0.8125rem] text-soft">{hint}</p>}
    </fieldset>
  );
}
