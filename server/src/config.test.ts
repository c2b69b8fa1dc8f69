// Switches: working defaults, all errors reported together, no secrets printed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
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

test('an empty environment is sufficient, and listens only on this machine', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    role: 'all',
    storage: { kind: 'disk' },
    databaseUrl: null,
  });
  expect(readConfig({ PORT: '', CORS_ORIGINS: '' })).toMatchObject({ port: 8080, corsOrigins: [] });
});

test.each([
  ['MEMBERSHIP', 'maybe', 'must be on or off'],
  ['ROLE', 'wroker', 'must be all, api or worker; did you mean worker?'],
  ['PORT', 'eighty', 'must be a number'],
  ['PORT', '80800', 'must be at most 65535'],
  ['WORKERS', '1.5', 'must be a whole number'],
  ['TRUST_PROXY', 'yes', 'must be on, off, or the number of proxies: 0 to 10'],
  ['DATABASE_URL', 'localhost', 'must be like postgres://user:password@host:5432/database'],
  ['DATADIR', '/data', 'is not a switch; did you mean DATA_DIR?'],
  ['PROT', '80', 'is not a switch; did you mean PORT?'],
  ['CORS_ORIGIN', 'https://a.example', 'is not a switch; did you mean CORS_ORIGINS?'],
  ['S3_BUCKETS', 'pictures', 'is not a switch; did you mean S3_BUCKET?'],
])('%s=%s is told, with what was probably meant', (name, value, reason) => {
  expect(
    faultsOf({ [name]: value })
      .split('\n')
      .at(-1),
  ).toBe(`  ${name}: ${reason}`);
});

test('all errors are reported at once, by the name of the switch', () => {
  const faults = faultsOf({
    PORT: 'ninety',
    ROLE: 'boss',
    FETCH_ALLOW: '10.0.0.0',
    DATABASE_URL: 'mysql://x',
    STORAGE: 'disk',
  });
  for (const name of ['PORT', 'ROLE', 'FETCH_ALLOW', 'DATABASE_URL']) expect(faults).toContain(`  ${name}: `);
});

test('S3 needs its keys, and none of their values is ever printed', () => {
  const faults = faultsOf({ STORAGE: 's3', S3_SECRET_ACCESS_KEY: 'hush-hush', PORT: '-1' });
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'PORT']) expect(faults).toContain(`  ${name}: `);
  expect(faults).not.toContain('hush-hush');
});

test('lists and origins are split and normalised', () => {
  const config = readConfig({
    CORS_ORIGINS: 'https://a.example/, http://b.example:8080/path',
    FETCH_ALLOW: '127.0.0.1/32, fd00::/8',
    PUBLIC_URL: 'https://tools.example/',
  });
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
  expect(config.fetchAllow).toEqual(['127.0.0.1/32', 'fd00::/8']);
  expect(config.publicUrl).toBe('https://tools.example');
});

test('a model file must exist, and becomes an absolute path', () => {
  expect(faultsOf({ INPAINT: '/nowhere/lama.onnx', ENLARGE: '/tmp' })).toMatch(/INPAINT: .*\n.*ENLARGE: /);
  const own = fileURLToPath(import.meta.url);
  expect(readConfig({ MATTE: path.relative('.', own) }).models).toEqual({ matte: own });
  expect(readConfig({ DATA_DIR: '/nowhere' }).models).toEqual({});
});

test('a speech server is named by its base URL, with or without the path of its call', () => {
  const given = { SPEECH_KEY: 'hush-hush', SPEECH_MODEL: 'large' };
  for (const SPEECH_URL of [
    'https://a.example/v1',
    'https://a.example/v1/',
    'https://a.example/v1/audio/transcriptions',
  ])
    expect(readConfig({ SPEECH_URL, ...given }).speechServer).toEqual({
      url: 'https://a.example/v1/audio/transcriptions',
      key: 'hush-hush',
      fields: { model: 'large' },
    });
  expect(readConfig({ SPEECH_URL: 'http://a.example' }).speechServer?.fields).toEqual({ model: 'whisper-1' });
  expect(readConfig({}).speechServer).toBeNull();
  expect(faultsOf({ SPEECH_URL: 'ftp://a.example', SPEECH: '/nowhere/ggml.bin' })).toMatch(
    /SPEECH: .*\n.*SPEECH_URL: /,
  );
});

test('an SMS provider needs its keys: all missing ones are reported, none is printed', () => {
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

test.each([
  ['as it is started', {}, 'sandbox', 'local'],
  ['on another loopback address', { HOST: '::1' }, 'sandbox', 'local'],
  ['under a local name', { PUBLIC_URL: 'http://localhost:8080' }, 'sandbox', 'local'],
  ['on all addresses', { HOST: '0.0.0.0' }, 'off', 'key'],
  ['on an address of the network', { HOST: '192.168.1.5' }, 'off', 'key'],
  ['behind a proxy', { TRUST_PROXY: '1' }, 'off', 'key'],
  ['with a public address', { PUBLIC_URL: 'https://tools.example' }, 'off', 'key'],
])('without providers, %s, SMS and WeChat default to what is safe there', (_name, given, kind, sandboxAudience) => {
  expect(readConfig(given as Record<string, string>)).toMatchObject({
    sms: { kind },
    wechat: { kind },
    sandboxAudience,
  });
  const asked = readConfig({ ...given, SMS: 'sandbox', WECHAT: 'sandbox', SANDBOX: 'anyway' } as Record<
    string,
    string
  >);
  expect(asked).toMatchObject({ sms: { kind: 'sandbox' }, wechat: { kind: 'sandbox' }, sandboxAudience });
});

test('a sandbox beside a real provider or behind https must be set explicitly', () => {
  const realSms = { SMS: 'twilio', SMS_KEY_ID: 'AC1', SMS_KEY_SECRET: 's', SMS_SIGN: '+15005550006' };
  const https = { PUBLIC_URL: 'https://tools.example' };
  expect(faultsOf({ ...realSms, WECHAT: 'sandbox' })).toMatch(
    /^ {2}WECHAT: a sandbox that stands beside a real provider/m,
  );
  expect(
    faultsOf({ ...https, SMS: 'sandbox', WECHAT: 'sandbox', PORT: 'ninety', STORAGE: 's3' }).match(/^ {2}\w+/gm),
  ).toEqual(
    ['PORT', 'SMS', 'WECHAT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map(name => `  ${name}`),
  );
  expect(faultsOf({ ...realSms, WECHAT: 'sandbox', SANDBOX: 'anyway' })).toBe('');
  expect(faultsOf({ ...https, SMS: 'sandbox', SANDBOX: 'anyway' })).toBe('');
  // If unset, the other one is off.
  expect(readConfig(realSms)).toMatchObject({ sms: { kind: 'twilio' }, wechat: { kind: 'off' } });
});

test('a key that encrypts the signing keys is long, and never printed', () => {
  const faults = faultsOf({ SECRET_KEY: 'hush-hush', SECRET_KEY_BEFORE: 'hush' });
  expect(faults).toMatch(/SECRET_KEY: must have at least 24.*\n.*SECRET_KEY_BEFORE: /);
  expect(faults).not.toContain('hush');
  const secretKey = 'k'.repeat(24);
  expect(faultsOf({ SECRET_KEY: secretKey, SECRET_KEY_BEFORE: secretKey })).toContain('SECRET_KEY_BEFORE: is the same');
  expect(readConfig({ SECRET_KEY: secretKey })).toMatchObject({ secretKey, secretKeyBefore: null });
});

test('the keys of a real provider are read', () => {
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

test('LANES names lanes with their widths, each once', () => {
  expect(readConfig({}).lanes).toBeNull();
  expect(readConfig({ LANES: 'image:2, model-long:1' }).lanes).toEqual({ image: 2, 'model-long': 1 });
  for (const wrong of ['image', 'image:0', 'image:-1', 'image:1.5', 'pixels:2', 'image:1,image:2', 'image:9999'])
    expect(faultsOf({ LANES: wrong })).toContain('LANES: must be lanes with widths');
  const severalWrong = faultsOf({ LANES: 'sofa:1,image' });
  expect(severalWrong.match(/LANES:/g)).toHaveLength(1);
});

test('backups go to a folder that is there, or to a bucket in a part that is not public', () => {
  expect(readConfig({}).backups).toBeNull();
  const turn = { everyHours: 24, keep: 7, hasFiles: true };
  expect(readConfig({ BACKUP_TO: tmpdir() }).backups).toEqual({ to: { kind: 'folder', folder: tmpdir() }, ...turn });
  const keys = { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  for (const [named, prefix] of [
    ['s3://safe', ''],
    ['s3://safe/', ''],
    ['s3://safe/a/b/', 'a/b/'],
  ] as const)
    expect(readConfig({ ...keys, BACKUP_TO: named }).backups?.to).toEqual({ kind: 'bucket', bucket: 'safe', prefix });
  expect(faultsOf({ BACKUP_TO: '/no/such/folder' })).toContain('BACKUP_TO: must be the path of a folder that is there');
  expect(faultsOf({ BACKUP_TO: 's3://safe' })).toContain('BACKUP_TO: needs S3_ACCESS_KEY_ID');
  const open = { ...keys, STORAGE: 's3', S3_BUCKET: 'files', BACKUP_TO: 's3://files/output/backups' };
  expect(faultsOf(open)).toContain('BACKUP_TO: must not be a folder that everyone can read');
  expect(faultsOf({ BACKUP_KEEP: '0' })).toContain('BACKUP_KEEP: ');
});

test('ffmpeg may be named by its path or its folder, with ffprobe beside it, and that folder is searched first', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'ffmpeg');
  writeFileSync(file, '');
  expect(faultsOf({ FFMPEG_PATH: file })).toContain('FFMPEG_PATH: must be the path of ffmpeg');
  writeFileSync(path.join(folder, 'ffprobe'), '');
  for (const named of [file, folder])
    expect(readConfig({ FFMPEG_PATH: named, PATH: '/usr/bin' })).toMatchObject({
      ffmpegFolder: folder,
      searchPath: `${folder}:/usr/bin`,
    });
  expect(readConfig({ PATH: '/usr/bin' })).toMatchObject({ ffmpegFolder: null, searchPath: '/usr/bin' });
});

test('memberships are sold wherever they can be paid for, unless the operator decides otherwise', () => {
  expect(readConfig({}).membership).toBe(true);
  expect(readConfig({ MEMBERSHIP: 'off' }).membership).toBe(false);
  expect(readConfig({ HOST: '0.0.0.0' }).membership).toBe(false);
  expect(readConfig({ HOST: '0.0.0.0', PAYMENTS: 'sandbox' }).membership).toBe(true);
  expect(readConfig({ HOST: '0.0.0.0', MEMBERSHIP: 'on' }).membership).toBe(true);
});

test('a payment provider is configured completely or not at all, and a sandbox is never mixed with a real one', () => {
  expect(readConfig({}).payments.kind).toBe('sandbox');
  expect(readConfig({ HOST: '0.0.0.0' }).payments.kind).toBe('off');
  expect(() => readConfig({ PAYMENTS: 'real' })).toThrow(/PAYMENTS: is real, and no provider is set/);
  const half = () => readConfig({ PAYMENTS: 'real', PAYPAL_CLIENT_ID: 'c', SMS: 'off', WECHAT: 'off' });
  expect(half).toThrow(/PAYPAL_SECRET: is needed[\s\S]*PAYPAL_WEBHOOK_ID: is needed/);
  const paypal = { PAYPAL_CLIENT_ID: 'c', PAYPAL_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' };
  expect(() => readConfig({ PAYMENTS: 'real', ...paypal, SMS: 'sandbox' })).toThrow(
    /SMS: a sandbox that stands beside/,
  );
  expect(readConfig({ PAYMENTS: 'real', ...paypal }).payments).toMatchObject({
    kind: 'real',
    wechat: null,
    alipay: null,
  });
  const secret = 'not-a-key-but-secret';
  const bad = () => readConfig({ PAYMENTS: 'real', ...paypal, WXPAY_PRIVATE_KEY: secret });
  expect(bad).toThrow(/WXPAY_PRIVATE_KEY: must be a private key/);
  expect(bad).not.toThrow(secret);
});

test('prompts are sent in English to servers whose models know nothing else, unless it is set', () => {
  const promptsOf = (environment: Record<string, string>) =>
    readConfig({ DRAW_URL: 'http://127.0.0.1:7860', ...environment }).drawServer?.prompts;
  expect(promptsOf({})).toBe('as-written');
  expect(promptsOf({ DRAW_API: 'sdwebui' })).toBe('english');
  expect(promptsOf({ DRAW_API: 'comfyui', DRAW_MODEL: 'sd.safetensors' })).toBe('english');
  expect(promptsOf({ DRAW_API: 'sdwebui', DRAW_PROMPTS: 'as-written' })).toBe('as-written');
  expect(promptsOf({ DRAW_PROMPTS: 'english' })).toBe('english');
});

test('a workflow of ComfyUI is judged at the start, and makes a model optional', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'workflow-'));
  const write = (name: string, workflow: unknown) => {
    writeFileSync(path.join(folder, name), JSON.stringify(workflow));
    return path.join(folder, name);
  };
  const node = (class_type: string, inputs: object) => ({ class_type, inputs });
  const workflow = { '1': node('Text', { text: '%prompt%' }), '2': node('SaveImage', { images: ['1', 0] }) };
  const good = write('good.json', workflow);
  const withModel = write('model.json', { ...workflow, '3': node('Load', { name: '%model%' }) });
  const fromPage = write('page.json', { nodes: [], links: [] });
  const comfy = { DRAW_URL: 'http://127.0.0.1:8188', DRAW_API: 'comfyui' };
  expect(readConfig({ ...comfy, DRAW_WORKFLOW: good }).drawServer?.workflow?.graph).toEqual(workflow);
  expect(faultsOf({ ...comfy, DRAW_WORKFLOW: withModel })).toMatch(/DRAW_MODEL: is needed for %model%/);
  const pageFaults = faultsOf({ ...comfy, DRAW_WORKFLOW: fromPage });
  expect(pageFaults).toMatch(/DRAW_WORKFLOW: has a workflow in the format of ComfyUI’s page.*Export \(API\)/);
  expect(pageFaults).not.toMatch(/DRAW_MODEL/);
  expect(faultsOf({ ...comfy, DRAW_WORKFLOW: path.join(folder, 'none') })).toMatch(/DRAW_WORKFLOW: must be the path/);
  expect(faultsOf({ DRAW_URL: 'http://127.0.0.1:7860', DRAW_WORKFLOW: good })).toMatch(/DRAW_WORKFLOW: is for ComfyUI/);
  rmSync(folder, { recursive: true });
});
