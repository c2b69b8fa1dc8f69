// A percentage slider for an option from 0 to 1 by default, in steps of 1%, or 0.5% for a narrow range.
import { Slider } from '../fields/slider.tsx';

export function Share({
  label,
  value,
  max = 1,
  min = 0,
  onChange,
}: {
  label: string;
  value: number;
  max?: number;
  min?: number;
  onChange: (value: number) => void;
}) {
  return (
    <Slider
      label={label}
      value={Math.round(value * 1000) / 10}
      min={min * 100}
      max={max * 100}
      step={max - min < 0.3 ? 0.5 : 1}
      valueText={`${Math.round(value * 1000) / 10}%`}
      onChange={next => onChange(next / 100)}
    />
  );
}
