// `pixwright mcp` with the official client over standard input and output: tools, a run, its result as a resource, a question to the user.
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type ClientCapabilities, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type LoggedIn, logInAs } from 'server/testing/accounts.ts';
import { makeApiKey } from 'server/testing/api-keys.ts';
import { callTool } from 'server/testing/mcp.ts';
import { give, ownedBy } from 'server/testing/money.ts';
import { makeBmp } from 'server/testing/pictures.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../testing/run-program.ts';

const programFile = fileURLToPath(new URL('../pixwright.mjs', import.meta.url));
let server: TestServer;
let person: LoggedIn;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on', RATE_PER_MINUTE: '6000' } });
  person = await logInAs(server, '13700000003');
  await give(server, person, { uses: 5, term: { days: 30 } });
  ({ key } = await makeApiKey(server, person, { perMinute: 6000 }));
});
afterAll(() => server.stop());

async function connect(ownKey: string, capabilities: ClientCapabilities = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'en_US.UTF-8', PIXWRIGHT_KEY: ownKey };
  const args = [programFile, 'mcp', '--server', server.url];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

test('tools are listed and run, progress is told, and the result is a resource', async () => {
  const client = await connect(key);
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  const imageUrl = await person.client.upload(makeBmp(40, 30), 'a.bmp');
  const progress: number[] = [];
  const run = { imageUrl, format: 'png', width: 20, fileName: 'a.bmp' };
  const done = await callTool(client, 'image-converter_convert', run, told => progress.push(told.progress));
  expect(done).toMatchObject({ isError: false, data: { status: 'done' } });
  expect(progress.length).toBeGreaterThan(0);
  const { resources } = await client.listResources();
  const found = resources.find(({ uri }) => uri.includes(done.data.taskId));
  expect(found?.name).toBe('a.png');
  const { contents } = await client.readResource({ uri: found!.uri });
  const [{ blob }] = contents as unknown as [{ blob: string }];
  expect(await sharp(Buffer.from(blob, 'base64')).metadata()).toMatchObject({ format: 'png', width: 20, height: 15 });
});

test('a price is asked of the user through the pipe', async () => {
  const client = await connect(key, { elicitation: {} });
  const questions: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    return { action: 'accept', content: {} };
  });
  const imageUrl = await person.client.upload(makeBmp(40, 30), 'p.bmp');
  const done = await callTool(client, 'photo-filter_filter', { imageUrl, filterType: 'negative' });
  expect(questions).toEqual([expect.stringContaining('1 use')]);
  expect(done.data).toMatchObject({ status: 'done', charge: { state: 'settled' } });
  expect(await ownedBy(server, person)).toEqual([4, 0, 0, 0]);
});

test('a wrong key is an answer, not a wait; without one it does not start', async () => {
  await expect(connect(`pxk_${'A'.repeat(43)}`)).rejects.toThrow('KEY_INVALID');
  const { code, err } = await runProgram(['mcp', '--server', server.url], { cwd: '/tmp' });
  expect([code, err]).toEqual([3, expect.stringContaining('API key')]);
});
