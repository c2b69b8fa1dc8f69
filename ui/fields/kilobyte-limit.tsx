// A switch for a file size limit in KB, and a number field while it is on.
import { NumberField } from './number-field.tsx';
import { Switch } from './switch.tsx';

interface KilobyteLimitProps {
  /** Labels of the switch and the number field. */
  words: { label: string; hint: string; number: string };
  /** Undefined: off. */
  value: number | undefined;
  /** The initial value when switched on. */
  first: number;
  min: number;
  max?: number;
  onChange: (value: number | undefined) => void;
}

const fiftyMegabytes = 51_200;

export function KilobyteLimit({ words, value, first, min, max = fiftyMegabytes, onChange }: KilobyteLimitProps) {
  const isOn = value !== undefined;
  return (
    <>
      <Switch
        label={words.label}
        hint={words.hint}
        isOn={isOn}
        onChange={isWanted => onChange(isWanted ? first : undefined)}
      />
      {isOn && (
        <NumberField
          label={words.number}
          value={value}
          min={min}
          max={max}
          unit="KB"
          onChange={typed => typed && onChange(typed)}
        />
      )}
    </>
  );
}
