// Sends a code by text message: the delay until the next one, and the outcome.

import type { AccountRule } from 'contract/account-errors.ts';
import { accountSentence } from 'contract/account-errors.ts';
import { sendCode } from 'contract/routes/accounts.ts';
import { useState } from 'react';
import { useLanguage, useWords } from 'ui/language.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { startCountdown, stopCountdown, useCountdown } from './countdown.ts';
import { accountFormWords } from './words.ts';

interface Note {
  text: string;
  isBad: boolean;
}

/** `name` is the field's name: each field has its own countdown. */
export function useSendCode(mobile: string, name: string) {
  const words = useWords(accountFormWords);
  const language = useLanguage();
  const seconds = useCountdown(name);
  const [note, setNote] = useState<Note | null>(null);

  /** Resolves to whether the code was sent. A failure ends the countdown, so that the user can retry at once. */
  async function send(captchaVerification: string): Promise<boolean> {
    startCountdown(name);
    try {
      await call(sendCode, { body: { mobile, captchaVO: { captchaVerification } }, handleErrors: true });
      setNote({ text: words.codeSent, isBad: false });
      return true;
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal;
      stopCountdown(name);
      setNote({ text: refusal.msg, isBad: true });
      return false;
    }
  }

  const refuse = (rule: AccountRule | undefined) =>
    setNote(rule ? { text: accountSentence(rule, language), isBad: true } : null);

  return { seconds, note, send, refuse };
}
