// The validation rules of docs/product.md for account input. Forms and server use the same functions; each returns the broken rule, or undefined.
import type { AccountRule } from './account-errors.ts';

type Judgement = AccountRule | undefined;

const phonePattern = /^(?:0|86|17951)?(1[3-9]\d{9})$/;
const codePattern = /^[A-Za-z\d]{4,6}$/;
const usernamePattern = /^[A-Za-z\d_-]{4,16}$/;
/** Control, bidirectional and invisible characters, with which two different names could look the same. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]/u;

/** Normalizes a mainland phone number to eleven digits, without spaces and prefix; undefined if it is not one. */
export const normalisePhone = (typed: string): string | undefined => phonePattern.exec(typed.replace(/\s/g, ''))?.[1];

export const judgePhone = (typed: string): Judgement => {
  if (typed.trim() === '') return 'PHONE_MISSING';
  return normalisePhone(typed) ? undefined : 'PHONE_BAD';
};

/** An existing password. The form accepts any text; the server compares it. */
export const judgeKnownPassword = (typed: string): Judgement => (typed === '' ? 'PASSWORD_MISSING' : undefined);

export function judgePassword(typed: string): Judgement {
  if (typed === '') return 'PASSWORD_MISSING';
  const length = [...typed].length;
  const kinds = [/\d/, /[A-Za-z]/, /[^A-Za-z\d]/].filter(kind => kind.test(typed)).length;
  return length >= 6 && length <= 18 && kinds >= 2 ? undefined : 'PASSWORD_BAD';
}

export const judgeRepeat = (password: string, repeat: string): Judgement =>
  password === repeat ? undefined : 'PASSWORDS_DIFFER';

export const judgeCode = (typed: string): Judgement => {
  if (typed.trim() === '') return 'CODE_MISSING';
  return codePattern.test(typed.trim()) ? undefined : 'CODE_FORMAT_BAD';
};

export const judgeUsername = (typed: string): Judgement => (usernamePattern.test(typed) ? undefined : 'USERNAME_BAD');

/** The account name of a password log-in: a username or a phone number. */
export const judgeAccountName = (typed: string): Judgement => (typed.trim() === '' ? 'ACCOUNT_MISSING' : undefined);

/** The stored form of a nickname: NFKC, with runs of spaces collapsed. */
export const normaliseNickname = (typed: string): string => typed.normalize('NFKC').replace(/\s+/g, ' ').trim();

export function judgeNickname(typed: string): Judgement {
  const kept = normaliseNickname(typed);
  const length = [...kept].length;
  // Emoji need joiners; joiners and combining marks without a base letter are invisible.
  const isSeen = length <= 20 && !unseen.test(kept.replaceAll('\u200d', '')) && /[^\p{M}\s\u200d]/u.test(kept);
  return isSeen ? undefined : 'NICKNAME_BAD';
}
