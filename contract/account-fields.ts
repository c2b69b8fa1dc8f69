// Zod schemas of account fields, built from the rules that the forms use.
import { z } from 'zod';
import type { AccountRule } from './account-errors.ts';
import {
  judgeCode,
  judgeNickname,
  judgePassword,
  judgePhone,
  judgeUsername,
  normaliseNickname,
  normalisePhone,
} from './account-rules.ts';

const longest = 1024;

type Judge = (typed: string) => AccountRule | undefined;

/** The server responds with the rule's own message. */
const judgeBy =
  (judge: Judge): z.core.CheckFn<string> =>
  context => {
    const rule = judge(context.value);
    if (rule) context.issues.push({ code: 'custom', input: context.value, params: { rule } });
  };

/** A string validated by a rule; missing or null counts as empty. */
const ruledText = (judge: Judge) =>
  z
    .string()
    .max(longest)
    .nullable()
    .transform(typed => typed ?? '')
    .check(judgeBy(judge));

/** The same for an optional field: blank becomes undefined. */
const optionalText = (judge: Judge) =>
  z
    .string()
    .max(longest)
    .nullish()
    .transform(typed => (typed?.trim() ? typed : ''))
    .check(judgeBy(typed => (typed === '' ? undefined : judge(typed))))
    .transform(typed => typed || undefined);

/** Normalized to eleven digits. */
export const phoneField = ruledText(judgePhone)
  .transform(typed => normalisePhone(typed)!)
  .prefault('');
export const codeField = ruledText(judgeCode)
  .transform(typed => typed.trim())
  .prefault('');
export const usernameField = ruledText(judgeUsername);
export const nicknameField = ruledText(judgeNickname).transform(normaliseNickname);
export const optionalUsernameField = optionalText(judgeUsername);
export const optionalNicknameField = optionalText(judgeNickname).transform(typed => typed && normaliseNickname(typed));

/** `rsa:` and base64 of RSA-OAEP-SHA256 over `{"p": password, "t": milliseconds}`; see `GET /web/publicKey`. */
const sealedPattern = /^rsa:.{64,1000}$/s;
/** Recognised by its length, which no password has: a damaged ciphertext must not be taken for a password. */
export const isSealed = (typed: string) => sealedPattern.test(typed);

/** A new password, plain or encrypted; an encrypted one is validated after decryption. */
export const newPasswordField = ruledText(typed => (isSealed(typed) ? undefined : judgePassword(typed))).prefault('');
