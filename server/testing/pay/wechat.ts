// WeChat Pay as its documents describe it: checks the merchant's signatures, signs its own answers and callbacks, seals what they hold.
import {
  createCipheriv,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  verify,
  X509Certificate,
} from 'node:crypto';
import type { WechatPayAccount } from '../../src/adapters/pay-wechat-calls.ts';
import { signText } from '../../src/adapters/pay-wechat-signature.ts';
import type { RawNotice } from '../../src/adapters/payment.ts';
import { type Asked, startStandIn } from './stand-in.ts';

/** Made for these tests; no certificate of WeChat Pay. */
const platformCertificate = `-----BEGIN CERTIFICATE-----
MIIDaTCCAlGgAwIBAgIQUVfwnv3Alt4V6+gaRwV6cjANBgkqhkiG9w0BAQsFADBF
MQswCQYDVQQGEwJDTjETMBEGA1UECgwKVGVucGF5LmNvbTEhMB8GA1UEAwwYVGVu
cGF5LmNvbSBzaWduIHN0YW5kLWluMCAXDTI2MTEyMjE0MzYwNloYDzIxMjYxMDI5
MTQzNjA2WjBFMQswCQYDVQQGEwJDTjETMBEGA1UECgwKVGVucGF5LmNvbTEhMB8G
A1UEAwwYVGVucGF5LmNvbSBzaWduIHN0YW5kLWluMIIBIjANBgkqhkiG9w0BAQEF
AAOCAQ8AMIIBCgKCAQEAmK80Gkr4jt5/wsTNhjoC8d+9DYa8/VWVToGNWEuI2F49
LKcwkzi0MmgmePreQ+d2yhl3WFAMFIRLFhJ2EbQiEy9yb4TbyIBw6zzAjqTZuk6t
DG/FThmeak5Oz01idQ/8GMK4SQqJmbQca1ZMU87Ljq+Lg6rAfCLHPzQfMlctJLFS
ajpc6JZM0Tf5xQ4VgBqN9ShMzYVfh4WjB7Aa6m2UxWtj3hqZPPbfjTTfqVEciRzI
8TAuBLWQ7lCbRdvHwa5dntI8fu8pE6PkSAgDSP5I+dTIe1u5dC8s30yq3qaanuB1
3trMEndTDstq4sh49WYCdr6/5tKiMkjq3/5pufvcRQIDAQABo1MwUTAdBgNVHQ4E
FgQUc8+KaWy3a94WrAXcMzvc3K6ksdswHwYDVR0jBBgwFoAUc8+KaWy3a94WrAXc
Mzvc3K6ksdswDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAXYdD
NlUPJ4/OisgLohwKMRptfjPwGMX7VXp9VSjofRK4SVgBUUw/vU+MAB67YF/czWKx
MXw1VAr3fVD3HlpWUFwNtKmK/MBFbfH5Zfhf+PeJ4B4ay/b7Mv572CWBPai2bxZo
Hs5mcAjtlDXTzAc6qphdJuxxb+5Xh32dKuvSb52T7X2Z/9jiul1VzzGok2CApmda
BPAfn38aLMT2+yjclDCkRx+MZu+THJ7YzfVE0h2gkvMJ04NhmSMZ9us2PLuC5WDk
AWXAmxKp2NxZEagU7QrPTHmTFPwWz6gW6KciBDRMow6U/zReCQqP/oVGmXDXawqb
416St+N9aiXh0Ca/EQ==
-----END CERTIFICATE-----`;
const platformKey = createPrivateKey(`-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCYrzQaSviO3n/C
xM2GOgLx370Nhrz9VZVOgY1YS4jYXj0spzCTOLQyaCZ4+t5D53bKGXdYUAwUhEsW
EnYRtCITL3JvhNvIgHDrPMCOpNm6Tq0Mb8VOGZ5qTk7PTWJ1D/wYwrhJComZtBxr
VkxTzsuOr4uDqsB8Isc/NB8yVy0ksVJqOlzolkzRN/nFDhWAGo31KEzNhV+HhaMH
sBrqbZTFa2PeGpk89t+NNN+pURyJHMjxMC4EtZDuUJtF28fBrl2e0jx+7ykTo+RI
CANI/kj51Mh7W7l0LyzfTKreppqe4HXe2swSd1MOy2riyHj1ZgJ2vr/m0qIySOrf
/mm5+9xFAgMBAAECggEAJBCkcb56OkMHsiGq+1TqG6hx/0cvjnZ/+0iCMtQ6uYL/
F7RRNsE63To5NjPpuufqaP/9bwSPaew60TagoXtnXhlDwmBDSve91G7n+/mn/Ug2
u3yOQi2ue+VN280nX8fcEBw0i/o7eO0wllEO2+/5qJVCEuKLL3dGkaEV6l3pqaQE
ZKzZsaLRkCpAJ0z1f9oJy1lPJ64TEpyDiiidw7UrIThdheLd6NUyG3ncF5Qm7zkR
OBhxEUoABwmbCh9ofnj1sRgt0giNxDIaOnrnIStbesxpdoC2xAQJ59uvVXCHy/Xs
xCwUbATxNPg7n2y0ssgbvu5LG8TU1e164bXPsaU4WQKBgQDSMOb2JJJzC4FL6zoI
tGl5mNgtEMW4TYunhaxpGy7fyVSA3gSYQdlIjXstjkcSg26mOrAVVET/1RJXLcWW
HqqwjwjfG7Dpnsz0+r9uCJcguX//3b4GdXAgQQpckjCYbhUEnBBDqKvCB5mxcR3P
DbfRe+VJd99a7XGlabIRWeiuvQKBgQC59du2It46uNBC0j+Pxw55n7Z38EqS7ZkW
p6vTTv3mfqvdyGcjguz0ddBd+k7c1Qxk+6gCqobLuwp+uRPD34IZpv0EGY0kU78m
wg3+ePKv+UGPGLlqTVJnwrOMp34DRiDOzl0QNPPq7QAUBAHWZxYSzIDY7pw3cVIc
4XwrEoVgKQKBgEECmwzadulaT51ZndN/aXgQjBw0KdM9OMqRj6fann7c2GQbRzSI
eVn1WHnYnabeO+TyFfAi5kxybH/GSmyKA6UkOEw5VliLozzKKVcxFP0sIqjSvqlk
vU9cjoXfOWSL97g7RNSIYMdcbm7xW5Tk20vRlDNK/iwzcIkGzeqL8mnJAoGBAIVI
Td1RSG5WIA6EmsH2Lc3GRwXX19tPKDYwntqo9xnJGG2xQRsWr7bW6i0xRmzI1kVa
iaS/jDVhLbh99kihXaH9KcNSfPLYg1zIITeOgILX58EkO2CRYsqzpfTd51d5X/JZ
viHrkheDHlc6OAbvg8adhIv3GUgzlGLWyiQk9ithAoGBALGV9Co7YZEjizHV4kCQ
Ua7SGdZ6UBLyIBKtaQgq/bhfxUsivTcw/ZmefmLURhNG4M1VIz4O1VQ7sbQnST0l
aPstDRIKtN0O5oquiXmyf54OQf9R5rFdqRwQsX8tzsut6Zg6OmYUfs46Gkgx8AsP
SmAsDPVAGiXxSkCm8/C+N/M6
-----END PRIVATE KEY-----`);
const platformSerial = '5157F09EFDC096DE15EBE81A47057A72';
const platformPublicKey = new X509Certificate(platformCertificate).publicKey
  .export({ type: 'spki', format: 'pem' })
  .toString();
const publicKeyId = 'PUB_KEY_ID_0114232134912410000000000000';

interface Order {
  readonly total: number;
  readonly currency: string;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND';
  refunded: Map<string, number>;
}

export interface RefundNotice extends Pick<NoticeChanges, 'isForged' | 'mchid'> {
  readonly refundNo: string;
  /** Of this refund. */
  readonly amount: number;
  /** Of all refunds of the order so far. */
  readonly total: number;
  /** As WeChat Pay names it. */
  readonly status?: 'SUCCESS' | 'ABNORMAL';
}

export interface NoticeChanges {
  readonly amount?: number;
  readonly currency?: string;
  readonly mchid?: string;
  /** Signs with a key that is not the platform's. */
  readonly isForged?: boolean;
  readonly noticeId?: string;
}

export async function startWechatPay({ now, proof }: { now: () => Date; proof: 'certificate' | 'public key' }) {
  const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const apiV3Key = randomBytes(16).toString('hex');
  const mchId = '1900000109';
  const appId = 'wxd678efh567hg6787';
  const orders = new Map<string, Order>();
  const serial = proof === 'certificate' ? platformSerial : publicKeyId;

  const seal = (text: string, associated: string) => {
    const nonce = randomBytes(6).toString('hex');
    const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce);
    cipher.setAAD(Buffer.from(associated));
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return { algorithm: 'AEAD_AES_256_GCM', ciphertext: bytes.toString('base64'), nonce, associated_data: associated };
  };
  const sign = (body: string, key: KeyObject = platformKey) => {
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const nonce = randomBytes(16).toString('hex');
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': signText(`${timestamp}\n${nonce}\n${body}\n`, key),
    };
  };
  const reply = (status: number, value: unknown) => {
    const body = value === undefined ? '' : JSON.stringify(value);
    return { status, body, headers: { 'content-type': 'application/json', ...sign(body) } };
  };
  const refuse = (status: number, code: string) => ({
    status,
    headers: {},
    body: JSON.stringify({ code, message: code }),
  });

  function isAuthorized({ method, path, body, headers }: Asked): boolean {
    const [schema, list = ''] = (headers.authorization ?? '').split(' ');
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(list)?.[1] ?? '';
    const text = [method, path, field('timestamp'), field('nonce_str'), body].map(line => `${line}\n`).join('');
    const isFresh = Math.abs(now().getTime() / 1000 - Number(field('timestamp'))) < 300;
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(text),
      merchant.publicKey,
      Buffer.from(field('signature'), 'base64'),
    );
    return schema === 'WECHATPAY2-SHA256-RSA2048' && field('mchid') === mchId && isFresh && isSigned;
  }

  const transaction = (orderNo: string, order: Order) => ({
    appid: appId,
    mchid: mchId,
    out_trade_no: orderNo,
    trade_type: 'NATIVE',
    trade_state: order.state,
    ...(order.state !== 'NOTPAY' && order.state !== 'CLOSED'
      ? { transaction_id: `42000${orderNo}`, success_time: now().toISOString() }
      : {}),
    amount: { total: order.total, payer_total: order.total, currency: order.currency, payer_currency: order.currency },
  });

  const standIn = await startStandIn(asked => {
    if (!isAuthorized(asked)) return refuse(401, 'SIGN_ERROR');
    const { pathname, searchParams } = new URL(asked.path, 'http://x');
    if (pathname === '/v3/certificates') {
      const sealed = seal(platformCertificate, 'certificate');
      return reply(200, {
        data: [{ serial_no: platformSerial, effective_time: '', expire_time: '', encrypt_certificate: sealed }],
      });
    }
    const body = asked.body === '' ? {} : (JSON.parse(asked.body) as Record<string, never>);
    if (pathname === '/v3/pay/transactions/native') {
      const { out_trade_no: orderNo, amount, mchid, description, notify_url: notifyUrl, time_expire: ends } = body;
      const isWhole = mchid === mchId && description && notifyUrl && !Number.isNaN(Date.parse(ends ?? ''));
      const { total, currency } = amount as unknown as { total: number; currency: string };
      if (!isWhole || !Number.isInteger(total) || total < 1 || !/^[\w|*-]{6,32}$/.test(orderNo ?? ''))
        return refuse(400, 'PARAM_ERROR');
      orders.set(orderNo!, { total, currency, state: 'NOTPAY', refunded: new Map() });
      return reply(200, { code_url: `weixin://wxpay/bizpayurl?pr=${orderNo}` });
    }
    if (pathname === '/v3/refund/domestic/refunds') {
      const order = orders.get(body.out_trade_no ?? '');
      const { refund } = body.amount as unknown as { refund: number };
      if (!order || (order.state !== 'SUCCESS' && order.state !== 'REFUND')) return refuse(404, 'RESOURCE_NOT_EXISTS');
      const others = [...order.refunded].reduce((sum, [no, one]) => (no === body.out_refund_no ? sum : sum + one), 0);
      if (others + refund > order.total) return refuse(400, 'PARAM_ERROR');
      order.refunded.set(body.out_refund_no!, refund);
      order.state = 'REFUND';
      return reply(200, { refund_id: randomUUID(), status: 'PROCESSING' });
    }
    const [, orderNo = '', isClose] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname) ?? [];
    const order = orders.get(orderNo);
    if (!order) return refuse(404, 'ORDER_NOT_EXIST');
    if (!isClose)
      return searchParams.get('mchid') === mchId ? reply(200, transaction(orderNo, order)) : refuse(400, 'PARAM_ERROR');
    if (order.state === 'NOTPAY') order.state = 'CLOSED';
    return reply(204, undefined);
  });

  const account: WechatPayAccount = {
    mchId,
    appId,
    serialNo: 'MERCHANT1',
    privateKey: merchant.privateKey,
    apiV3Key,
    publicKey: proof === 'public key' ? { id: publicKeyId, pem: platformPublicKey } : null,
    endpoint: standIn.url,
  };
  return {
    ...standIn,
    account,
    pay(orderNo: string) {
      orders.get(orderNo)!.state = 'SUCCESS';
    },
    refunded: (orderNo: string) =>
      [...(orders.get(orderNo)?.refunded.values() ?? [])].reduce((sum, one) => sum + one, 0),
    makeNotice(orderNo: string, changes: NoticeChanges = {}): RawNotice {
      const order = orders.get(orderNo)!;
      const content = transaction(orderNo, { ...order, state: 'SUCCESS' });
      const { amount = order.total, currency = order.currency, mchid = mchId, noticeId = randomUUID() } = changes;
      const told = { ...content, mchid, amount: { ...content.amount, total: amount, currency } };
      const body = JSON.stringify({
        id: noticeId,
        create_time: now().toISOString(),
        event_type: 'TRANSACTION.SUCCESS',
        resource_type: 'encrypt-resource',
        resource: seal(JSON.stringify(told), 'transaction'),
      });
      return { body, headers: sign(body, changes.isForged ? merchant.privateKey : platformKey) };
    },
    /** A refund, asked for by the merchant's server or on the platform's own pages. */
    makeRefundNotice(
      orderNo: string,
      { refundNo, amount, status = 'SUCCESS', isForged, mchid = mchId }: RefundNotice,
    ): RawNotice {
      const told = {
        mchid,
        out_trade_no: orderNo,
        transaction_id: transaction(orderNo, { ...orders.get(orderNo)!, state: 'SUCCESS' }).transaction_id,
        out_refund_no: refundNo,
        refund_id: `5030${refundNo}`,
        refund_status: status,
        user_received_account: '招商银行信用卡0403',
        amount: { total: orders.get(orderNo)!.total, refund: amount, payer_total: 1, payer_refund: 1 },
      };
      const body = JSON.stringify({
        id: randomUUID(),
        create_time: now().toISOString(),
        event_type: `REFUND.${status}`,
        resource_type: 'encrypt-resource',
        resource: seal(JSON.stringify(told), 'refund'),
      });
      return { body, headers: sign(body, isForged ? merchant.privateKey : platformKey) };
    },
  };
}
