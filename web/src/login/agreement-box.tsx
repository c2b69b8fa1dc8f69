// The box that accepts the user agreement.
import { useId } from 'react';
import { useWords } from 'ui/language.tsx';
import { accountPageWords } from './account-page-words.ts';

interface AgreementBoxProps {
  value: boolean;
  onChange: (value: boolean) => void;
  error?: string | undefined;
}

export function AgreementBox({ value, onChange, error }: AgreementBoxProps) {
  const words = useWords(accountPageWords);
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <span className="flex items-start gap-2.5 text-sm">
        <input
          id={id}
          type="checkbox"
          name="agree"
          required
          checked={value}
          onChange={event => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
        />
        <span>
          <label htmlFor={id}>{words.accept}</label>{' '}
          <a
            href="/#/agreement"
            target="_blank"
            rel="noreferrer"
            className="whitespace-nowrap text-accent-ink underline"
          >
            {words.agreement}
          </a>
        </span>
      </span>
      {error && (
        <p id={`${id}-note`} role="alert" className="text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
