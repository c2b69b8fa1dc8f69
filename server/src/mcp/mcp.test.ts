// The MCP server with the official client: the list of tools, runs on uploaded files, refusals, and requests of strangers.
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { callTool, connectMcp } from '../../testing/mcp.ts';
import { findUnbalanced, give, ownedBy } from '../../testing/money.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { callEntries } from '../tasks/catalogue.ts';
import { nameOfOffer } from './offers.ts';

let server: TestServer;
let person: LoggedIn;
let key: string;
let lastMobile = 13_700_000_000;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on', RATE_PER_MINUTE: '6000' } });
  person = await logInAs(server, String(lastMobile));
  ({ key } = await makeApiKey(server, person, { perMinute: 6000 }));
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const tasksOf = async ({ user }: LoggedIn) =>
  Number((await query('select count(*) from task where owner = $1', [`account:${user.id}`]))[0].count);

/** A call that costs one use, and its options. */
const filter = callEntries.find(({ tool }) => tool.name === 'photo-filter')!;
const someLook = { [Object.keys(filter.call.options.shape)[0]!]: filter.tool.lookups![0]!.entries[0]!.id };

/** A person with uses to spend, and a key of theirs. */
async function makeMember() {
  const member = await logInAs(server, String(++lastMobile));
  await give(server, member, { uses: 5, term: { days: 30 } });
  return { member, key: (await makeApiKey(server, member, { perMinute: 6000 })).key };
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('every call of the catalogue is a tool, with the schema of its contract and words in the language of the request', async () => {
  const client = await connectMcp(server.url, key);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
  for (const { tool, call } of callEntries.filter(({ tool }) => tool.needs !== 'speech')) {
    const offer = tools.find(({ name }) => name === nameOfOffer({ tool, call }));
    expect(offer?.description?.length, call.path).toBeGreaterThan(5);
    const { properties = {}, required = [] } = z.toJSONSchema(call.options, { io: 'input' });
    expect(offer?.inputSchema.properties).toMatchObject(properties);
    expect(offer?.inputSchema.required ?? []).toEqual(expect.arrayContaining(required));
  }
  const convert = tools.find(({ name }) => name === 'image-converter_convert');
  expect(convert?.title).toBe('Image Converter');
  expect(convert?.inputSchema.required).toEqual(['imageUrl', 'format']);
  expect(convert?.inputSchema.properties?.imageUrl).toMatchObject({
    description: expect.stringContaining('upload_url'),
  });
});

test('a picture is uploaded and converted; the link leads to the result, and progress is told', async () => {
  const client = await connectMcp(server.url, key);
  const bytes = makeBmp(61, 43);
  const { data: signed } = await callTool(client, 'upload_url', { fileName: 'a.bmp', fileSize: bytes.length });
  const sent = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body: new Uint8Array(bytes) });
  expect(sent.status).toBe(200);
  const progress: number[] = [];
  const done = await callTool(
    client,
    'image-converter_convert',
    { imageUrl: signed.path, format: 'png', width: 30, fileName: 'a.bmp' },
    told => progress.push(told.progress),
  );
  expect(done).toMatchObject({ isError: false, data: { status: 'done', tool: 'image-converter' } });
  expect(done.text).toContain('Done.');
  expect(done.links).toHaveLength(1);
  expect(done.links[0]).toMatchObject({ name: 'a.png', mimeType: 'image/png' });
  const result = Buffer.from(await (await fetch(done.links[0]!.uri)).arrayBuffer());
  expect(await sharp(result).metadata()).toMatchObject({ format: 'png', width: 30, height: 21 });
  expect(progress.length).toBeGreaterThan(0);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  const again = await callTool(client, 'get_task', { taskId: done.data.taskId });
  expect(again.data).toMatchObject({ taskId: done.data.taskId, status: 'done' });
});

test('wrong arguments, damaged files and unknown names are errors with their code', async () => {
  const client = await connectMcp(server.url, key);
  const before = await tasksOf(person);
  const wrong = await callTool(client, 'image-converter_convert', { imageUrl: 'input/none', format: 'docx' });
  expect(wrong).toMatchObject({ isError: true, data: { error: 'BAD_REQUEST', code: 400 } });
  expect(wrong.text).toContain('format');
  const missing = await callTool(client, 'image-converter_convert', {
    imageUrl: `input/2026/01/01/00/${'0'.repeat(32)}.png`,
    format: 'png',
  });
  expect(missing.isError).toBe(true);
  expect(await tasksOf(person)).toBe(before);
  const damaged = await person.client.upload(makeBmp(8, 8).subarray(0, 60), 'broken.bmp');
  const failed = await callTool(client, 'image-converter_convert', { imageUrl: damaged, format: 'png' });
  expect(failed).toMatchObject({ isError: true, data: { status: 'failed' } });
  await expect(callTool(client, 'no-such-tool', {})).rejects.toThrow(/Unknown tool/);
  await expect(callTool(client, 'constructor', {})).rejects.toThrow(/Unknown tool/);
});

test("a stranger's task and file are as good as absent", async () => {
  const client = await connectMcp(server.url, key);
  const stranger = await logInAs(server, String(++lastMobile));
  const path = await stranger.client.upload(makeBmp(8, 8), 'p.bmp');
  const { taskId } = (await stranger.client.convert(path)).body.data;
  for (const name of ['get_task', 'cancel_task', 'download_result'])
    expect(await callTool(client, name, { taskId })).toMatchObject({
      isError: true,
      data: { error: 'TASK_NOT_FOUND' },
    });
});

test('a key sees and calls the tools of its scopes alone', async () => {
  const limited = await makeApiKey(server, person, { scopes: ['tools:image-converter'] });
  const client = await connectMcp(server.url, limited.key);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(['upload_url', 'quote', 'cancel_task', 'download_result', 'image-converter_convert']);
  for (const name of ['compress_compress', 'get_task'])
    expect(await callTool(client, name, { taskId: 'x', imageUrl: 'x' })).toMatchObject({
      isError: true,
      data: { error: 'KEY_SCOPE', code: 403 },
    });
});

test('without a valid key there is no answer but 401, and a login is no key', async () => {
  const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const other = await makeApiKey(server, person);
  await person.client.post(`/web/apiKey/${other.id}/revoke`);
  const { token } = person.client.headers;
  for (const headers of [
    { authorization: '' },
    { authorization: `Bearer ${other.key}` },
    { authorization: `Bearer pxk_${'A'.repeat(43)}` },
    { authorization: '', token: String(token) },
  ]) {
    const reply = await post(listing, headers as Record<string, string>);
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    expect(await reply.json()).toMatchObject({ error: 'KEY_INVALID' });
  }
  await expect(connectMcp(server.url, other.key)).rejects.toThrow(/401/);
});

test('what is no message of the protocol is refused, and the server goes on', async () => {
  expect((await post('x'.repeat(3_000_000))).status).toBe(413);
  expect((await post('{')).status).toBe(400);
  expect((await post([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }])).status).toBe(400);
  expect((await post({ hello: 1 })).status).toBe(400);
  expect(await (await post({ jsonrpc: '2.0', id: 1, method: 'no/such' })).text()).toContain('-32601');
  expect((await post({ jsonrpc: '2.0', id: 'foreign', result: { action: 'accept' } })).status).toBe(202);
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { accept: 'text/html' })).status).toBe(406);
  for (const method of ['GET', 'DELETE']) {
    const reply = await fetch(`${server.url}/mcp`, { method, headers: { authorization: `Bearer ${key}` } });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
  }
  expect((await (await connectMcp(server.url, key)).listTools()).tools.length).toBeGreaterThan(20);
});

test('a run with a price starts only with consent to that price, and is charged once', async () => {
  const { member, key: paying } = await makeMember();
  const client = await connectMcp(server.url, paying);
  const run = { imageUrl: await member.client.upload(makeBmp(40, 30), 'p.bmp'), ...someLook };
  const refused = await callTool(client, nameOfOffer(filter), run);
  expect(refused).toMatchObject({ isError: true, data: { error: 'PRICE_CONSENT', confirmPrice: '1 use' } });
  expect(await callTool(client, nameOfOffer(filter), { ...run, confirmPrice: '2 uses' })).toMatchObject({
    isError: true,
  });
  expect(await tasksOf(member)).toBe(0);
  expect(await ownedBy(server, member)).toEqual([5, 0, 0, 0]);
  const quote = await callTool(client, 'quote', { tool: nameOfOffer(filter), arguments: run });
  expect(quote.data.confirmPrice).toBe('1 use');
  const done = await callTool(client, nameOfOffer(filter), { ...run, confirmPrice: quote.data.confirmPrice });
  expect(done.data).toMatchObject({ status: 'done', charge: { kind: 'use', amount: 1, state: 'settled' } });
  expect((await fetch(done.links[0]!.uri)).status).toBe(200);
  expect(await ownedBy(server, member)).toEqual([4, 0, 0, 0]);
  await callTool(client, 'download_result', { taskId: done.data.taskId });
  expect(await ownedBy(server, member)).toEqual([4, 0, 0, 0]);
  expect(await findUnbalanced(server)).toEqual([]);
});

test.each([
  ['accept', 4],
  ['decline', 5],
] as const)('a client that can ask its user asks for the price: %s', async (action, left) => {
  const { member, key: paying } = await makeMember();
  const client = await connectMcp(server.url, paying, { elicitation: {} });
  const questions: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    return { action, ...(action === 'accept' && { content: {} }) };
  });
  const imageUrl = await member.client.upload(makeBmp(40, 30), 'p.bmp');
  const done = await callTool(client, nameOfOffer(filter), { imageUrl, ...someLook });
  expect(questions).toEqual([expect.stringContaining('1 use')]);
  expect(done.isError).toBe(action === 'decline');
  expect(await tasksOf(member)).toBe(action === 'accept' ? 1 : 0);
  expect(await ownedBy(server, member)).toEqual([left, 0, 0, 0]);
});

test('a locked result for which nothing is held is not paid for here', async () => {
  const { member, key: paying } = await makeMember();
  const client = await connectMcp(server.url, paying);
  const imageUrl = await member.client.upload(makeBmp(40, 30), 'p.bmp');
  const sent = { imageUrl, ...someLook, confirmPrice: '1 use' };
  const done = await callTool(client, nameOfOffer(filter), sent);
  const { taskId } = done.data as { taskId: string };
  // As a result is that was made with a free try.
  await server.postgres.pool.query("update task set charge_state = 'released' where id = $1", [taskId]);
  const refused = await callTool(client, 'download_result', { taskId, confirmPrice: '1 use' });
  expect(refused).toMatchObject({ isError: true, data: { error: 'RESULT_LOCKED' } });
  expect(await ownedBy(server, member)).toEqual([4, 0, 0, 0]);
});

test('llms.txt names the API, the MCP server and every tool', async () => {
  const reply = await fetch(`${server.url}/llms.txt`);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  const text = await reply.text();
  for (const word of ['/mcp', 'pixwright mcp', '/docs', '/openapi.json', ...callEntries.map(nameOfOffer)])
    expect(text).toContain(word);
});
