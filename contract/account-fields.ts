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

/** A text that a rule judges; one that is missing is judged as empty. The server says the rule's own sentence. */
function ruledText(judge: (typed: string) => AccountRule | undefined) {
  return z
    .string()
    .max(longest)
    .check(context => {
      const rule = judge(context.value);
      if (rule) context.issues.push({ code: 'custom', input: context.value, params: { rule } });
    });
}

/** Answers the eleven digits. */
export const phoneField = ruledText(judgePhone)
  .transform(typed => normalisePhone(typed)!)
  .prefault('');
export const codeField = ruledText(judgeCode)
  .transform(typed => typed.trim())
  .prefault('');
export const usernameField = ruledText(judgeUsername);
export const nicknameField = ruledText(judgeNickname).transform(normaliseNickname);

/** `rsa:` and base64 of RSA-OAEP-SHA256 over `{"p": password, "t": milliseconds}`; see `GET /web/publicKey`. */
const sealedPattern = /^rsa:[A-Za-z\d+/=]{64,1000}$/;
export const isSealed = (typed: string) => sealedPattern.test(typed);

/** A password that is being set, plain or sealed; what is sealed is judged when it is opened. */
export const newPasswordField = ruledText(typed => (isSealed(typed) ? undefined : judgePassword(typed))).prefault('');
