// The access token of an official account: requested once for all calls in flight, cached, and renewed before it expires.

export interface FreshToken {
  readonly token: string;
  readonly lifeSeconds: number;
}

export interface TokenKeeper {
  /** A token that does not expire soon. */
  readonly get: () => Promise<string>;
  /** A new token in place of `stale`, which WeChat refused. */
  readonly renew: (stale: string) => Promise<string>;
}

/** How long before its expiry a token is renewed, so that a call that starts with it still arrives in time. */
const marginSeconds = 300;

export function keepToken(ask: (isForced: boolean) => Promise<FreshToken>, now: () => Date): TokenKeeper {
  let kept: { token: string; freshUntil: number } | undefined;
  let asking: Promise<string> | undefined;
  const fetchToken = async (isForced: boolean): Promise<string> => {
    const { token, lifeSeconds } = await ask(isForced);
    kept = { token, freshUntil: now().getTime() + Math.max(0, lifeSeconds - marginSeconds) * 1000 };
    return token;
  };
  const askOnce = (isForced: boolean): Promise<string> => {
    asking ??= fetchToken(isForced).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return {
    get: async () => (kept && now().getTime() < kept.freshUntil ? kept.token : askOnce(false)),
    // The first of many calls that fail with the same token renews it for all.
    renew: async stale => (kept && kept.token !== stale ? kept.token : askOnce(true)),
  };
}
