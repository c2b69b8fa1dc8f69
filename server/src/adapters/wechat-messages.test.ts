// WeChat's callbacks: signature and encryption against the published example, malformed messages, and event parsing.
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptMessage, isSignedWith } from './wechat-crypto.ts';
import { checkQuery, readScan } from './wechat-messages.ts';
import { readWechatXml } from './wechat-xml.ts';

// From the sample program that is published with WXBizMsgCrypt.
const sample = {
  token: 'QDG6eK',
  aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  appId: 'wx5823bf96d3bd56c7',
};
const sampleEncrypted =
  'RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDYA5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==';

test('the published sample has a valid signature and is decrypted', () => {
  const parts = [sample.token, '1409659813', '1372623149', sampleEncrypted];
  expect(isSignedWith('477715d11cdb4164915debcba66cb864d751f3e6', parts)).toBe(true);
  expect(isSignedWith('477715d11cdb4164915debcba66cb864d751f3e7', parts)).toBe(false);
  expect(isSignedWith(undefined, parts)).toBe(false);
  const fields = readWechatXml(decryptMessage(sampleEncrypted, sample.aesKey, sample.appId));
  expect(fields?.get('FromUserName')).toBe('mycreate');
  expect(fields?.get('Content')).toBe('hello');
});

test('the published echo of a URL verification is decrypted, too', () => {
  const echo = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==';
  const parts = ['1409659589', echo, sample.token, '263014780'];
  expect(isSignedWith('5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3', parts)).toBe(true);
  expect(decryptMessage(echo, sample.aesKey, sample.appId)).toBe('1616140317555161061');
});

test('a message for another app, a truncated one or an altered one is refused', () => {
  const bad = { code: 'SIGNATURE_BAD' };
  expect(() => decryptMessage(sampleEncrypted, sample.aesKey, 'wx0000000000000000')).toThrow(
    expect.objectContaining(bad),
  );
  const changed = ['', 'AAAA', sampleEncrypted.slice(4), sampleEncrypted.slice(0, -24), `A${sampleEncrypted.slice(1)}`];
  for (const one of changed)
    expect(() => decryptMessage(one, sample.aesKey, sample.appId)).toThrow(expect.objectContaining(bad));
});

const signed = (token: string, ...more: string[]) =>
  createHash('sha1')
    .update([token, '1700000000', 'n0nce', ...more].sort().join(''))
    .digest('hex');
const queryOf = (token: string) => ({ timestamp: '1700000000', nonce: 'n0nce', signature: signed(token) });
const scanXml = (event: string, key: string) =>
  `<xml><ToUserName><![CDATA[gh_1]]></ToUserName>\n<FromUserName><![CDATA[o-1]]></FromUserName><CreateTime>1700000000</CreateTime>
  <MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${event}]]></Event><EventKey><![CDATA[${key}]]></EventKey></xml>`;
const plainKeys = { ...sample, aesKey: null };

test('a scan and a subscription through a QR code name their scene; other messages name none', () => {
  const query = queryOf(sample.token);
  expect(readScan(query, scanXml('SCAN', 'abc'), plainKeys)).toEqual({ scene: 'abc', openId: 'o-1' });
  expect(readScan(query, scanXml('subscribe', 'qrscene_abc'), plainKeys)).toEqual({ scene: 'abc', openId: 'o-1' });
  expect(readScan(query, scanXml('subscribe', ''), plainKeys)).toBeUndefined();
  expect(readScan(query, scanXml('CLICK', 'abc'), plainKeys)).toBeUndefined();
  expect(readScan(query, scanXml('SCAN', 'abc').replace('[event]', '[text]'), plainKeys)).toBeUndefined();
});

test('a signature made with another token is refused', () => {
  const bad = expect.objectContaining({ code: 'SIGNATURE_BAD' });
  expect(() => checkQuery(queryOf('other'), plainKeys)).toThrow(bad);
  expect(() => checkQuery({ ...queryOf(sample.token), nonce: 'other' }, plainKeys)).toThrow(bad);
  expect(() => readScan(queryOf('other'), scanXml('SCAN', 'abc'), plainKeys)).toThrow(bad);
});

/** Encrypts as WeChat does: 16 random bytes, length, text, app id, padded to 32 bytes. */
function encrypt(text: string, appId: string): string {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  const plain = Buffer.concat([randomBytes(16), length, Buffer.from(text), Buffer.from(appId)]);
  const padding = 32 - (plain.length % 32);
  const key = Buffer.from(`${sample.aesKey}=`, 'base64');
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(padding, padding)), cipher.final()]).toString(
    'base64',
  );
}

test('with a key, encrypted messages are accepted and plain ones refused', () => {
  const encrypted = encrypt(scanXml('SCAN', '场景'), sample.appId);
  const body = `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`;
  const query = { ...queryOf(sample.token), encrypt_type: 'aes', msg_signature: signed(sample.token, encrypted) };
  expect(readScan(query, body, sample)).toEqual({ scene: '场景', openId: 'o-1' });
  const bad = expect.objectContaining({ code: 'SIGNATURE_BAD' });
  expect(() => readScan({ ...query, msg_signature: query.signature }, body, sample)).toThrow(bad);
  expect(() => readScan(query, scanXml('SCAN', 'abc'), sample)).toThrow(bad);
});

test.each([
  ['an entity', '<!DOCTYPE x [<!ENTITY a "aaaa">]><xml><Event>&a;</Event></xml>'],
  ['a type', '<!DOCTYPE xml SYSTEM "file:///etc/passwd"><xml><Event>SCAN</Event></xml>'],
  ['an entity of its own in a field', '<xml><Event>&#83;CAN</Event></xml>'],
  ['fields within fields', '<xml><Event><EventKey>abc</EventKey></Event></xml>'],
  ['a field said twice', '<xml><Event>SCAN</Event><Event>CLICK</Event></xml>'],
  ['an attribute', '<xml><Event a="b">SCAN</Event></xml>'],
  ['something after the end', '<xml><Event>SCAN</Event></xml><xml/>'],
  ['no end', '<xml><Event>SCAN</Event>'],
  ['a section that ends early', '<xml><Event><![CDATA[a]]>b<![CDATA[c]]></Event></xml>'],
  ['nothing', ''],
])('XML with %s is not read', (_, text) => {
  expect(readWechatXml(text)).toBeUndefined();
});

test('markup within CDATA is text', () => {
  const fields = readWechatXml(
    '<xml><Content><![CDATA[<b>&amp;]] > ]</b>]]></Content><CreateTime> 7 </CreateTime></xml>',
  );
  expect([...(fields ?? [])]).toEqual([
    ['Content', '<b>&amp;]] > ]</b>'],
    ['CreateTime', '7'],
  ]);
});
