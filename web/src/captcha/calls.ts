// The two captcha calls, which have their own response envelope.
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

/** Returns the server's reply, or undefined if it cannot be read. Throws the signal's reason if aborted. */
async function post<T>(path: string, body: object, signal: AbortSignal): Promise<CaptchaReply<T> | undefined> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...requestHeaders(), 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, clientUid: clientUid(), ts: Date.now() }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const reply = (await response.json()) as Partial<CaptchaReply<T>> & { msg?: string };
    // A check before the captcha, such as the rate limit, may reject the request and respond with the usual envelope.
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
