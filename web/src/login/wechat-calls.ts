// WeChat's calls as the page makes them, and the way to WeChat's own page and back.
import { checkLogin, loginQrcode, wechatToLogin } from 'contract/routes/wechat.ts';
import { call } from '../api.ts';
import { browserTools } from '../work/attempt.ts';
import type { QrCalls } from './scan-qr.ts';

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

export const qrCalls: QrCalls = {
  ask: signal => call(loginQrcode, { signal, handleErrors }),
  check: (uuid, signal) => call(checkLogin, { query: { uuid }, signal, handleErrors }),
  pause: browserTools.pause,
  untilSeen,
};

const stateMemory = 'pixwright.wechat-state';

/** Leaves for WeChat's page, which comes back to this address without its hash. */
export async function openWechatPage(): Promise<void> {
  const redirectUri = location.origin + location.pathname + location.search;
  const told = await call(wechatToLogin, { query: { redirectUri }, handleErrors });
  if (!('url' in told)) return;
  sessionStorage.setItem(stateMemory, told.state);
  location.assign(told.url);
}

/** The login behind the code WeChat came back with; undefined when this tab never asked for it. */
export async function logInByCode(code: string, state: string) {
  const asked = sessionStorage.getItem(stateMemory);
  sessionStorage.removeItem(stateMemory);
  if (asked !== state) return undefined;
  const told = await call(wechatToLogin, { query: { code, state }, handleErrors });
  return 'type' in told ? told : undefined;
}
