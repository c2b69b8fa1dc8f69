// A link as the input of a call: fetched by a worker, identified by its bytes, and refused with a readable message.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBmp, readWebpSize } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let site: Server;
let siteUrl: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { FETCH_ALLOW: '127.0.0.1/32' } });
  const picture = makeBmp(33, 22);
  site = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/%E7%8C%AB.bmp?size=full' }).end();
    if (request.url?.startsWith('/%E7%8C%AB.bmp')) return response.setHeader('content-type', 'text/plain').end(picture);
    if (request.url?.startsWith('/download'))
      return response.setHeader('content-disposition', "attachment; filename*=UTF-8''%E6%B5%B7.bmp").end(picture);
    if (request.url === '/page') return response.setHeader('content-type', 'image/png').end('<!doctype html>');
    if (request.url === '/to-metadata') return response.writeHead(301, { location: 'http://169.254.169.254/' }).end();
    return response.writeHead(404).end('gone');
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => site.once('listening', resolve));
  const address = site.address();
  siteUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(async () => {
  site.close();
  await server.stop();
});

test('the picture behind a link is converted, under the name in the link', async () => {
  const { body } = await server.client.convert(`${siteUrl}/%E7%8C%AB.bmp?size=full`);
  const [file] = body.data.result?.files ?? [];
  expect(file?.name).toBe('猫.webp');
  const bytes = Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer());
  expect(readWebpSize(bytes)).toEqual({ width: 33, height: 22 });
});

test('the name in the response is used, unless the caller gives one', async () => {
  const told = await server.client.convert(`${siteUrl}/download?id=7`);
  expect(told.body.data.result?.files[0]?.name).toBe('海.webp');
  const named = await server.client.convert(`${siteUrl}/download?id=7`, { fileName: '湖.bmp' });
  expect(named.body.data.result?.files[0]?.name).toBe('湖.webp');
});

test('a redirect is followed', async () => {
  expect((await server.client.convert(`${siteUrl}/moved`)).body.data.status).toBe('done');
});

test.each([
  ['a page that calls itself a picture', '/page', 415, 'TYPE_UNSUPPORTED'],
  ['nothing there', '/nothing', 422, 'LINK_UNREACHABLE'],
  ['a redirect to a forbidden address', '/to-metadata', 400, 'LINK_REFUSED'],
])('%s', async (_name, path, status, error) => {
  const reply = await server.client.convert(siteUrl + path);
  expect([reply.status, reply.body.error]).toEqual([status, error]);
  const { taskId } = reply.body.details as { taskId: string };
  const row = await server.parts.database
    .selectFrom('task')
    .selectAll()
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'failed', attempt: 1 });
});
