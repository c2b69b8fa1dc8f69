// Settings: defaults that work, faults told all together, nothing secret repeated.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, switchNames } from './config.ts';

const faultsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

test('an empty environment is a whole product', () => {
  expect(readConfig({})).toMatchObject({ port: 8080, role: 'all', storage: { kind: 'disk' }, databaseUrl: null });
  expect(readConfig({ PORT: '', CORS_ORIGINS: '' })).toMatchObject({ port: 8080, corsOrigins: [] });
});

test('all faults are told at once, by the name of the setting', () => {
  const faults = faultsOf({
    PORT: 'ninety',
    ROLE: 'boss',
    FETCH_ALLOW: '10.0.0.0',
    DATABASE_URL: 'mysql://x',
    STORAGE: 'disk',
  });
  for (const name of ['PORT', 'ROLE', 'FETCH_ALLOW', 'DATABASE_URL']) expect(faults).toContain(`  ${name}: `);
});

test('S3 needs its keys, and no value of them is ever printed', () => {
  const faults = faultsOf({ STORAGE: 's3', S3_SECRET_ACCESS_KEY: 'hush-hush', PORT: '-1' });
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'PORT']) expect(faults).toContain(`  ${name}: `);
  expect(faults).not.toContain('hush-hush');
});

test('lists and origins are taken apart and cleaned', () => {
  const config = readConfig({
    CORS_ORIGINS: 'https://a.example/, http://b.example:8080/path',
    FETCH_ALLOW: '127.0.0.1/32, fd00::/8',
    PUBLIC_URL: 'https://tools.example/',
  });
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
  expect(config.fetchAllow).toEqual(['127.0.0.1/32', 'fd00::/8']);
  expect(config.publicUrl).toBe('https://tools.example');
});

test('a model file must be there, and is an absolute path from then on', () => {
  expect(faultsOf({ INPAINT: '/nowhere/lama.onnx', ENLARGE: '/tmp' })).toMatch(/INPAINT: .*\n.*ENLARGE: /);
  const own = fileURLToPath(import.meta.url);
  expect(readConfig({ MATTE: path.relative('.', own) }).models).toEqual({ matte: own });
  expect(readConfig({}).models).toEqual({});
});

test('a provider of SMS needs its keys, told together, and none of them is printed', () => {
  const faults = faultsOf({
    SMS: 'tencent',
    SMS_KEY_SECRET: 'hush-hush',
    WECHAT: 'real',
    WECHAT_MP_AES_KEY: 'short-hush',
  });
  for (const name of ['SMS_KEY_ID', 'SMS_SIGN', 'SMS_TEMPLATE', 'SMS_APP_ID']) expect(faults).toContain(`  ${name}: `);
  expect(faults).not.toContain('SMS_KEY_SECRET');
  expect(faults).not.toContain('hush');
  const missing = faultsOf({ SMS: 'twilio', WECHAT: 'real', WECHAT_WEB_SECRET: 'hush' });
  expect(missing.match(/^ {2}\w+/gm)?.map(name => name.trim())).toEqual([
    'SMS_KEY_ID',
    'SMS_KEY_SECRET',
    'SMS_SIGN',
    'WECHAT_MP_APP_ID',
    'WECHAT_MP_SECRET',
    'WECHAT_MP_TOKEN',
    'WECHAT_WEB_APP_ID',
  ]);
  expect(missing).not.toContain('hush');
});

test('without providers both are the sandbox; with them their keys are handed on', () => {
  expect(readConfig({})).toMatchObject({ sms: { kind: 'sandbox' }, wechat: { kind: 'sandbox' } });
  const keys = { SMS_KEY_ID: ' id ', SMS_KEY_SECRET: 's', SMS_SIGN: '图匠', SMS_TEMPLATE: 'SMS_1' };
  expect(readConfig({ SMS: 'aliyun', ...keys, WECHAT: 'off' })).toMatchObject({
    sms: { kind: 'aliyun', account: { keyId: 'id', keySecret: 's', sign: '图匠', template: 'SMS_1' } },
    wechat: { kind: 'off' },
  });
  const account = { WECHAT_MP_APP_ID: 'wx1', WECHAT_MP_SECRET: 's', WECHAT_MP_TOKEN: 't' };
  expect(readConfig({ WECHAT: 'real', ...account }).wechat).toEqual({
    kind: 'real',
    account: { appId: 'wx1', secret: 's', token: 't', aesKey: null },
    website: null,
  });
});

test("the README's table lists every switch, in one row each, and no other", () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const listed = [...readme.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(switchNames);
});
