// Sends a verification code through a provider over HTTP. A provider builds the request and interprets the refusal; the time limit, the
// error and the log are implemented here.
import { AppError } from 'contract/errors.ts';
import type { Logger } from 'pino';
import { request } from 'undici';
import type { CodeMessage, Sms } from './sms.ts';

export interface SmsAccount {
  readonly keyId: string;
  readonly keySecret: string;
  /** The signature that precedes the text; for Twilio the number or service that sends. */
  readonly sign: string;
  readonly template: string;
  /** Tencent's SdkAppId. */
  readonly appId: string;
}

interface SmsRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SmsProvider {
  readonly name: string;
  /** Builds the signed request that sends a message. */
  readonly ask: (message: CodeMessage, now: Date) => SmsRequest;
  /** The provider's reason for refusing the message; undefined if it was accepted. */
  readonly refusalOf: (status: number, reply: unknown) => string | undefined;
}

interface Surroundings {
  readonly log: Logger;
  readonly now: () => Date;
  readonly timeoutMs?: number;
}

/** The status and JSON of the response, within the time limit; a response that is not JSON counts as empty. */
async function post({ url, headers, body }: SmsRequest, timeoutMs: number): Promise<[number, unknown]> {
  const reply = await request(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
  const text = await reply.body.text();
  const isJson = /^\s*[{[]/.test(text);
  return [reply.statusCode, isJson ? JSON.parse(text) : {}];
}

/** Removes secrets before logging, because providers repeat the request in their refusals. */
function scrub(reason: string, secrets: readonly string[]): string {
  const known = secrets.filter(secret => secret.length >= 4);
  return known.reduce((text, secret) => text.replaceAll(secret, '…'), reason).slice(0, 200);
}

/** Opens a provider and keeps the keys of `account` out of the log. */
export function openProviderSms(provider: SmsProvider, account: SmsAccount, around: Surroundings): Sms {
  const { log, now, timeoutMs = 10_000 } = around;
  const refuse = (reason: string, { mobile, code }: CodeMessage, cause?: unknown): AppError => {
    const scrubbed = scrub(reason, [code, mobile, account.keyId, account.keySecret]);
    log.error({ provider: provider.name, reason: scrubbed }, 'a code could not be sent');
    return new AppError('SMS_FAILED', null, { cause });
  };
  return {
    async send(message) {
      const asked = provider.ask(message, now());
      const [status, reply] = await post(asked, timeoutMs).catch((cause: Error) => {
        throw refuse(`${cause.name}: ${cause.message}`, message, cause);
      });
      const refusal = provider.refusalOf(status, reply);
      if (refusal !== undefined) throw refuse(`HTTP ${status}: ${refusal}`, message);
    },
  };
}
