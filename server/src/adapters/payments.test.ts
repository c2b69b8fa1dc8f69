// One suite for all payment providers, each against a stand-in that checks our signatures and signs its own responses and callbacks.
import { generateKeyPairSync, verify } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAlipay } from '../../testing/pay/alipay.ts';
import { startPaypal } from '../../testing/pay/paypal.ts';
import { type NoticeChanges, startWechatPay } from '../../testing/pay/wechat.ts';
import { areFieldsSigned, cutNode, openAlipay, signFields } from './pay-alipay.ts';
import { openPaypal } from './pay-paypal.ts';
import { openWechatPay } from './pay-wechat.ts';
import { authorize, unseal } from './pay-wechat-signature.ts';
import {
  fromDecimal,
  isFinal,
  NoticeRefused,
  type Payable,
  type PaymentProvider,
  type PaymentState,
  type RawNotice,
  toDecimal,
} from './payment.ts';

let nowMs = Date.parse('2026-05-01T10:00:00Z');
const now = () => new Date(nowMs);
const around = { log: pino({ level: 'silent' }), now, timeoutMs: 5000 };

interface Opened {
  readonly provider: PaymentProvider;
  readonly standIn: {
    pay: (orderNo: string) => void;
    refunded: (orderNo: string) => number;
    makeNotice: (orderNo: string, changes?: NoticeChanges) => RawNotice;
    fail: (fails: boolean) => void;
    stop: () => Promise<void>;
    calls: readonly { path: string }[];
  };
}
const kinds: [string, () => Promise<Opened>][] = [
  [
    'WeChat Pay with platform certificates',
    async () => openWith(await startWechatPay({ now, proof: 'certificate' }), openWechatPay),
  ],
  [
    'WeChat Pay with a public key',
    async () => openWith(await startWechatPay({ now, proof: 'public key' }), openWechatPay),
  ],
  ['Alipay', async () => openWith(await startAlipay(), openAlipay)],
  ['PayPal', async () => openWith(await startPaypal({ now }), openPaypal)],
];
function openWith<A>(
  standIn: Opened['standIn'] & { account: A },
  open: (account: A, around: Parameters<typeof openAlipay>[1]) => PaymentProvider,
): Opened {
  return { standIn, provider: open(standIn.account, around) };
}

const to = { notifyUrl: 'https://shop.example/pay/notify/x', returnUrl: 'https://shop.example/#/member' };
let count = 0;

/** The state of an order, after its payment was captured if the payer has approved it. */
async function settle(provider: PaymentProvider, order: Payable): Promise<PaymentState> {
  const found = await provider.find(order);
  return found.state === 'approved' ? provider.capture!(order) : found;
}

describe.each(kinds)('%s', (_name, start) => {
  let provider: PaymentProvider;
  let standIn: Opened['standIn'];
  beforeAll(async () => {
    ({ provider, standIn } = await start());
  });
  afterAll(() => standIn.stop());

  /** Creates an order that waits for its payer. */
  async function open(amount = 1990): Promise<Payable> {
    count += 1;
    const order = {
      orderNo: `P20260501${String(count).padStart(6, '0')}`,
      amount,
      currency: provider.currencies[0]!,
      title: '月度会员 · Monthly "plan" & more',
      expiresAt: new Date(nowMs + 900_000),
      providerRef: null,
    };
    const { codeUrl, approveUrl, providerRef } = await provider.open(order, to);
    expect([codeUrl, approveUrl].filter(Boolean)).toHaveLength(1);
    return { ...order, providerRef };
  }

  test('an order is open until it is paid, and is found as paid with its exact amount', async () => {
    const order = await open();
    expect(await provider.find(order)).toEqual({ state: 'open' });
    standIn.pay(order.orderNo);
    const found = await settle(provider, order);
    expect(found).toMatchObject({ state: 'paid', amount: 1990, currency: order.currency });
    expect(await provider.find(order)).toEqual(found);
  });

  test('a signed callback contains the order, the amount and the same id at each delivery', async () => {
    const order = await open(5);
    const raw = standIn.makeNotice(order.orderNo, { noticeId: 'N-1' });
    const first = await provider.readNotice(raw);
    expect(first).toMatchObject({ noticeId: 'N-1', orderNo: order.orderNo });
    expect(first.payment).toMatchObject({ state: 'paid', amount: 5, currency: order.currency });
    expect(await provider.readNotice(raw)).toEqual(first);
  });

  test.each<[string, NoticeChanges]>([
    ['forged', { isForged: true }],
    ['meant for another merchant', { mchid: '1900000999' }],
  ])('a callback that is %s is refused', async (_case, changes) => {
    const { orderNo } = await open();
    await expect(provider.readNotice(standIn.makeNotice(orderNo, changes))).rejects.toThrow(NoticeRefused);
  });

  test('a callback that was altered in transit is refused', async () => {
    const { orderNo } = await open();
    const { body, headers } = standIn.makeNotice(orderNo);
    const changed = [
      body.replace(/\d(?=\D*$)/, digit => String(9 - Number(digit))),
      body.slice(0, -2),
      '',
      '{',
      '[]',
      'null',
    ];
    for (const other of changed)
      await expect(provider.readNotice({ headers, body: other }), other.slice(-30)).rejects.toThrow(NoticeRefused);
    // Alipay signs only in the body.
    if (provider.name !== 'alipay')
      await expect(provider.readNotice({ headers: {}, body })).rejects.toThrow(NoticeRefused);
  });

  test('another amount is reported unchanged: the order decides', async () => {
    const { orderNo } = await open(1990);
    expect((await provider.readNotice(standIn.makeNotice(orderNo, { amount: 1 }))).payment).toMatchObject({
      amount: 1,
    });
  });

  test('refunds with one number are made once, and never exceed the paid amount', async () => {
    const order = await open(1000);
    standIn.pay(order.orderNo);
    await settle(provider, order);
    await provider.refund(order, { refundNo: 'R1', amount: 400, reason: 'half of the time is left' });
    await provider.refund(order, { refundNo: 'R1', amount: 400, reason: 'asked again' });
    expect(standIn.refunded(order.orderNo)).toBe(400);
    await expect(provider.refund(order, { refundNo: 'R2', amount: 700, reason: 'too much' })).rejects.toThrow();
    expect(standIn.refunded(order.orderNo)).toBe(400);
    expect(await provider.find(order)).toMatchObject({ state: 'paid', amount: 1000 });
  });

  test('a closed order cannot be paid unless it was paid before', async () => {
    const order = await open();
    await provider.close(order);
    expect((await provider.find(order)).state).not.toBe('paid');
    const paid = await open();
    standIn.pay(paid.orderNo);
    await provider.close(paid).catch(() => undefined);
    expect((await settle(provider, paid)).state).toBe('paid');
  });

  test('an unreachable provider is an error, and works again later', async () => {
    const order = await open();
    standIn.fail(true);
    await expect(provider.find(order)).rejects.toThrow();
    standIn.fail(false);
    expect(await provider.find(order)).toEqual({ state: 'open' });
  });
});

test('WeChat Pay: an old callback is refused, and unknown serial numbers do not fetch certificates again and again', async () => {
  const standIn = await startWechatPay({ now, proof: 'certificate' });
  const provider = openWechatPay(standIn.account, around);
  await provider.open(
    { orderNo: 'P20260501999999', amount: 1, currency: 'CNY', title: 'x', expiresAt: now(), providerRef: null },
    to,
  );
  const raw = standIn.makeNotice('P20260501999999');
  await provider.readNotice(raw);
  const fetches = () => standIn.calls.filter(call => call.path === '/v3/certificates').length;
  const before = fetches();
  for (let forged = 0; forged < 20; forged++)
    await expect(
      provider.readNotice({ ...raw, headers: { ...raw.headers, 'wechatpay-serial': `F${forged}` } }),
    ).rejects.toThrow(NoticeRefused);
  expect(fetches()).toBe(before);
  nowMs += 301_000;
  await expect(provider.readNotice(raw)).rejects.toThrow(NoticeRefused);
  await standIn.stop();
});

test('PayPal is not asked about a callback without the headers that it always sends', async () => {
  const standIn = await startPaypal({ now });
  const provider = openPaypal(standIn.account, around);
  const order = { orderNo: 'P20260501777770', amount: 5, currency: 'USD', title: 'x', expiresAt: now() } as const;
  await provider.open({ ...order, providerRef: null }, to);
  const raw = standIn.makeNotice(order.orderNo);
  await provider.readNotice(raw);
  const before = standIn.calls.length;
  const changes: [string, string | undefined][] = [
    ...Object.keys(raw.headers).map((name): [string, undefined] => [name, undefined]),
    ['paypal-transmission-id', ''],
    ['paypal-transmission-sig', 'A'.repeat(5000)],
  ];
  for (const [name, value] of changes) {
    const headers = { ...raw.headers, [name]: value };
    await expect(provider.readNotice({ ...raw, headers }), `${name} ${value}`).rejects.toThrow(NoticeRefused);
  }
  expect(standIn.calls.length).toBe(before);
  await standIn.stop();
});

test('WeChat Pay: concurrent callbacks after a start share one fetch of certificates, and a failed fetch is retried after a pause', async () => {
  const standIn = await startWechatPay({ now, proof: 'certificate' });
  const first = openWechatPay(standIn.account, around);
  const order = {
    orderNo: 'P20260501888888',
    amount: 1,
    currency: 'CNY',
    title: 'x',
    expiresAt: now(),
    providerRef: null,
  } as const;
  await first.open(order, to);
  const raw = standIn.makeNotice(order.orderNo);
  const fetches = () => standIn.calls.filter(call => call.path === '/v3/certificates').length;
  const before = fetches();
  const second = openWechatPay(standIn.account, around);
  const notices = await Promise.all(Array.from({ length: 8 }, () => second.readNotice(raw)));
  expect(notices.map(notice => notice.orderNo)).toEqual(notices.map(() => order.orderNo));
  expect(fetches() - before).toBe(1);
  const third = openWechatPay(standIn.account, around);
  standIn.fail(true);
  // A provider that is down is not asked once for each callback that a stranger sends.
  for (let call = 0; call < 20; call++)
    await expect(third.readNotice(raw)).rejects.toSatisfy(error => !(error instanceof NoticeRefused));
  expect(standIn.dropped()).toBe(1);
  standIn.fail(false);
  nowMs += 10_000;
  expect((await third.readNotice(raw)).orderNo).toBe(order.orderNo);
  await standIn.stop();
});

test('the Authorization header of WeChat Pay signs the five lines listed in its documentation', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const header = authorize(
    { mchId: '1900009191', serialNo: '408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB', privateKey },
    { method: 'GET', path: '/v3/refund/domestic/refunds/123123123123', body: '' },
    { timestamp: 1_554_208_460, nonce: '593BEC0C930BF1AFEB40B4A08C8FB242' },
  );
  const signature = /signature="([^"]+)"/.exec(header)?.[1] ?? '';
  // pay.weixin.qq.com, "how to sign a request": the example of a call without a body.
  const lines = 'GET\n/v3/refund/domestic/refunds/123123123123\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n';
  expect(verify('RSA-SHA256', Buffer.from(lines), publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  expect(header).toMatch(/^WECHATPAY2-SHA256-RSA2048 mchid="1900009191",nonce_str="593B/);
});

test('encrypted text can be decrypted only with its own key, nonce and associated data', () => {
  // McGrew and Viega, "The Galois/Counter Mode of Operation", test case 14: a key, a nonce and a text of zeros.
  const bytes = Buffer.from('cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919', 'hex');
  const [key, nonce] = ['\0'.repeat(32), '\0'.repeat(12)];
  const sealed = { ciphertext: bytes.toString('base64'), nonce };
  expect(unseal(key, sealed)).toBe('\0'.repeat(16));
  const wrong: [string, Parameters<typeof unseal>[1]][] = [
    ['1'.repeat(32), sealed],
    ['short', sealed],
    [key, { ...sealed, nonce: '1'.repeat(12) }],
    [key, { ...sealed, associated_data: 'x' }],
    [key, { ...sealed, ciphertext: 'AAAA' }],
  ];
  for (const [otherKey, other] of wrong) expect(() => unseal(otherKey, other)).toThrow(NoticeRefused);
});

test.each(['isp.unknow-error', 'aop.unknow-error', 'aop.ACQ.SYSTEM_ERROR'])(
  'Alipay: a refund answered with code 20000 and %s may have been made, and is no final refusal',
  async subCode => {
    const standIn = await startAlipay();
    const provider = openAlipay(standIn.account, around);
    const orderNo = 'P20260501777777';
    const order = { orderNo, amount: 1990, currency: 'CNY', title: 'x', expiresAt: now(), providerRef: null } as const;
    await provider.open(order, to);
    standIn.pay(orderNo);
    standIn.leaveRefundInDoubt(subCode);
    const whole = { refundNo: 'R1', amount: 1990, reason: 'unhappy' };
    const failure = await provider.refund(order, whole).catch((error: unknown) => error);
    expect(String(failure)).toContain(subCode);
    expect([isFinal(failure), standIn.refunded(orderNo)]).toEqual([false, 1990]);
    await provider.refund(order, whole);
    expect(standIn.refunded(orderNo)).toBe(1990);
    const tooMuch = await provider.refund(order, { ...whole, refundNo: 'R2' }).catch((error: unknown) => error);
    expect(isFinal(tooMuch)).toBe(true);
    await standIn.stop();
  },
);

test('Alipay signs the sorted, non-empty fields before any encoding', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const fields = { b: '2', a: '1 &=中', empty: '', sign_type: 'RSA2' };
  const signature = Buffer.from(signFields(fields, privateKey), 'base64');
  expect(verify('RSA-SHA256', Buffer.from('a=1 &=中&b=2&sign_type=RSA2'), publicKey, signature)).toBe(true);
  const callBack = { b: '2', a: '1', sign_type: 'RSA2', sign: signFields({ b: '2', a: '1' }, privateKey) };
  expect(areFieldsSigned(callBack, publicKey)).toBe(true);
  expect(areFieldsSigned({ ...callBack, a: '2' }, publicKey)).toBe(false);
});

test.each([
  ['{"x_response":{"a":"}\\"{","b":{"c":1}},"sign":"s"}', '{"a":"}\\"{","b":{"c":1}}'],
  ['{"sign":"s", "x_response" : { "a" : 1 } }', '{ "a" : 1 }'],
  ['{"y_response":{}}', undefined],
  ['{"x_response":{"a":1', undefined],
])('the signed node of %s', (text, node) => {
  expect(cutNode(text, 'x_response')).toBe(node);
});

test('amounts are written with two decimals and read without losing a cent', () => {
  expect([0, 5, 10, 99, 100, 1990, 123_456_789].map(toDecimal)).toEqual([
    '0.00',
    '0.05',
    '0.10',
    '0.99',
    '1.00',
    '19.90',
    '1234567.89',
  ]);
  for (let cents = 0; cents < 100_000; cents += 7) expect(fromDecimal(toDecimal(cents))).toBe(cents);
  expect([fromDecimal('12'), fromDecimal('12.3')]).toEqual([1200, 1230]);
  for (const bad of ['', '-1', '1.234', '1e3', '1,00', ' 1', 'NaN', '١'])
    expect(() => fromDecimal(bad), bad).toThrow(NoticeRefused);
  for (const bad of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => toDecimal(bad)).toThrow(RangeError);
});
