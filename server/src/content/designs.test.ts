// Lookups of design templates over HTTP: lists that are paged and shuffled by seed, details in the reader's language, and external
// templates, which are validated before they are opened.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plainLayer } from 'contract/artwork/artwork.ts';
import { designTemplates } from 'tools/design/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
const [first] = designTemplates;
const artwork = first!.render('en');
const pages: Record<string, string> = {
  '/good.json': JSON.stringify({ title: { zh: '好', en: 'Good' }, artwork: { en: artwork } }),
  '/text.json': 'no JSON',
  '/evil.json': JSON.stringify({ artwork: { ...artwork, onload: 'alert(1)' } }),
  '/frozen.json': JSON.stringify({
    ...artwork,
    layers: Array.from({ length: 300 }, (_, index) => ({
      ...artwork.layers.find(({ type }) => type === 'text'),
      id: `layer-${index}`,
      width: artwork.width,
      height: artwork.height,
      shadow: { color: '#000000', opacity: 1, blur: 2000, x: 0, y: 0 },
    })),
  }),
  '/picture.json': JSON.stringify({ artwork: { ...artwork, layers: [{ type: 'picture' }] } }),
};
const elsewhere = createServer((request, response) => response.end(pages[request.url ?? ''] ?? ''));
let link = '';

beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { FETCH_ALLOW: '127.0.0.1/32' } });
  await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve));
  link = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  elsewhere.close();
  await server.stop();
});

const get = async (url: string, lang = 'en') => {
  const response = await server.app.inject({ url, headers: { lang } });
  return { status: response.statusCode, data: response.json().data, headers: response.headers };
};
const open = async (body: object) => {
  const response = await server.app.inject({ method: 'POST', url: '/web/designTemplate/open', payload: body });
  return { status: response.statusCode, body: response.json() };
};

test('the categories are listed, each with its name and number of templates', async () => {
  const { data } = await get('/web/designTemplateType/getList?page=2&size=3');
  expect(data.total).toBe(8);
  expect(data.list.map(({ name }: { name: string }) => name)).toEqual(['Cards', 'Banners', 'Notices']);
  const one = await get('/web/designTemplateType/getDetail?id=menu', 'zh');
  expect(one.data).toMatchObject({ id: 'menu', name: '菜单' });
  expect(one.data.total).toBeGreaterThan(5);
  expect((await get('/web/designTemplateType/getDetail?id=constructor')).status).toBe(404);
});

test("a category's list is shuffled, and with a seed its pages form one order", async () => {
  const ids = async (query: string) =>
    (await get(`/web/designTemplate/getRandomList?${query}`)).data.list.map(({ id }: { id: string }) => id);
  const whole = await ids('typeId=poster&seed=7');
  expect([
    ...(await ids('typeId=poster&seed=7&page=1&size=5')),
    ...(await ids('typeId=poster&seed=7&page=2&size=5')),
  ]).toEqual(whole);
  expect(whole).not.toEqual(await ids('typeId=poster&seed=8'));
  expect(whole.toSorted()).toEqual(
    designTemplates.flatMap(({ id, category }) => (category === 'poster' ? [id] : [])).toSorted(),
  );
  const { headers } = await get('/web/designTemplate/getRandomList?size=1');
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', expect.stringMatching(/^"\S+"$/)]);
  expect((await get('/web/designTemplate/getRandomList?seed=1&size=1')).headers.etag).toBeDefined();
  expect(await ids('typeId=none')).toEqual([]);
});

test('a template has its texts in the language of the request', async () => {
  const { data } = await get(`/web/designTemplate/getDetail?id=${first!.id}`);
  expect(data).toMatchObject({ title: first!.title.en, width: first!.width, height: first!.height });
  expect(data.json).toEqual(artwork);
  expect((await get(`/web/designTemplate/getDetail?id=${first!.id}`, 'zh')).data.json).toEqual(first!.render('zh'));
  expect((await get('/web/designTemplate/getDetail?id=nothing')).status).toBe(404);
});

test('a template from a link or in the body is returned once it is validated', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/web/designTemplate/open',
    headers: { lang: 'en' },
    payload: { url: `${link}/good.json` },
  });
  expect(response.json().data).toEqual({ title: 'Good', json: artwork });
  expect((await open({ json: artwork })).body.data.json).toEqual(artwork);
});

test('a template may hold more values than the body of any other call', async () => {
  const path = Array.from({ length: 20_000 }, (_, at) => at / 20_000);
  const box = { x: 5, y: 5, width: 10, height: 10 };
  const drawing = { ...plainLayer, ...box, type: 'drawing', path, color: '#112233', strokeWidth: 2 };
  const json = { ...artwork, layers: ['a', 'b', 'c'].map(id => ({ ...drawing, id })) };
  const opened = await open({ json });
  expect(opened.status).toBe(200);
  expect(opened.body.data.json.layers).toHaveLength(3);
});

test.each(['text', 'evil', 'picture'])('%s from a link is not a template', async name => {
  expect((await open({ url: `${link}/${name}.json` })).body.error).toBe('DESIGN_BAD');
});

test('a template whose drawing would freeze the page is refused with a reason', async () => {
  const { status, body } = await open({ url: `${link}/frozen.json` });
  expect([status, body.error]).toEqual([422, 'DESIGN_TOO_COMPLEX']);
  expect(body.msg).toContain('太复杂');
});

test('a link to this machine is refused like any other link', async () => {
  expect((await open({ url: 'http://169.254.169.254/latest/meta-data' })).body.error).toBe('LINK_REFUSED');
  expect((await open({ json: { layers: [] } })).body.error).toBe('DESIGN_BAD');
});

test('an address may send 30 links to templates a minute, and any number of templates in the body', async () => {
  const send = async (payload: object, remoteAddress = '203.0.113.9') =>
    (await server.app.inject({ method: 'POST', url: '/web/designTemplate/open', payload, remoteAddress })).statusCode;
  const statuses: number[] = [];
  for (let sent = 0; sent < 31; sent += 1) statuses.push(await send({ url: `${link}/good.json` }));
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expect(await send({ url: `${link}/good.json` }, '203.0.113.10')).toBe(200);
  expect(await send({ json: artwork })).toBe(200);
});
