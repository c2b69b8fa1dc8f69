// Waits for a QR code to be scanned: requests a code, polls it every three seconds, and requests the next one when it has expired.
import type { Login } from 'contract/routes/accounts.ts';
import { qrPollMs, type WechatLogin } from 'contract/routes/wechat.ts';
import { CallError } from '../failures/call-error.ts';

/** The state of a code: not scanned yet, scanned with a result, or undefined if it is no longer valid and a new one is needed. */
type Outcome<Found> = 'WAITING' | { found: Found } | undefined;

export interface QrCalls<Found> {
  readonly ask: (signal: AbortSignal) => Promise<{ uuid: string; qrText: string }>;
  readonly check: (uuid: string, signal: AbortSignal) => Promise<Outcome<Found>>;
  /** Resolves after `ms`; rejects with the signal's reason. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Resolves as soon as the page is visible. */
  readonly untilSeen: (signal: AbortSignal) => Promise<void>;
}

/** A login, or the key with which a phone number must be bound first. */
export type Scanned = { login: Login } | { key: string };

/** Returns the result of a WeChat login, or undefined if a new attempt is needed. */
export function readWechatLogin({ type, token, user, key }: WechatLogin): Scanned | undefined {
  if (type === 'TOKEN' && token && user) return { login: { token, user } };
  return type === 'TO_BIND_PHONE' && key ? { key } : undefined;
}

/** Returns the CallError of a failed call as a value; other errors are thrown. */
async function tryCall<T>(job: () => Promise<T>): Promise<T | CallError> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

/** Polls a code until it is scanned or expires; rejects with the signal's reason. */
async function watch<Found>(
  uuid: string,
  calls: QrCalls<Found>,
  signal: AbortSignal,
): Promise<{ found: Found } | undefined> {
  for (;;) {
    await calls.pause(qrPollMs, signal);
    await calls.untilSeen(signal);
    const found = await tryCall(() => calls.check(uuid, signal));
    if (found instanceof CallError) {
      if (found.status === 404 || found.status === 400) return undefined;
    } else if (found !== 'WAITING') return found;
  }
}

/**
 * Resolves after a scan; rejects with the signal's reason when the panel is closed. `show` receives null while there is no code, and why if requesting
 * one failed. It is requested again until there is one, but no sooner than the server allows.
 */
export async function scanQr<Found>(
  calls: QrCalls<Found>,
  show: (qrText: string | null, problem?: string) => void,
  signal: AbortSignal,
): Promise<Found> {
  for (;;) {
    signal.throwIfAborted();
    const qr = await tryCall(() => calls.ask(signal));
    if (qr instanceof CallError) {
      show(null, qr.msg);
      await calls.pause(Math.max(qrPollMs, (qr.retryAfterSeconds ?? 0) * 1000), signal);
      continue;
    }
    show(qr.qrText);
    const scanned = await watch(qr.uuid, calls, signal);
    if (scanned) return scanned.found;
    show(null);
  }
}
