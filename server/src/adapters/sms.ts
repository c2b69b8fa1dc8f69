// Sends verification codes by SMS: the interface of a provider, and two stand-ins: the sandbox, which keeps messages for `/sandbox`, and
// one that refuses.
import { AppError } from 'contract/errors.ts';
import type { Language } from 'contract/words.ts';

export interface CodeMessage {
  /** Eleven digits, mainland China. */
  readonly mobile: string;
  readonly code: string;
  readonly minutes: number;
  readonly language: Language;
}

export interface Sms {
  /** Resolves when the provider has accepted the message. Throws SMS_FAILED otherwise. */
  send: (message: CodeMessage) => Promise<void>;
}

const texts = {
  zh: ({ code, minutes }: CodeMessage) => `您的验证码是 ${code}，${minutes} 分钟内有效。如非本人操作，请忽略。`,
  en: ({ code, minutes }: CodeMessage) =>
    `Your verification code is ${code}. It is valid for ${minutes} minutes. If you did not ask for it, ignore this.`,
};

/** The text of a message. Providers with templates send their own text instead. */
export const textOfMessage = (message: CodeMessage): string => texts[message.language](message);

/** For servers without SMS. */
export const offSms: Sms = {
  send: async () => {
    throw new AppError('SMS_OFF');
  },
};

/** Sends nothing; `keep` stores the message, and `/sandbox` shows it. */
export const openSandboxSms = (keep: (message: CodeMessage & { text: string }) => Promise<void>): Sms => ({
  send: message => keep({ ...message, text: textOfMessage(message) }),
});
