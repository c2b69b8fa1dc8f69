// The two calls of the captcha, which have their own reply envelope.
import {
  type CaptchaChallenge,
  type CaptchaReply,
  type CaptchaType,
  captchaCodes,
  captchaPaths,
} from 'contract/routes/captcha.ts';
import { requestHeaders } from '../api.ts';
import { clientUid } from '../storage.ts';

const timeoutMs = 20_000;

/** The server's reply; undefined if it cannot be read. Throws the signal's reason when aborted. */
async function post<T>(path: string, body: object, signal: AbortSignal): Promise<CaptchaReply<T> | undefined> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...requestHeaders(), 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, clientUid: clientUid(), ts: Date.now() }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const reply = (await response.json()) as Partial<CaptchaReply<T>> & { msg?: string };
    // A check in front of the captcha may refuse as well, e.g. the rate limit, and answers with the usual envelope.
    if (reply.repCode === undefined) {
      return { repCode: captchaCodes.unexpected, repMsg: reply.msg ?? null, repData: null, success: false };
    }
    return { repMsg: null, repData: null, success: false, ...reply, repCode: reply.repCode };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const getChallenge = (captchaType: CaptchaType, signal: AbortSignal) =>
  post<CaptchaChallenge>(captchaPaths.get, { captchaType, sendsTrack: true }, signal);

interface Answer {
  captchaType: CaptchaType;
  token: string;
  pointJson: string;
  track?: readonly (readonly [number, number])[] | undefined;
}

export const checkAnswer = (answer: Answer, signal: AbortSignal) => post<unknown>(captchaPaths.check, answer, signal);
