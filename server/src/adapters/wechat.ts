// The server's interface to WeChat, implemented by the real providers and the sandbox.

/** A person as WeChat identifies them. */
export interface WechatIdentity {
  /** The union id if WeChat returns one: it is the same for all apps of one company. Otherwise `<app id>:<open id>`. */
  readonly personId: string;
  readonly nickName: string | null;
}

interface WechatQr {
  readonly ticket: string;
  /** The content of the QR code. */
  readonly qrText: string;
}

/** A scan of the QR code of this scene. */
export interface WechatScan {
  readonly scene: string;
  readonly openId: string;
}

/** The query of a callback. */
export interface CallbackQuery {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature?: string | undefined;
  readonly encrypt_type?: string | undefined;
  readonly msg_signature?: string | undefined;
}

/** WeChat's messages to an official account. */
export interface WechatCallback {
  /** Whether messages arrive unencrypted: their signature covers timestamp and nonce but not their text. */
  readonly isPlain: boolean;
  /** SIGNATURE_BAD if the query was not signed with our token. */
  readonly check: (query: CallbackQuery) => void;
  /** The scan that a message reports; undefined if it reports something else. SIGNATURE_BAD. */
  readonly readScan: (query: CallbackQuery, body: string) => WechatScan | undefined;
  /** The person behind the open id of a scan. WECHAT_FAILED. */
  readonly identifyFollower: (openId: string) => Promise<WechatIdentity>;
}

/** WeChat's own login page, to which browsers leave our page and from which they return. */
export interface WechatWebsite {
  readonly appId: string;
  /** The page's URL; it returns to `redirectUri` with a code and `state`. */
  readonly loginPage: (redirectUri: string, state: string) => string;
  /** The person behind the code. WECHAT_FAILED if WeChat does not know the code, or no longer does. */
  readonly identify: (code: string) => Promise<WechatIdentity>;
}

export interface Wechat {
  /** A QR code whose scan names `scene`; `base` is this server's public URL. WECHAT_FAILED. */
  readonly makeQr: (wanted: { scene: string; lifeSeconds: number; base: string }) => Promise<WechatQr>;
  /** Null when the operator has no website app. */
  readonly website: WechatWebsite | null;
  /** Null if WeChat makes no callbacks. */
  readonly callback: WechatCallback | null;
}

export const personIdOf = (appId: string, person: { openid: string; unionid?: string | undefined }): string =>
  person.unionid || `${appId}:${person.openid}`;
