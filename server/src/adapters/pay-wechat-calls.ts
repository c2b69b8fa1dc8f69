// Signed calls to WeChat Pay's API v3, and the keys with which it signs its answers and callbacks.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import {
  authorize,
  isSignedBy,
  keyOfCertificate,
  type MerchantKeys,
  type Sealed,
  type Signed,
  unseal,
} from './pay-wechat-signature.ts';
import {
  callProvider,
  NoticeRefused,
  ProviderRefusal,
  type ProviderReply,
  type ProviderSurroundings,
  type RawNotice,
  readHeader,
} from './payment.ts';

export interface WechatPayAccount extends MerchantKeys {
  readonly appId: string;
  /** 32 characters. */
  readonly apiV3Key: string;
  /** WeChat Pay's public key, for merchants that have one; others verify with platform certificates, which are fetched. */
  readonly publicKey: { readonly id: string; readonly pem: string } | null;
  readonly endpoint: string;
}

/** A callback or response signed longer ago than this may be a replay. */
const freshMs = 5 * 60_000;
const certificatesLastMs = 12 * 3_600_000;
/** Minimum interval between fetches, so that forged serial numbers do not cause one per callback. Shorter after a failed one. */
const certificatesRestMs = 60_000;
const failureRestMs = 10_000;

export const sealedSchema = z.object({
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().optional(),
});
const certificatesSchema = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealedSchema })),
});

type Ask = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Record<string, unknown>>;

interface WechatPayCalls {
  /** Makes a signed call whose answer must be signed, too. Throws ProviderRefusal for a refusal, NoticeRefused for a forged answer. */
  readonly ask: Ask;
  /** Throws NoticeRefused unless WeChat Pay signed this body a moment ago. */
  readonly requireSignature: (headers: RawNotice['headers'], body: string) => Promise<void>;
}

interface KeyOptions {
  readonly account: WechatPayAccount;
  readonly now: () => Date;
  /** Makes a call whose answer is not verified. */
  readonly askUnverified: Ask;
}

/** Returns the key with a serial number. The platform's certificates are fetched once, and again when they are old or lack one. */
function keepKeys({ account, now, askUnverified }: KeyOptions): (serial: string) => Promise<KeyObject> {
  const certificates = new Map<string, KeyObject>();
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;

  /** The platform's keys are encrypted with the API v3 key, which only WeChat Pay and the merchant know. */
  async function askForCertificates(): Promise<void> {
    const { data } = certificatesSchema.parse(await askUnverified('GET', '/v3/certificates'));
    for (const { serial_no: serial, encrypt_certificate: sealed } of data)
      certificates.set(serial, keyOfCertificate(unseal(account.apiV3Key, sealed as Sealed)));
  }

  /** Concurrent callers share one fetch. */
  function fetchCertificates(): Promise<void> {
    if (!fetching && now().getTime() - failedAtMs < failureRestMs)
      throw new Error('the certificates of WeChat Pay could not be fetched a moment ago');
    fetching ??= askForCertificates()
      .then(
        () => {
          fetchedAtMs = now().getTime();
        },
        (error: unknown) => {
          failedAtMs = now().getTime();
          throw error;
        },
      )
      .finally(() => {
        fetching = null;
      });
    return fetching;
  }

  return async serial => {
    const { publicKey } = account;
    if (publicKey && serial === publicKey.id) return createPublicKey(publicKey.pem);
    const ageMs = now().getTime() - fetchedAtMs;
    const known = certificates.get(serial);
    if (known && ageMs < certificatesLastMs) return known;
    if (ageMs >= certificatesRestMs) await fetchCertificates();
    const found = certificates.get(serial);
    if (!found) throw new NoticeRefused('signed with a key that WeChat Pay does not list');
    return found;
  };
}

const contentOf = ({ body }: ProviderReply) => (body === '' ? {} : (readJson(body) as Record<string, unknown>));

/** Makes no call before the first one that is asked for. */
export function openWechatPayCalls(
  account: WechatPayAccount,
  { now, timeoutMs }: ProviderSurroundings,
): WechatPayCalls {
  async function send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<ProviderReply> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const timestamp = Math.floor(now().getTime() / 1000);
    const reply = await callProvider(
      new URL(path, account.endpoint).href,
      {
        method,
        headers: {
          authorization: authorize(account, { method, path, body: text }, { timestamp }),
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': 'pixwright',
        },
        ...(text && { body: text }),
      },
      timeoutMs,
    );
    if (reply.status >= 300) {
      const { code = '', message = '' } = readJson(reply.body) as { code?: string; message?: string };
      throw new ProviderRefusal(reply.status, String(code), String(message));
    }
    return reply;
  }

  const findKey = keepKeys({
    account,
    now,
    askUnverified: async (method, path, body) => contentOf(await send(method, path, body)),
  });

  async function requireSignature(headers: RawNotice['headers'], body: string): Promise<void> {
    const signed: Signed = {
      timestamp: readHeader(headers, 'wechatpay-timestamp'),
      nonce: readHeader(headers, 'wechatpay-nonce'),
      signature: readHeader(headers, 'wechatpay-signature'),
      body,
    };
    const ageMs = Math.abs(now().getTime() - Number(signed.timestamp) * 1000);
    const serial = readHeader(headers, 'wechatpay-serial');
    if (!/^[\w-]{1,100}$/.test(serial) || !/^[\w+/-]{40,1400}={0,2}$/.test(signed.signature))
      throw new NoticeRefused('without a signature');
    // Written so that a timestamp that is not a number is refused, too.
    if (!(ageMs <= freshMs)) throw new NoticeRefused('signed too long ago');
    if (!isSignedBy(await findKey(serial), signed)) throw new NoticeRefused('the signature does not fit');
  }

  return {
    async ask(method, path, body) {
      const reply = await send(method, path, body);
      await requireSignature(reply.headers, reply.body);
      return contentOf(reply);
    },
    requireSignature,
  };
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // The schemas of the callers refuse it.
  }
}
