// The check box that accepts the user agreement and the privacy policy.
import { useId } from 'react';
import { useWords } from 'ui/language.tsx';
import { accountPageWords } from './account-page-words.ts';

interface AgreementBoxProps {
  value: boolean;
  onChange: (value: boolean) => void;
  error?: string | undefined;
}

function Terms({ path, children }: { path: string; children: string }) {
  return (
    <a href={`/#/${path}`} target="_blank" rel="noreferrer" className="whitespace-nowrap text-accent-ink underline">
      {children}
    </a>
  );
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
          <label htmlFor={id}>{words.accept}</label> <Terms path="agreement">{words.agreement}</Terms>
          {words.and}
          <Terms path="privacy">{words.privacy}</Terms>
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
