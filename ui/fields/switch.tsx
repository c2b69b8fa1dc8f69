// An on/off switch with an optional description; takes effect at once.
import { useId } from 'react';

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  hint?: string;
  disabled?: boolean;
}

export function Switch({ label, isOn, onChange, hint, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <span className={`relative inline-flex h-7 w-12 ${hint ? 'row-span-2' : ''}`}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          disabled={disabled}
          aria-describedby={hint ? `${id}-note` : undefined}
          onChange={event => onChange(event.target.checked)}
          className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full bg-line-strong/70 transition checked:bg-accent disabled:opacity-50"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-white shadow-sm transition duration-200 ease-calm peer-checked:translate-x-5"
        />
      </span>
      {hint && (
        <p id={`${id}-note`} className="text-[0.8125rem] text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
