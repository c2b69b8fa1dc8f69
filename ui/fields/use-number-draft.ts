// The text of a number field while it is edited: digits only, clamped when the field loses the focus, not while typing.
import { type ChangeEvent, useState } from 'react';

interface NumberDraft {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min: number;
  max: number;
}

/** Returns the input's value and handlers. An empty field is undefined. */
export function useNumberDraft({ value, onChange, min, max }: NumberDraft) {
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

  return {
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'off',
    value: draft ?? value ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
    onBlur: leave,
  } as const;
}
