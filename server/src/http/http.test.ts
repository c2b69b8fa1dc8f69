// Properties of all responses: envelope, language, headers and limits, and no internals.
import { readFileSync } from 'node:fs';
import { request as rawRequest } from 'node:http';
import path from 'node:path';
import { failureSchema } from 'contract/route.ts';
import type { UploadSignature } from 'contract/routes/uploads.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { converterPath } from '../../testing/client.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { CORS_ORIGINS: 'https://web.example' } });
});
afterAll(() => server.stop());

const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, server.url), init);
const json = { 'content-type': 'application/json' };

test('a failure has the complete envelope and the correct status', async () => {
  const reply = await ask('/web/task/00000000-0000-4000-8000-000000000000');
  const body = failureSchema.parse(await reply.json());
  expect(reply.status).toBe(404);
  expect(body).toMatchObject({ code: 404, error: 'TASK_NOT_FOUND', data: null, details: null });
});

test.each([
  [{ lang: 'en' }, 'Page does not exist'],
  [{ lang: 'zh', 'accept-language': 'en' }, '页面不存在'],
  [{ 'accept-language': 'fr, en;q=0.8, zh;q=0.5' }, 'Page does not exist'],
  [{ 'accept-language': 'en;q=0, de' }, '页面不存在'],
  [{ lang: 'en_US' }, 'Page does not exist'],
  [{ lang: 'zh_CN', 'accept-language': 'en' }, '页面不存在'],
  [{ lang: 'klingon', 'accept-language': 'en-GB' }, 'Page does not exist'],
  [{}, '页面不存在'],
])('the language follows %o', async (headers, msg) => {
  const reply = await ask('/nowhere', { headers: headers as Record<string, string> });
  expect(((await reply.json()) as { msg: string }).msg).toBe(msg);
});

test.each([
  [json, '{"a":'],
  [{ 'content-type': 'text/plain' }, 'a=b'],
  [json, JSON.stringify('x'.repeat(400_000))],
])('an unknown path is unknown whatever is sent to it', async (headers, body) => {
  for (const path of ['/web/nowhere', '/web/task/x/nowhere', '/web/udUser/balance']) {
    const reply = await ask(path, { method: 'POST', headers, body });
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([404, 'NOT_FOUND']);
  }
});

test('a body with several errors lists all of them in the language of the request', async () => {
  const body = JSON.stringify({ imageUrl: 7, format: 'exe', quality: 900 });
  const reply = await ask(converterPath, { method: 'POST', headers: { ...json, lang: 'zh' }, body });
  const { details, error } = (await reply.json()) as { error: string; details: { path: string; error: string }[] };
  expect([reply.status, error]).toEqual([400, 'BAD_REQUEST']);
  expect(details.map(({ path }) => path).sort()).toEqual(['format', 'imageUrl', 'quality']);
  expect(details.find(({ path }) => path === 'quality')?.error).toMatch(/[\u4e00-\u9fff]/);
});

test('a body with very many faults is refused with the first of them', async () => {
  const paragraphs = [{ kind: 'text', pieces: Array.from({ length: 1000 }, () => ({})) }];
  const body = JSON.stringify({ imageUrl: 'http://x/', page: { turn: 0, isCut: false, paragraphs } });
  const reply = await ask('/web/imageTotext/write', { method: 'POST', headers: json, body });
  const { details, error } = (await reply.json()) as { error: string; details: { path: string }[] };
  expect([reply.status, error, details.length]).toEqual([400, 'BAD_REQUEST', 20]);
  expect(details[0]?.path).toBe('page.paragraphs.0.pieces.0.before');
});

test.each([
  ['broken JSON', json, '{"imageUrl":', 400, 'BAD_REQUEST'],
  ['an XML body', { 'content-type': 'application/xml' }, '<a/>', 415, 'BODY_TYPE_UNSUPPORTED'],
  ['a huge body', json, JSON.stringify({ imageUrl: 'x'.repeat(400_000) }), 413, 'BODY_TOO_LARGE'],
  ['a body with __proto__', json, '{"__proto__":{"admin":true},"imageUrl":"http://x/"}', 400, 'BAD_REQUEST'],
  ['a text with NUL', json, '{"imageUrl":"http://x/","format":"png","batchId":"a\\u0000b"}', 400, 'BAD_REQUEST'],
  ['half of a pair', json, '{"imageUrl":"http://x/","format":"png","fileName":"\\ud83d"}', 400, 'BAD_REQUEST'],
  ['halves the wrong way round', json, '{"imageUrl":"\\ude00\\ud83d","format":"png"}', 400, 'BAD_REQUEST'],
  [
    'a whole pair and a spelled-out escape',
    json,
    '{"imageUrl":"\\ud83d\\ude00 \\\\u0000 \\\\ud83d","format":"png"}',
    400,
    'LINK_BAD',
  ],
  [
    'a client id of another form',
    { ...json, clientUid: 'a b\tc' },
    '{"imageUrl":"http://x/","format":"png"}',
    400,
    'BAD_REQUEST',
  ],
])('%s gets a clear refusal', async (_name, headers, body, status, error) => {
  const reply = await ask(converterPath, { method: 'POST', headers: headers as Record<string, string>, body });
  expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([status, error]);
});

test.each([
  ['a path that cannot be decoded', '/web/task/%E0%A4%A', 400, 'BAD_REQUEST'],
  ['a path longer than any of ours', `/web/task/${'a'.repeat(3000)}`, 400, 'BAD_REQUEST'],
])('%s is answered in the envelope', async (_name, path, status, error) => {
  const reply = await ask(path);
  const body = (await reply.json()) as { error: string; code: number };
  expect([reply.status, body.error]).toEqual([status, error]);
  expect(body.code).toBe(reply.status);
});

const nest = (depth: number): unknown => (depth === 0 ? 'png' : [nest(depth - 1)]);

test.each([
  ['an object that is no text', { format: { toString: null } }],
  ['a list nested deeply', { format: nest(2000) }],
])('a quote for %s gets a result and no internal error', async (_name, payload) => {
  const reply = await server.client.post<{ allowed: boolean }>('/web/task/quote', { tool: 'image-converter', payload });
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
});

test('a body nested as deeply as its size allows is refused or read, and never causes an internal error', async () => {
  const statuses: number[] = [];
  for (const depth of [30_000, 100_000]) {
    const format = '['.repeat(depth) + ']'.repeat(depth);
    for (const [path, body] of [
      ['/web/task/quote', `{"tool":"image-converter","payload":{"format":${format}}}`],
      [converterPath, `{"imageUrl":"http://198.51.100.7/","format":${format}}`],
    ] as const)
      statuses.push((await ask(path, { method: 'POST', headers: json, body })).status);
  }
  expect(statuses).toEqual([200, 400, 413, 413]);
});

test('an internal error is returned as UNEXPECTED, without internals', async () => {
  const imageUrl = await server.client.upload(makeBmp(8, 8), 'fault.bmp');
  const fault = vi
    .spyOn(server.parts.objects, 'readHead')
    .mockRejectedValue(new Error('relation "secret_table" does not exist at /srv/app.ts:12'));
  const body = JSON.stringify({ imageUrl, format: 'png' });
  const reply = await ask(converterPath, { method: 'POST', headers: json, body });
  const text = await reply.text();
  fault.mockRestore();
  expect(reply.status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ error: 'UNEXPECTED', details: null });
  expect(text).not.toMatch(/secret_table|app\.ts/);
  const { total } = (await server.client.get<{ total: number }>('/web/task')).body.data;
  expect(total).toBe(0);
});

test('a page may load and run only our own files', async () => {
  const { headers } = await ask('/healthz');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("worker-src 'self';");
  expect(policy).not.toContain('unsafe');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  ['https://tools.example', 'max-age=31536000'],
  // Other programs on a plain http host, such as a device in a local network, must stay reachable.
  ['http://tools.example', null],
])('at %s, https is required of this host alone: %s', async (address, expected) => {
  const hosted = await startTestServer({
    works: false,
    environment: { PUBLIC_URL: address, SMS: 'off', WECHAT: 'off', PAYMENTS: 'off' },
  });
  const reply = await fetch(`${hosted.url}/healthz`).finally(() => hosted.stop());
  expect(reply.headers.get('strict-transport-security')).toBe(expected);
});

test('only origins in CORS_ORIGINS may make cross-origin calls', async () => {
  const allowed = await ask('/web/settings', { headers: { origin: 'https://web.example' } });
  const other = await ask('/web/settings', { headers: { origin: 'https://evil.example' } });
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://web.example');
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
  const preflight = await ask(converterPath, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://web.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'clientuid,content-type,lang,token',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('clientuid');
});

test('a page of an origin in CORS_ORIGINS may send a file to the store on disk, and no other method anywhere', async () => {
  const origin = 'https://web.example';
  const preflight = async (path: string, from = origin) => {
    const wanted = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' };
    const { headers } = await ask(path, { method: 'OPTIONS', headers: { origin: from, ...wanted } });
    return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-methods') ?? ''] as const;
  };
  const file = { fileName: 'a.png', fileSize: 5, contentType: 'image/png' };
  const { data } = (await server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', file)).body;
  expect(await preflight(data.url)).toEqual([origin, expect.stringContaining('PUT')]);
  expect((await preflight(data.url, 'https://evil.example'))[0]).toBeNull();
  expect((await preflight(converterPath))[1]).not.toContain('PUT');
  const sent = await fetch(data.url, { method: 'PUT', headers: { ...data.headers, origin }, body: 'hello' });
  expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
});

test('a forged Host header does not appear in links', async () => {
  const { hostname, port } = new URL(server.url);
  const body = JSON.stringify({ fileName: 'a.png', fileSize: 3, contentType: 'image/png' });
  const text = await new Promise<string>((resolve, reject) => {
    const asked = rawRequest(
      {
        hostname,
        port,
        method: 'POST',
        path: '/web/tos/new-get-signature-norecord',
        headers: { ...json, host: 'evil.example"><script>', 'content-length': body.length },
      },
      reply => {
        let all = '';
        reply.on('data', chunk => (all += chunk)).on('end', () => resolve(all));
      },
    );
    asked.on('error', reject).end(body);
  });
  expect(text).not.toContain('script');
});

test('lookups are revalidated by ETag', async () => {
  const first = await ask('/web/progressSetting/getList', { headers: { lang: 'en' } });
  const etag = first.headers.get('etag') ?? '';
  const { data } = (await first.json()) as { data: { list: { keyCode: string; name: string }[] } };
  expect(data.list).toContainEqual(expect.objectContaining({ keyCode: 'IMAGE_CHANGE', progress: 40 }));
  const again = await ask('/web/progressSetting/getList', { headers: { lang: 'en', 'if-none-match': etag } });
  const chinese = await ask('/web/progressSetting/getList', { headers: { lang: 'zh', 'if-none-match': etag } });
  expect([again.status, chinese.status]).toEqual([304, 200]);
});

test('a long answer is revalidated by ETag, too', async () => {
  const path = '/web/designTemplate/getDetail?id=new-year-red';
  const first = await ask(path, { headers: { lang: 'en' } });
  expect((await first.text()).length).toBeGreaterThan(64 * 1024);
  const etag = first.headers.get('etag') ?? '';
  const again = await ask(path, { headers: { lang: 'en', 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await ask(path, { method: 'HEAD', headers: { lang: 'en' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a lookup is paged', async () => {
  const listOf = async (query: string) => {
    const { data } = (await (await ask(`/web/udCoinFunction/getList${query}`)).json()) as {
      data: { list: { id: string }[]; total: number };
    };
    return { ids: data.list.map(({ id }) => id), total: data.total };
  };
  const all = await listOf('');
  const second = await listOf('?page=2&size=5');
  expect([all.ids.length, second]).toEqual([all.total, { ids: all.ids.slice(5, 10), total: all.total }]);
});

test('work on a clip begins at 40 %, reading a picture at 10 % and other work on a picture at 20 %', async () => {
  const { data } = (await (await ask('/web/progressSetting/getList')).json()) as {
    data: { list: { keyCode: string; progress: number }[] };
  };
  const starts = Object.fromEntries(data.list.map(({ keyCode, progress }) => [keyCode, progress]));
  const clip = { VIDEO_REMOVE_WATERMARK: 40, VIDEO_ADD_WATERMARK: 40, FORMAT_CONVERTER: 40, VIDEO_TO_TEXT: 40 };
  expect(starts).toMatchObject({ ...clip, IMAGE_CHANGE: 40, IMAGE_TO_TEXT: 10, MATTING: 20, EXPEND_IMAGE: 20 });
});

test('every call of docs/api.md exists', async () => {
  const whole = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on' } });
  onTestFinished(() => whole.stop());
  const { paths } = (await (await fetch(`${whole.url}/openapi.json`)).json()) as { paths: Record<string, unknown> };
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const named = page.matchAll(/`(?:GET |POST )?(\/(?:web|api|mp|msg|captcha|pay)\/[\w/{}-]+?)(?:\?[\w&=]*)?`/g);
  const known = Object.keys(paths).map(known => known.replaceAll(/\{\w+\}/g, '{}'));
  const missing = [...named]
    .map(([, called]) => called!.replaceAll(/\{\w+\}/g, '{}'))
    .filter(called => !known.includes(called));
  expect(missing).toEqual([]);
});

test('dictionaries hold the limits of the specification', async () => {
  const one = (await (await ask('/api/dictDetail?dictName=upload_limit&page=0&size=9999')).json()) as {
    data: { content: { label: string; value: string }[]; totalElements: number };
  };
  expect(one.data.content).toContainEqual({ label: 'videoSize', value: '209715200' });
  expect(one.data.totalElements).toBe(one.data.content.length);
  const map = (await (await ask('/api/dictDetail/map?dictName=trialSetting,constructor')).json()) as {
    data: Record<string, unknown[]>;
  };
  expect(Object.keys(map.data)).toEqual(['trialSetting', 'constructor']);
  expect(map.data.constructor).toEqual([]);
});

test('every call is described, and the description is served', async () => {
  const description = (await (await ask('/openapi.json')).json()) as { paths: Record<string, { post?: object }> };
  for (const path of [
    converterPath,
    '/web/task/{taskId}',
    '/web/task/{taskId}/events',
    '/web/batch/{batchId}/zip',
    '/web/tos/new-get-signature-norecord',
    '/api/dictDetail',
    '/mcp',
  ]) {
    expect(description.paths).toHaveProperty([path]);
  }
  expect(JSON.stringify(description.paths[converterPath]?.post)).toContain('"quality"');
  expect((await ask('/docs/')).status).toBe(200);
});

test('too many calls per minute are refused with Retry-After', async () => {
  const limited = await startTestServer({ works: false, environment: { RATE_PER_MINUTE: '3' } });
  try {
    const file = { fileName: 'a.png', fileSize: 3, contentType: 'image/png' };
    const statuses: number[] = [];
    let last: Awaited<ReturnType<typeof limited.client.post>> | undefined;
    for (let index = 0; index < 4; index++) {
      last = await limited.client.post('/web/tos/new-get-signature-norecord', file);
      statuses.push(last.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(last?.body.error).toBe('RATE_LIMITED');
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(new URL('/healthz', limited.url))).status).toBe(200);
  } finally {
    await limited.stop();
  }
});

test.each([
  ['on', '203.0.113.7'],
  ['2', '203.0.113.7, 198.51.100.1'],
])('behind proxies (TRUST_PROXY=%s) no client evades the limit with a forged address', async (proxies, appended) => {
  const limited = await startTestServer({
    works: false,
    environment: { RATE_PER_MINUTE: '2', TRUST_PROXY: proxies },
  });
  try {
    const file = { fileName: 'a.png', fileSize: 3, contentType: 'image/png' };
    const statuses: number[] = [];
    for (let index = 0; index < 3; index++) {
      const forwarded = { 'x-forwarded-for': `10.0.0.${index}, ${appended}` };
      const { status } = await limited.client.post('/web/tos/new-get-signature-norecord', file, forwarded);
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    const other = { 'x-forwarded-for': appended.replace('203.0.113.7', '203.0.113.8') };
    expect((await limited.client.post('/web/tos/new-get-signature-norecord', file, other)).status).toBe(200);
  } finally {
    await limited.stop();
  }
});
