// Login through a website app: the URL of WeChat's page (qrconnect), and the person behind the code it returns.
import type { Logger } from 'pino';
import { personIdOf, type WechatWebsite } from './wechat.ts';
import { askWechat, orWechatFailed, readOptionalText, readText } from './wechat-call.ts';

export interface WebsiteKeys {
  readonly appId: string;
  readonly secret: string;
}

interface Surroundings {
  readonly log: Logger;
  readonly endpoint?: string;
  readonly timeoutMs?: number;
}

export function openWebsite({ appId, secret }: WebsiteKeys, around: Surroundings): WechatWebsite {
  const { log, endpoint = 'https://api.weixin.qq.com', timeoutMs = 10_000 } = around;
  const ask = (path: string, query: Record<string, string>) => askWechat({ endpoint, path, query, timeoutMs });
  return {
    appId,
    loginPage(redirectUri, state) {
      // WeChat's page requires the order of its documentation.
      const query = new URLSearchParams({ appid: appId, redirect_uri: redirectUri, response_type: 'code' });
      query.append('scope', 'snsapi_login');
      query.append('state', state);
      return `https://open.weixin.qq.com/connect/qrconnect?${query}#wechat_redirect`;
    },
    identify: code =>
      orWechatFailed(log, 'who logged in', async () => {
        const grant = { appid: appId, secret, code, grant_type: 'authorization_code' };
        const granted = await ask('/sns/oauth2/access_token', grant);
        const openid = readText(granted, 'openid');
        const query = { access_token: readText(granted, 'access_token'), openid, lang: 'zh_CN' };
        const person = await ask('/sns/userinfo', query);
        const unionid = readOptionalText(person, 'unionid') ?? readOptionalText(granted, 'unionid');
        const nickName = readOptionalText(person, 'nickname') ?? null;
        return { personId: personIdOf(appId, { openid, unionid }), nickName };
      }),
  };
}
