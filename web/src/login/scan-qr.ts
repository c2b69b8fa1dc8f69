// Logging in by a QR code: asks for one, looks every three seconds what became of it, and asks for the next when it is spent.
import type { Login } from 'contract/routes/accounts.ts';
import { qrPollMs, type WechatLogin } from 'contract/routes/wechat.ts';
import { CallError } from '../call-error.ts';

export interface QrCalls {
  readonly ask: (signal: AbortSignal) => Promise<{ uuid: string; qrText: string }>;
  readonly check: (uuid: string, signal: AbortSignal) => Promise<WechatLogin>;
  /** Resolves after `ms`; rejects with the signal's reason. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Resolves as soon as somebody can see the page. */
  readonly untilSeen: (signal: AbortSignal) => Promise<void>;
}

/** A login, or the key that a phone number must be bound to first. */
export type Scanned = { login: Login } | { key: string };

/** What a WeChat login leads to; undefined when it leads nowhere and a new try is needed. */
export function readWechatLogin({ type, token, user, key }: WechatLogin): Scanned | undefined {
  if (type === 'TOKEN' && token && user) return { login: { token, user } };
  return type === 'TO_BIND_PHONE' && key ? { key } : undefined;
}

/** The failure of a call as a value; anything else is thrown. */
async function tryCall<T>(job: () => Promise<T>): Promise<T | CallError> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

/** Until the code is no longer waited for; undefined when the server does not know it. */
async function watch(uuid: string, calls: QrCalls, signal: AbortSignal): Promise<WechatLogin | undefined> {
  for (;;) {
    await calls.pause(qrPollMs, signal);
    await calls.untilSeen(signal);
    const found = await tryCall(() => calls.check(uuid, signal));
    if (found instanceof CallError) {
      if (found.status === 404 || found.status === 400) return undefined;
    } else if (found.type !== 'WAITING') return found;
  }
}

/** Goes on until somebody has scanned; ends with the signal's reason when the panel is closed. `show` gets null while there is no code. */
export async function scanQr(
  calls: QrCalls,
  show: (qrText: string | null) => void,
  signal: AbortSignal,
): Promise<Scanned> {
  for (;;) {
    signal.throwIfAborted();
    const qr = await tryCall(() => calls.ask(signal));
    if (qr instanceof CallError) {
      await calls.pause(qrPollMs, signal);
      continue;
    }
    show(qr.qrText);
    const found = await watch(qr.uuid, calls, signal);
    const scanned = found && readWechatLogin(found);
    if (scanned) return scanned;
    show(null);
  }
}
