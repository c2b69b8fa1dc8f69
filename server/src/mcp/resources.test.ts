// Results as MCP resources, with the official client: listed, read inline or by a link, and closed to strangers.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { callTool, connectMcp } from '../../testing/mcp.ts';
import { give } from '../../testing/money.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let person: LoggedIn;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on', RATE_PER_MINUTE: '6000' } });
  person = await logInAs(server, '13700000001');
  ({ key } = await makeApiKey(server, person, { perMinute: 6000 }));
});
afterAll(() => server.stop());

const convert = async (name: string, options: object, size = 20) => {
  const path = await person.client.upload(makeBmp(size, size), name);
  const client = await connectMcp(server.url, key);
  return (await callTool(client, 'image-converter_convert', { imageUrl: path, fileName: name, ...options })).data
    .taskId;
};

test('results are listed newest first, in pages, and a small one is read inline', async () => {
  const first = await convert('first.bmp', { format: 'png', width: 10 });
  const second = await convert('second.bmp', { format: 'webp' });
  const client = await connectMcp(server.url, key);
  expect(client.getServerCapabilities()?.resources).toBeDefined();
  const { resources, nextCursor } = await client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(['second.webp', 'first.png']);
  expect(nextCursor).toBeUndefined();
  expect(resources[1]).toMatchObject({ uri: `pixwright://task/${first}/0`, mimeType: 'image/png' });
  const { contents } = await client.readResource({ uri: resources[1]!.uri });
  const [content] = contents as unknown as [{ uri: string; mimeType: string; blob: string }];
  expect(content).toMatchObject({ uri: resources[1]!.uri, mimeType: 'image/png' });
  expect(await sharp(Buffer.from(content.blob, 'base64')).metadata()).toMatchObject({ format: 'png', width: 10 });
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates[0]?.uriTemplate).toBe('pixwright://task/{taskId}/{fileIndex}');
  expect(second).not.toBe(first);
});

test('a large result is read as a link to it', async () => {
  const taskId = await convert('large.bmp', { format: 'bmp' }, 700);
  const client = await connectMcp(server.url, key);
  const { contents } = await client.readResource({ uri: `pixwright://task/${taskId}/0` });
  const [content] = contents as unknown as [{ mimeType: string; text: string }];
  expect(content.mimeType).toBe('text/uri-list');
  const file = await fetch(content.text.trim());
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1024 * 1024);
});

test('what is locked, of a stranger or not there is no resource', async () => {
  const taskId = await convert('mine.bmp', { format: 'png' });
  const stranger = await logInAs(server, '13700000002');
  const foreign = await connectMcp(server.url, (await makeApiKey(server, stranger)).key);
  expect((await foreign.listResources()).resources).toEqual([]);
  const own = await connectMcp(server.url, key);
  for (const [client, uri] of [
    [foreign, `pixwright://task/${taskId}/0`],
    [own, `pixwright://task/${taskId}/1`],
    [own, 'pixwright://task/../../etc/passwd'],
    [own, 'file:///etc/passwd'],
  ] as const)
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_002 });
  await expect(own.listResources({ cursor: '../1' })).rejects.toMatchObject({ code: -32_602 });
  // A preview that is not paid for.
  await give(server, person, { uses: 5, term: { days: 30 } });
  const picture = await person.client.upload(makeBmp(40, 30), 'p.bmp');
  const { body } = await person.client.post<{ taskId: string }>('/web/photoFilter', {
    imageUrl: picture,
    filterType: 'negative',
    wait: 15,
  });
  await expect(own.readResource({ uri: `pixwright://task/${body.data.taskId}/0` })).rejects.toMatchObject({
    code: -32_002,
  });
});

test('a key that may not read tasks reads no results', async () => {
  const narrow = await makeApiKey(server, person, { scopes: ['tools:*'] });
  const client = await connectMcp(server.url, narrow.key);
  await expect(client.listResources()).rejects.toThrow('KEY_SCOPE');
});
