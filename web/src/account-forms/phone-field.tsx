// The field for a phone number.

import { TextField } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { accountFormWords } from './words.ts';

interface PhoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  /** Replaces the default label. */
  label?: string;
  disabled?: boolean;
  autoFocus?: boolean;
}

export function PhoneField({ label, ...rest }: PhoneFieldProps) {
  const words = useWords(accountFormWords);
  return (
    <TextField
      label={label ?? words.phone}
      placeholder={words.phonePlaceholder}
      type="tel"
      name="mobile"
      inputMode="tel"
      autoComplete="tel"
      maxLength={40}
      required
      {...rest}
    />
  );
}
