// A password field whose content can be shown.
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field, inputClasses } from 'ui/fields/field.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { accountFormWords } from './words.ts';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string;
  label?: string;
  /** Whether a new password is being set, for password managers. */
  isNew?: boolean;
  name?: string;
}

export function PasswordField({ label, value, onChange, onBlur, error, hint, isNew, name }: PasswordFieldProps) {
  const words = useWords(accountFormWords);
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label ?? words.password} hint={hint} error={error}>
      {wiring => (
        <span className="relative block">
          <input
            {...wiring}
            type={isShown ? 'text' : 'password'}
            name={name ?? 'password'}
            value={value}
            onChange={event => onChange(event.target.value)}
            onBlur={onBlur}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="off"
            spellCheck={false}
            maxLength={128}
            required
            className={`${inputClasses} pe-12`}
          />
          <IconButton
            size="sm"
            label={isShown ? words.hidePassword : words.showPassword}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="absolute end-1 top-1"
            icon={isShown ? <EyeOff aria-hidden className="size-4.5" /> : <Eye aria-hidden className="size-4.5" />}
          />
        </span>
      )}
    </Field>
  );
}
