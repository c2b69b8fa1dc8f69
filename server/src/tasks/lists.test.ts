// Calls that take a list of files, and results with several files, over HTTP.
import { readFileSync } from 'node:fs';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const gifPath = '/web/picture/gif';
const moving = readFileSync(new URL('../../../fixtures/animated-3-frames.gif', import.meta.url));

test('a list arrives complete and in order, even if it names one file twice', async () => {
  const first = await server.client.upload(makeBmp(40, 20), 'first.bmp');
  const second = await server.client.upload(makeBmp(90, 90), 'second.bmp');
  const { status, body } = await server.client.post<Task>(gifPath, {
    list: [first, second, first],
    fileName: 'elsewhere.png',
    wait: 15,
  });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ status: 'done', tool: 'gif', result: { meta: { frames: 3 } } });
  // The result takes its dimensions and name from the first file.
  expect(body.data.result?.files[0]).toMatchObject({ name: 'first-animation.gif', width: 40, height: 20 });
});

test('a list that is too short, too long or names a missing file is refused before anything runs', async () => {
  const known = await server.client.upload(makeBmp(9, 9), 'a.bmp');
  const missing = `input/2020/01/01/01/${'0'.repeat(32)}.png`;
  const refusal = async (list: unknown) => {
    const { status, body } = await server.client.post<Task>(gifPath, { list });
    return [status, body.error];
  };
  expect(await refusal([])).toEqual([400, 'BAD_REQUEST']);
  expect(await refusal(undefined)).toEqual([400, 'BAD_REQUEST']);
  expect(await refusal(known)).toEqual([400, 'BAD_REQUEST']);
  expect(await refusal(Array.from({ length: 301 }, () => known))).toEqual([400, 'BAD_REQUEST']);
  expect(await refusal([known, missing])).toEqual([404, 'UPLOAD_NOT_FOUND']);
  expect(await refusal([known, 'file:///etc/passwd'])).toEqual([400, 'LINK_BAD']);
});

test('all files of a result can be downloaded as one zip, only by the owner', async () => {
  const imageUrl = await server.client.upload(moving, 'dance.gif');
  const { body } = await server.client.post<Task>('/web/picture/gif/split', { imageUrl, wait: 15 });
  const { taskId, result } = body.data;
  expect(result?.files.map(({ name }) => name)).toEqual(['dance-1.png', 'dance-2.png', 'dance-3.png']);

  const asked = await server.client.post<{ url: string }>(`/web/task/${taskId}/download`, { all: true });
  const zip = await fetch(asked.body.data.url);
  const bytes = Buffer.from(await zip.arrayBuffer());
  expect(zip.headers.get('content-disposition')).toContain('dance-gif.zip');
  for (const name of ['dance-1.png', 'dance-2.png', 'dance-3.png']) expect(bytes.includes(name)).toBe(true);

  const bare = `${server.url}/web/task/${taskId}/zip`;
  expect((await fetch(bare, { headers: server.client.headers })).status).toBe(200);
  expect((await fetch(bare, { headers: server.stranger.headers })).status).toBe(404);
  const other = await server.client.post<Task>('/web/picture/gif/split', { imageUrl, wait: 15 });
  const ticket = new URL(asked.body.data.url).search;
  expect((await fetch(`${server.url}/web/task/${other.body.data.taskId}/zip${ticket}`)).status).toBe(404);
  expect((await server.stranger.post(`/web/task/${taskId}/download`, { all: true })).status).toBe(404);
});
