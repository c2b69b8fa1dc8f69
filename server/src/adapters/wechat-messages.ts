// WeChat's messages to an official account, plain or encrypted: verifies their signature and reads the scene that was scanned.
import { AppError } from 'contract/errors.ts';
import type { CallbackQuery, WechatScan } from './wechat.ts';
import { decryptMessage, isSignedWith } from './wechat-crypto.ts';
import { readWechatXml } from './wechat-xml.ts';

export interface MessageKeys {
  readonly appId: string;
  readonly token: string;
  /** If set, only encrypted messages are accepted: the signature of a plain one does not cover its body. */
  readonly aesKey: string | null;
}

/** SIGNATURE_BAD if the query was not signed with our token. */
export function checkQuery(query: CallbackQuery, { token }: MessageKeys): void {
  if (!isSignedWith(query.signature, [token, query.timestamp, query.nonce])) throw new AppError('SIGNATURE_BAD');
}

function openMessage(query: CallbackQuery, body: string, keys: MessageKeys): string {
  if (keys.aesKey === null) {
    checkQuery(query, keys);
    return body;
  }
  const encrypted = readWechatXml(body)?.get('Encrypt');
  const parts = [keys.token, query.timestamp, query.nonce, encrypted ?? ''];
  if (encrypted === undefined || !isSignedWith(query.msg_signature, parts)) throw new AppError('SIGNATURE_BAD');
  return decryptMessage(encrypted, keys.aesKey, keys.appId);
}

/** Prefix of the scene in the event of a new follower who scanned a QR code. */
const subscribePrefix = 'qrscene_';

/** The scan that a message reports; undefined for other messages. SIGNATURE_BAD. */
export function readScan(query: CallbackQuery, body: string, keys: MessageKeys): WechatScan | undefined {
  const fields = readWechatXml(openMessage(query, body, keys));
  const openId = fields?.get('FromUserName');
  const eventKey = fields?.get('EventKey');
  if (!openId || !eventKey || fields?.get('MsgType') !== 'event') return undefined;
  const event = fields.get('Event');
  if (event === 'SCAN') return { scene: eventKey, openId };
  if (event === 'subscribe' && eventKey.startsWith(subscribePrefix))
    return { scene: eventKey.slice(subscribePrefix.length), openId };
  return undefined;
}
