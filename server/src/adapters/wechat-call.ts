// Calls to WeChat's servers, with a time limit; `errcode` in the JSON is a refusal. URLs contain secrets and are never logged.
import { AppError } from 'contract/errors.ts';
import type { Logger } from 'pino';
import { request } from 'undici';

export interface WechatCall {
  readonly endpoint: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Posted as JSON if given. */
  readonly body?: unknown;
  readonly timeoutMs: number;
}

/** WeChat's refusal; its message is for the log. */
export class WechatRefusal extends Error {
  readonly errcode: number;

  constructor(errcode: number, errmsg: string) {
    super(`${errcode} ${errmsg}`.slice(0, 200));
    this.name = 'WechatRefusal';
    this.errcode = errcode;
  }
}

export type WechatReply = Readonly<Record<string, unknown>>;

/** Throws WechatRefusal, or another error if there is no response. */
export async function askWechat({ endpoint, path, query = {}, body, timeoutMs }: WechatCall): Promise<WechatReply> {
  const url = new URL(path, endpoint);
  url.search = new URLSearchParams(query).toString();
  const signal = AbortSignal.timeout(timeoutMs);
  const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await request(url, body === undefined ? { signal } : { signal, ...posted });
  const text = await reply.body.text();
  const answer: unknown = /^\s*\{/.test(text) ? JSON.parse(text) : null;
  if (answer === null) throw new Error(`HTTP ${reply.statusCode} without an answer`);
  const { errcode, errmsg } = answer as { errcode?: number; errmsg?: string };
  if (errcode) throw new WechatRefusal(errcode, String(errmsg));
  return answer as WechatReply;
}

/** Logs any failure and turns it into WECHAT_FAILED. */
export async function orWechatFailed<T>(log: Logger, purpose: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    log.error({ purpose, reason: String(cause) }, 'WeChat did not do what it was asked');
    throw new AppError('WECHAT_FAILED', null, { cause });
  }
}

/** A field that must be a string. */
export function readText(reply: WechatReply, name: string): string {
  const value = readOptionalText(reply, name);
  if (value === undefined) throw new Error(`WeChat's answer has no ${name}`);
  return value;
}

export const readOptionalText = (reply: WechatReply, name: string): string | undefined => {
  const value = reply[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
