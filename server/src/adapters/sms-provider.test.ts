// Each SMS provider against a server that checks signatures as the real one does, and then accepts, refuses or hangs.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { aliyunSms } from './sms-aliyun.ts';
import { openProviderSms, type SmsAccount, type SmsProvider } from './sms-provider.ts';
import { tencentSms } from './sms-tencent.ts';
import { twilioSms } from './sms-twilio.ts';

const account = { keyId: 'KEYID12345', keySecret: 'very-secret', sign: '图匠', template: 'T_100', appId: '1400000001' };
const message = { mobile: '13800138000', code: '482913', minutes: 5, language: 'zh' } as const;
const now = () => new Date('2026-03-04T23:30:00Z');

interface Sent {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Answer = [status: number, body: unknown];
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server that sends `answer`; with 'nothing' it never responds. */
async function serve(answer: (sent: Sent) => Answer | string): Promise<string> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const what = answer({ url: request.url ?? '', headers: request.headers, body: await text(request) });
    if (what === 'nothing') return;
    if (typeof what === 'string') response.end(what);
    else response.writeHead(what[0], { 'content-type': 'application/json' }).end(JSON.stringify(what[1]));
  };
  const server = createServer((request, response) => void handle(request, response));
  open.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();

/** The signature that Alibaba Cloud computes for a request it received. */
function aliyunSignature({ url, headers, body }: Sent): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
  const lines = names.map(name => `${name}:${headers[name]}\n`).join('');
  const canonical = `POST\n/\n${url.slice(2)}\n${lines}\n${names.join(';')}\n${sha256(body)}`;
  return hmac(account.keySecret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
}

/** The signature that Tencent Cloud computes for a request it received. */
function tencentSignature({ headers, body }: Sent): string {
  const scope = '2026-03-04/sms/tc3_request';
  const lines = `content-type:${headers['content-type']}\nhost:${headers.host}\n`;
  const canonical = `POST\n/\n\n${lines}\ncontent-type;host\n${sha256(body)}`;
  const toSign = `TC3-HMAC-SHA256\n${headers['x-tc-timestamp']}\n${scope}\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${account.keySecret}`, '2026-03-04'), 'sms'), 'tc3_request');
  return hmac(key, toSign).toString('hex');
}

const takesAliyun = (sent: Sent): Answer => {
  const query = new URLSearchParams(sent.url.slice(2));
  const isRight =
    sent.headers.authorization?.endsWith(`Signature=${aliyunSignature(sent)}`) &&
    query.get('PhoneNumbers') === message.mobile &&
    query.get('SignName') === account.sign &&
    query.get('TemplateCode') === account.template &&
    query.get('TemplateParam') === `{"code":"${message.code}"}`;
  return isRight ? [200, { Code: 'OK', Message: 'OK' }] : [400, { Code: 'SignatureDoesNotMatch' }];
};

const takesTencent = (sent: Sent): Answer => {
  const isSigned = sent.headers.authorization?.endsWith(`Signature=${tencentSignature(sent)}`);
  const wanted = {
    PhoneNumberSet: [`+86${message.mobile}`],
    SmsSdkAppId: account.appId,
    SignName: account.sign,
    TemplateId: account.template,
    TemplateParamSet: [message.code, '5'],
  };
  if (!isSigned) return [200, { Response: { Error: { Code: 'AuthFailure.SignatureFailure' } } }];
  expect(JSON.parse(sent.body)).toEqual(wanted);
  return [200, { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success' }] } }];
};

const takesTwilio = (sent: Sent): Answer => {
  const form = new URLSearchParams(sent.body);
  const credentials = Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64');
  const isRight =
    sent.url === `/2010-04-01/Accounts/${account.keyId}/Messages.json` &&
    sent.headers.authorization === `Basic ${credentials}` &&
    form.get('To') === `+86${message.mobile}` &&
    form.get('From') === account.sign &&
    form.get('Body')?.includes(message.code);
  return isRight ? [201, { sid: 'SM1' }] : [401, { code: 20003, message: 'Authenticate' }];
};

interface Case {
  open: (given: SmsAccount, endpoint: string) => SmsProvider;
  takes: (sent: Sent) => Answer;
  /** Its refusal for too many messages, which repeats the request. */
  refuses: Answer;
  reason: string;
}

const cases: Record<string, Case> = {
  aliyun: {
    open: aliyunSms,
    takes: takesAliyun,
    refuses: [200, { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: `limit of 13800138000 (482913, KEYID12345)` }],
    reason: 'HTTP 200: isv.BUSINESS_LIMIT_CONTROL limit of … (…, …)',
  },
  tencent: {
    open: tencentSms,
    takes: takesTencent,
    refuses: [200, { Response: { SendStatusSet: [{ Code: 'LimitExceeded', Message: '+8613800138000 482913' }] } }],
    reason: 'HTTP 200: LimitExceeded +86… …',
  },
  twilio: {
    open: twilioSms,
    takes: takesTwilio,
    refuses: [400, { code: 21211, message: 'number +8613800138000 very-secret' }],
    reason: 'HTTP 400: 21211 number +86… …',
  },
};

function openAt(provider: SmsProvider, timeoutMs = 10_000) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  return { sms: openProviderSms(provider, account, { log, now, timeoutMs }), lines };
}

test.each(Object.entries(cases))('%s accepts requests with the right signature only', async (_, one) => {
  const endpoint = await serve(one.takes);
  const { sms, lines } = openAt(one.open(account, endpoint));
  await sms.send(message);
  expect(lines).toEqual([]);
  const impostor = openAt(one.open({ ...account, keySecret: 'guessed' }, endpoint));
  await expect(impostor.sms.send(message)).rejects.toMatchObject({ code: 'SMS_FAILED' });
});

test.each(Object.entries(cases))(
  'a refusal of %s is SMS_FAILED, and its reason is logged without secrets',
  async (_, one) => {
    const { sms, lines } = openAt(one.open(account, await serve(() => one.refuses)));
    await expect(sms.send(message)).rejects.toMatchObject({ code: 'SMS_FAILED', details: null });
    expect(lines.map(line => JSON.parse(line).reason)).toEqual([one.reason]);
    for (const secret of [message.code, message.mobile, account.keySecret, account.keyId])
      expect(lines.join()).not.toContain(secret);
  },
);

test('a provider that hangs, answers with a web page or is unreachable is SMS_FAILED', async () => {
  const hanging = openAt(aliyunSms(account, await serve(() => 'nothing')), 150);
  await expect(hanging.sms.send(message)).rejects.toMatchObject({ code: 'SMS_FAILED' });
  expect(hanging.lines.join()).toContain('TimeoutError');
  for (const page of ['<html>welcome</html>', '', '{"Code":"O', '[]', '""']) {
    const endpoint = await serve(() => page);
    for (const one of Object.values(cases))
      await expect(openAt(one.open(account, endpoint)).sms.send(message)).rejects.toMatchObject({ code: 'SMS_FAILED' });
  }
  const gone = openAt(twilioSms(account, 'http://127.0.0.1:1'));
  await expect(gone.sms.send(message)).rejects.toMatchObject({ code: 'SMS_FAILED' });
});

test('Twilio sends from a messaging service instead of a number, in the language of the request', async () => {
  let form = new URLSearchParams();
  const endpoint = await serve(({ body }) => {
    form = new URLSearchParams(body);
    return [201, {}];
  });
  const { sms } = openAt(twilioSms({ ...account, sign: 'MG0123' }, endpoint));
  await sms.send({ ...message, language: 'en' });
  expect([form.get('MessagingServiceSid'), form.has('From')]).toEqual(['MG0123', false]);
  expect(form.get('Body')).toMatch(/^Your verification code is 482913/);
});
