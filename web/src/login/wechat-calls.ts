// The calls for WeChat logins, and the redirect to WeChat's page and back.

import { pause } from '@pixwright/client/attempt.ts';
import { bindWechat, checkLogin, loginQrcode, wechatToLogin } from 'contract/routes/wechat.ts';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { readInTab, storeInTab } from '../storage.ts';
import { type QrCalls, readWechatLogin, type Scanned } from './scan-qr.ts';

const handleErrors = true;

const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!document.hidden) {
      resolve();
      return;
    }
    const look = () => !document.hidden && resolve();
    document.addEventListener('visibilitychange', look, { signal });
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const ask = (signal: AbortSignal) => call(loginQrcode, { signal, handleErrors });

/** For a scan that logs in. */
export const loginCalls: QrCalls<Scanned> = {
  ask,
  check: async (uuid, signal) => {
    const told = await call(checkLogin, { query: { uuid }, signal, handleErrors });
    if (told.type === 'WAITING') return 'WAITING';
    const found = readWechatLogin(told);
    return found && { found };
  },
  pause,
  untilSeen,
};

/** A scan that requires a proof of identity from the owner of the account. */
export interface ScanToProve {
  readonly uuid: string;
}

/** For a scan that binds WeChat to the logged-in account. If the WeChat account is taken, the wait ends with the error. */
export const bindingCalls: QrCalls<'BOUND' | ScanToProve | CallError> = {
  ask,
  check: async (uuid, signal) => {
    try {
      const { type } = await call(bindWechat, { body: { uuid }, signal, handleErrors });
      if (type === 'WAITING') return 'WAITING';
      return type === 'BOUND' ? { found: type } : undefined;
    } catch (error) {
      if (error instanceof CallError && error.error === 'PROOF_NEEDED') return { found: { uuid } };
      if (error instanceof CallError && error.error === 'WECHAT_TAKEN') return { found: error };
      throw error;
    }
  },
  pause,
  untilSeen,
};

const stateMemory = 'pixwright.wechat-state';

/** Redirects to WeChat's page, which returns to this address without its hash. */
export async function openWechatPage(): Promise<void> {
  const redirectUri = location.origin + location.pathname + location.search;
  const told = await call(wechatToLogin, { query: { redirectUri }, handleErrors });
  if (!('url' in told)) return;
  storeInTab(stateMemory, told.state);
  location.assign(told.url);
}

/** Whether this tab opened WeChat's page with this state. A stranger can make a link with another one. */
export const isOwnState = (state: string): boolean => state !== '' && readInTab(stateMemory) === state;

/** Logs in with the code that WeChat returned with this tab's own state. */
export async function logInByCode(code: string, state: string) {
  storeInTab(stateMemory, null);
  const told = await call(wechatToLogin, { query: { code, state }, handleErrors });
  return 'type' in told ? told : undefined;
}
