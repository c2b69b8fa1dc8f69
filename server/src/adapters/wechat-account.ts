// The official account's side of a login: QR codes that name a scene, and the follower who scanned one.
import type { Logger } from 'pino';
import { personIdOf, type Wechat, type WechatCallback } from './wechat.ts';
import {
  askWechat,
  orWechatFailed,
  readOptionalText,
  readText,
  type WechatCall,
  WechatRefusal,
  type WechatReply,
} from './wechat-call.ts';
import { checkQuery, type MessageKeys, readScan } from './wechat-messages.ts';
import { keepToken } from './wechat-token.ts';

export interface AccountKeys extends MessageKeys {
  readonly secret: string;
}

interface Surroundings {
  readonly log: Logger;
  readonly now: () => Date;
  readonly endpoint?: string;
  readonly timeoutMs?: number;
}

/** WeChat's error numbers for an invalid or expired access token. */
const staleCodes = new Set([40001, 40014, 42001]);
/** WeChat waits 5 s for our response to a message and then sends it again. */
const followerTimeoutMs = 4000;

/** Calls that carry the access token. If WeChat refuses the token, the call is repeated once with a new one. */
function openCalls(
  keys: AccountKeys,
  { now, endpoint = 'https://api.weixin.qq.com', timeoutMs = 10_000 }: Surroundings,
) {
  const tokens = keepToken(async isForced => {
    // The stable token: several servers may request it without invalidating each other's.
    const body = { grant_type: 'client_credential', appid: keys.appId, secret: keys.secret, force_refresh: isForced };
    const reply = await askWechat({ endpoint, path: '/cgi-bin/stable_token', body, timeoutMs });
    return { token: readText(reply, 'access_token'), lifeSeconds: Number(reply.expires_in) || 0 };
  }, now);
  return async (call: Pick<WechatCall, 'path' | 'query' | 'body'>, callTimeoutMs = timeoutMs): Promise<WechatReply> => {
    const askWith = (token: string) =>
      askWechat({ ...call, endpoint, query: { ...call.query, access_token: token }, timeoutMs: callTimeoutMs });
    const token = await tokens.get();
    try {
      return await askWith(token);
    } catch (cause) {
      if (!(cause instanceof WechatRefusal && staleCodes.has(cause.errcode))) throw cause;
      return askWith(await tokens.renew(token));
    }
  };
}

export function openAccount(
  keys: AccountKeys,
  around: Surroundings,
): Pick<Wechat, 'makeQr'> & { readonly callback: WechatCallback } {
  const callAccount = openCalls(keys, around);
  return {
    makeQr: ({ scene, lifeSeconds }) =>
      orWechatFailed(around.log, 'a QR code', async () => {
        const action = { action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: scene } } };
        const body = { expire_seconds: lifeSeconds, ...action };
        const reply = await callAccount({ path: '/cgi-bin/qrcode/create', body });
        return { ticket: readText(reply, 'ticket'), qrText: readText(reply, 'url') };
      }),
    callback: {
      isPlain: keys.aesKey === null,
      check: query => checkQuery(query, keys),
      readScan: (query, body) => readScan(query, body, keys),
      identifyFollower: openId =>
        orWechatFailed(around.log, 'who scanned', async () => {
          const query = { openid: openId, lang: 'zh_CN' };
          const reply = await callAccount({ path: '/cgi-bin/user/info', query }, followerTimeoutMs);
          const unionid = readOptionalText(reply, 'unionid');
          const nickName = readOptionalText(reply, 'nickname') ?? null;
          return { personId: personIdOf(keys.appId, { openid: openId, unionid }), nickName };
        }),
    },
  };
}
