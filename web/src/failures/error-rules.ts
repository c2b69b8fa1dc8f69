// Determines which responses are errors, and what the page shows for them.
import { fill, type Language } from 'contract/words.ts';
import { errorWords } from '../words/errors.ts';

const longestMessage = 100;

/** The fields of a response body used by the rules. Any may be missing, because a proxy may have answered. */
export interface ReplyBody {
  code?: unknown;
  error_code?: unknown;
  msg?: unknown;
  message?: unknown;
  error?: unknown;
  requestId?: unknown;
}

/** As many characters of a request's id as find it in a log. */
const referenceLength = 8;

/** The body of a failure; that of a fault of the server says by which reference its operator finds what happened. */
export function withReference<Body extends ReplyBody>(body: Body, language: Language): Body {
  const { error, msg, requestId } = body;
  if (error !== 'UNEXPECTED' || typeof msg !== 'string' || typeof requestId !== 'string') return body;
  return {
    ...body,
    msg: fill(errorWords[language].withReference, { text: msg, id: requestId.slice(0, referenceLength) }),
  };
}

/**
 * Returns whether a response is an error: the status is not 2xx, the code in the body is 0, 2, 401, 500 or at least 300, or its error_code is 401.
 */
export function isFailure(status: number, body: ReplyBody): boolean {
  if (status < 200 || status > 299 || Number(body.error_code) === 401) return true;
  const code = Number(body.code);
  return body.code !== undefined && (code === 0 || code === 2 || code === 401 || code === 500 || code >= 300);
}

export type Reaction =
  /** The login has expired: announce it once, then offer to log in. */
  | { kind: 'login-expired' }
  /** The account of the token is deleted or frozen: log out and offer to log in. */
  | { kind: 'account-gone'; text: string }
  | { kind: 'not-found-dialog' }
  | { kind: 'toast'; text: string };

export function judgeFailure(status: number, body: ReplyBody, language: Language): Reaction {
  const isCode = (wanted: number) => Number(body.code) === wanted;
  // Before the status: a token of such an account is refused with 401, like any that has ended.
  if (body.code !== undefined && isCode(2))
    return { kind: 'account-gone', text: toastSentence(body.msg ?? body.message, language) };
  if (status === 401 || isCode(401) || Number(body.error_code) === 401) return { kind: 'login-expired' };
  if (status === 404 || isCode(404)) return { kind: 'not-found-dialog' };
  return { kind: 'toast', text: toastSentence(body.msg ?? body.message, language) };
}

/** Returns the sentence for the toast: the server's own unless it is too long, reports a timeout, or is missing. */
export function toastSentence(message: unknown, language: Language): string {
  const words = errorWords[language];
  if (typeof message !== 'string' || message.trim() === '') return words.nothing;
  if (/time(d\s*)?-?\s*out/i.test(message)) return words.timeout;
  return [...message].length > longestMessage ? words.tooLong : message;
}
