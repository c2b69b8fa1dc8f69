// The fields of account calls as schemas, made from the rules that the forms judge by.
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

/** The server says the rule's own sentence. */
const judgeBy =
  (judge: Judge): z.core.CheckFn<string> =>
  context => {
    const rule = judge(context.value);
    if (rule) context.issues.push({ code: 'custom', input: context.value, params: { rule } });
  };

/** A text that a rule judges; one that is missing, or null, is judged as empty. */
const ruledText = (judge: Judge) =>
  z
    .string()
    .max(longest)
    .nullable()
    .transform(typed => typed ?? '')
    .check(judgeBy(judge));

/** The same for a field that may stay blank: nothing then. */
const optionalText = (judge: Judge) =>
  z
    .string()
    .max(longest)
    .nullish()
    .transform(typed => (typed?.trim() ? typed : ''))
    .check(judgeBy(typed => (typed === '' ? undefined : judge(typed))))
    .transform(typed => typed || undefined);

/** Answers the eleven digits. */
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
/** Recognised by its length, which no password has: a damaged seal must not be taken for a password. */
export const isSealed = (typed: string) => sealedPattern.test(typed);

/** A new password, plain or sealed; a sealed one is checked when it is opened. */
export const newPasswordField = ruledText(typed => (isSealed(typed) ? undefined : judgePassword(typed))).prefault('');
