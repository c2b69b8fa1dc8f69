// A slider with its label, its value as text, and labels for both ends.
import { Field } from './field.tsx';

interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** The value as text, shown at the end of the label line and read aloud; by default the number. */
  valueText?: string;
  startMark?: string;
  endMark?: string;
  hint?: string;
  disabled?: boolean;
}

export function Slider({
  label,
  value,
  onChange,
  min,
  max,
  step = 1,
  valueText,
  startMark,
  endMark,
  hint,
  disabled,
}: SliderProps) {
  const filled = `${((value - min) / (max - min)) * 100}%`;
  return (
    <Field label={label} aside={valueText ?? String(value)} hint={hint}>
      {wiring => (
        <div>
          <input
            {...wiring}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            disabled={disabled}
            aria-valuetext={valueText}
            onChange={event => onChange(Number(event.target.value))}
            className="range"
            style={{ '--filled': filled }}
          />
          {(startMark || endMark) && (
            <div aria-hidden className="flex justify-between text-xs text-soft">
              <span>{startMark}</span>
              <span>{endMark}</span>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
