// The field for a code sent by text message, with the button that sends the code after a solved captcha.
import { accountSentence } from 'contract/account-errors.ts';
import { judgePhone } from 'contract/account-rules.ts';
import { fill } from 'contract/words.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Field, inputClasses } from 'ui/fields/field.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { CaptchaDialog } from '../captcha/captcha-dialog.tsx';
import { FixedCaptcha } from '../captcha/fixed-captcha.tsx';
import { useSendCode } from './use-send-code.ts';
import { accountFormWords } from './words.ts';

interface CodeFieldProps {
  /** The phone number as typed. */
  mobile: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  /** Validates the phone number in its own field; absent: this field shows the error. */
  checkMobile?: () => boolean;
  /** `pop` opens the captcha in a dialog when a code is requested; `fixed` shows it above the field. */
  captcha?: 'pop' | 'fixed';
  name?: string;
}

export function CodeField({
  mobile,
  value,
  onChange,
  onBlur,
  error,
  checkMobile,
  captcha = 'pop',
  name = 'code',
}: CodeFieldProps) {
  const words = useWords(accountFormWords);
  const language = useLanguage();
  const { seconds, note, send, refuse } = useSendCode(mobile, name);
  const [isCaptchaOpen, setIsCaptchaOpen] = useState(false);
  /** The solution of the fixed captcha, and a counter that identifies the captcha shown. */
  const [solved, setSolved] = useState<{ verification: string; round: number }>({ verification: '', round: 0 });
  const askAgain = () => setSolved(({ round }) => ({ verification: '', round: round + 1 }));

  async function sendNew(verification: string): Promise<boolean> {
    const isSent = await send(verification);
    // The typed code and its error belong to the previous code.
    if (isSent) onChange('');
    return isSent;
  }

  async function ask(): Promise<void> {
    const rule = judgePhone(mobile);
    refuse(checkMobile ? undefined : rule);
    if (checkMobile ? !checkMobile() : rule) return;
    if (captcha === 'pop') setIsCaptchaOpen(true);
    else if (solved.verification) {
      // A solution is valid for a single code; the next code requires a new captcha.
      setSolved(({ round }) => ({ verification: '', round }));
      if (!(await sendNew(solved.verification))) askAgain();
    } else {
      refuse('CAPTCHA_MISSING');
      if (seconds === 0 && note && !note.isBad) askAgain();
    }
  }

  const hint = note && !note.isBad ? note.text : undefined;
  // Before a code has been sent, the missing step is the captcha.
  const isCaptchaMissing = captcha === 'fixed' && !solved.verification && !hint;
  const shownError = error && value === '' && isCaptchaMissing ? accountSentence('CAPTCHA_MISSING', language) : error;
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hint && !isCaptchaOpen) inputRef.current?.focus();
  }, [hint, isCaptchaOpen]);

  return (
    <>
      {captcha === 'fixed' && (
        <FixedCaptcha
          key={solved.round}
          onPass={verification => {
            setSolved(({ round }) => ({ verification, round }));
            refuse(undefined);
          }}
        />
      )}
      <Field label={words.code} error={shownError ?? (note?.isBad ? note.text : undefined)} hint={hint}>
        {wiring => (
          <span className="flex gap-2">
            <input
              {...wiring}
              ref={inputRef}
              type="text"
              name={name}
              value={value}
              onChange={event => onChange(event.target.value)}
              onBlur={onBlur}
              placeholder={words.codePlaceholder}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={16}
              required
              className={`${inputClasses} min-w-0`}
            />
            <Button
              variant="secondary"
              onClick={() => void ask()}
              disabled={seconds > 0}
              className={`shrink-0 rounded-xl! px-3! tabular-nums ${seconds > 0 ? 'text-[0.8125rem]!' : ''}`}
            >
              {seconds > 0 ? fill(words.retryAfter, { seconds }) : words.getCode}
            </Button>
          </span>
        )}
      </Field>
      {/* A live region must be in the page before its text. */}
      <span role="status" className="sr-only">
        {hint}
      </span>
      <CaptchaDialog
        isOpen={isCaptchaOpen}
        onClose={() => setIsCaptchaOpen(false)}
        onPass={verification => void sendNew(verification)}
      />
    </>
  );
}
