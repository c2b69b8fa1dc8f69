// A labelled check box of a form.
import { useId } from 'react';

interface TickBoxProps {
  name: string;
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

export function TickBox({ name, label, value, onChange }: TickBoxProps) {
  const id = useId();
  return (
    <span className="flex items-start gap-2.5 text-sm">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={value}
        onChange={event => onChange(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
      />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
