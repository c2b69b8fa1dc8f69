// The validation rules of docs/product.md for what a person types about an account. Forms and server judge with the same functions; each answers the
// rule that is broken, or undefined.
import type { AccountRule } from './account-errors.ts';

type Judgement = AccountRule | undefined;

const phonePattern = /^(?:0|86|17951)?(1[3-9]\d{9})$/;
const codePattern = /^[A-Za-z\d]{4,6}$/;
const usernamePattern = /^[A-Za-z\d_-]{4,16}$/;
/** Control, bidirectional and invisible characters: with them two different names could look the same. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]/u;

/** The eleven digits of a mainland number, without spaces and prefix; undefined when it is none. */
export const normalisePhone = (typed: string): string | undefined => phonePattern.exec(typed.replace(/\s/g, ''))?.[1];

export const judgePhone = (typed: string): Judgement => {
  if (typed.trim() === '') return 'PHONE_MISSING';
  return normalisePhone(typed) ? undefined : 'PHONE_BAD';
};

/** An existing password, as typed: the form accepts any text, the server compares it. */
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

/** The form in which a nickname is kept: compatibility forms made plain, runs of spaces made one. */
export const normaliseNickname = (typed: string): string => typed.normalize('NFKC').replace(/\s+/g, ' ').trim();

export function judgeNickname(typed: string): Judgement {
  const kept = normaliseNickname(typed);
  const length = [...kept].length;
  // A joiner is needed inside of emoji; joiners and marks without a letter to stand on show nothing.
  const isSeen = length <= 20 && !unseen.test(kept.replaceAll('\u200d', '')) && /[^\p{M}\s\u200d]/u.test(kept);
  return isSeen ? undefined : 'NICKNAME_BAD';
}
