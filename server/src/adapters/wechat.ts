// What the server needs of WeChat, whichever of its ways is set up.

/** Somebody as WeChat knows them. */
export interface WechatIdentity {
  /** The union id where WeChat gives one: the same for all apps of one company. Else `<app id>:<open id>`. */
  readonly personId: string;
  readonly nickName: string | null;
}

interface WechatQr {
  readonly ticket: string;
  /** What the QR code says. */
  readonly qrText: string;
}

/** That somebody scanned the QR code of this scene. */
export interface WechatScan {
  readonly scene: string;
  readonly openId: string;
}

/** The query of a call-back, as WeChat sends it. */
export interface CallbackQuery {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature?: string | undefined;
  readonly encrypt_type?: string | undefined;
  readonly msg_signature?: string | undefined;
}

/** WeChat's messages to an official account. */
export interface WechatCallback {
  /** SIGNATURE_BAD when the query was not signed with our token. */
  readonly check: (query: CallbackQuery) => void;
  /** What a message says that was signed for us; nothing when it is about something else. SIGNATURE_BAD. */
  readonly readScan: (query: CallbackQuery, body: string) => WechatScan | undefined;
  /** Who the open id of a scan is. WECHAT_FAILED. */
  readonly identifyFollower: (openId: string) => Promise<WechatIdentity>;
}

/** WeChat's own log-in page, for browsers that leave ours and come back. */
export interface WechatWebsite {
  readonly appId: string;
  /** The page, which comes back to `redirectUri` with a code and `state`. */
  readonly loginPage: (redirectUri: string, state: string) => string;
  /** Who stands behind the code. WECHAT_FAILED when WeChat does not know it, any more or at all. */
  readonly identify: (code: string) => Promise<WechatIdentity>;
}

export interface Wechat {
  /** A QR code that, when scanned, names `scene`. `base` is where clients reach us. WECHAT_FAILED. */
  readonly makeQr: (wanted: { scene: string; lifeSeconds: number; base: string }) => Promise<WechatQr>;
  /** Null when the operator has no website app. */
  readonly website: WechatWebsite | null;
  /** Null where nobody calls back. */
  readonly callback: WechatCallback | null;
}

export const personIdOf = (appId: string, person: { openid: string; unionid?: string | undefined }): string =>
  person.unionid || `${appId}:${person.openid}`;
