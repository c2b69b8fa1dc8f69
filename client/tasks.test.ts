// Tasks of a client on a real server with a worker, over a network that loses answers and streams.
import type { Task } from 'contract/task.ts';
import { makeBmp, readWebpSize } from 'server/testing/pictures.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import { tools } from 'tools/index.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { usualPatience } from './attempt.ts';
import { createClient, type NamedClient } from './client.ts';
import { type LossyProxy, openLossyProxy, type SeenRequest } from './testing/lossy-proxy.ts';

const convertPath = '/web/picture/format/newPicFormat';

let server: TestServer;
let proxy: LossyProxy;
let client: NamedClient;
beforeAll(async () => {
  server = await startTestServer();
  proxy = await openLossyProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
});
beforeEach(() => {
  client = createClient({ origin: proxy.url, tools });
  proxy.requests.length = 0;
  proxy.trouble = () => undefined;
});

/** Tasks wait until the returned function is called, or the test ends. */
async function holdWork(): Promise<() => void> {
  await server.stopWorkers();
  let isHeld = true;
  const release = () => {
    if (isHeld) server.startWorker();
    isHeld = false;
  };
  onTestFinished(release);
  return release;
}
const picture = () => new File([makeBmp(48, 32)], 'photo.bmp');
const isCall = ({ path }: SeenRequest) => path === convertPath;
const isEvents = ({ path }: SeenRequest) => path.endsWith('/events');
const isPoll = ({ method, path }: SeenRequest) => method === 'GET' && /^\/web\/task\/[^/]+$/.test(path);
const count = (is: (request: SeenRequest) => boolean) => proxy.requests.filter(is).length;
const convert = (onChange?: (task: Task) => void) =>
  client.tools.imageConverter({ imageUrl: picture(), format: 'webp' }, onChange && { onChange });
const ownTasks = async () => (await client.listTasks()).list;

test('a file goes in, the task is heard of until it is done, and its result comes out', async () => {
  const heard: Task[] = [];
  const task = await convert(change => heard.push(change));
  expect(task).toMatchObject({ status: 'done', progress: 100, tool: 'image-converter' });
  expect(heard.at(-1)).toEqual(task);
  expect(heard.map(({ progress }) => progress)).toEqual(
    heard.map(({ progress }) => progress).toSorted((a, b) => a - b),
  );
  expect(task.result?.files[0]?.name).toBe('photo.webp');
  const answer = await client.openResult(task.taskId);
  expect(readWebpSize(Buffer.from(await answer.arrayBuffer()))).toEqual({ width: 48, height: 32 });
});

test('a link to a stored file, a path and a list of files are inputs too', async () => {
  const stored = await client.upload(picture());
  const first = await client.runTask(convertPath, { imageUrl: stored.path, format: 'png' });
  expect(first.status).toBe('done');
  const sent: [number, number][] = [];
  const one = picture();
  const pdf = await client.tools.picturesToPdf(
    { list: [one, stored.path, one] },
    { onSent: (...told) => sent.push(told) },
  );
  expect(pdf).toMatchObject({ status: 'done', result: { meta: { pages: 3 } } });
  expect(sent.at(-1)).toEqual([one.size, one.size]);
});

test('a call whose answer is lost is repeated and makes one task', async () => {
  proxy.trouble = request => (isCall(request) && count(isCall) === 1 ? 'lose answer' : undefined);
  const task = await convert();
  expect(count(isCall)).toBe(2);
  expect((await ownTasks()).map(({ taskId }) => taskId)).toEqual([task.taskId]);
  expect(task.status).toBe('done');
});

test('a stream that breaks is resumed after the last event that arrived', async () => {
  const release = await holdWork();
  const started = await client.startTask(convertPath, { imageUrl: picture(), format: 'webp' });
  proxy.trouble = request => (isEvents(request) && count(isEvents) === 1 ? 'cut after event' : undefined);
  const followed = client.followTask(started);
  await expect.poll(() => count(isEvents)).toBe(2);
  release();
  expect((await followed).status).toBe('done');
  const [first, second] = proxy.requests.filter(isEvents);
  expect(first?.headers['last-event-id']).toBeUndefined();
  expect(Number(second?.headers['last-event-id'])).toBeGreaterThan(0);
  expect(count(isPoll)).toBe(0);
});

test.each([
  ['refused for now', { status: 429, headers: { 'retry-after': '1' } }],
  ['blocked by a proxy', { status: 502 }],
] as const)('a task is polled while streams are %s', async (_, fault) => {
  proxy.trouble = request => (isEvents(request) ? fault : undefined);
  expect((await convert()).status).toBe('done');
  expect(count(isPoll)).toBeGreaterThan(0);
});

test('a damaged file makes a task that has failed, told by the task and not by an error', async () => {
  const broken = new File([makeBmp(48, 32).subarray(0, 200)], 'broken.bmp');
  const task = await client.tools.imageConverter({ imageUrl: broken, format: 'webp' });
  expect(task).toMatchObject({ status: 'failed', error: { error: 'FILE_CORRUPT' } });
  // Also if the call waits for the end and is answered with the failure.
  const waited = await client.startTask(convertPath, { imageUrl: broken, format: 'png' }, { waitSeconds: 15 });
  expect(waited).toMatchObject({ status: 'failed', error: { error: 'FILE_CORRUPT' } });
});

test('a task is cancelled, also by aborting its run', async () => {
  await holdWork();
  const started = await client.startTask(convertPath, { imageUrl: picture(), format: 'webp' });
  expect((await client.cancelTask(started.taskId)).status).toBe('cancelled');
  const stop = new AbortController();
  let taskId = '';
  const aborted = client.runTask(
    convertPath,
    { imageUrl: picture(), format: 'webp' },
    {
      signal: stop.signal,
      onChange: task => {
        taskId = task.taskId;
        stop.abort(new Error('enough'));
      },
    },
  );
  await expect(aborted).rejects.toThrow('enough');
  await expect.poll(async () => (await client.findTask(taskId)).status).toBe('cancelled');
});

test('files that the server has deleted are sent again for the next call', async () => {
  const file = picture();
  const first = await client.tools.imageConverter({ imageUrl: file, format: 'webp' });
  await client.deleteTask(first.taskId);
  const second = await client.tools.imageConverter({ imageUrl: file, format: 'png' });
  expect(second.status).toBe('done');
  expect(count(({ method }) => method === 'PUT')).toBe(2);
});

test('a quote tells price and permission and starts nothing', async () => {
  const quote = await client.quote(convertPath, { imageUrl: picture(), format: 'webp' });
  expect(quote).toMatchObject({ allowed: true, reason: null, charge: { state: 'none' } });
  expect(await ownTasks()).toEqual([]);
});

test('a refused call has the code of the table, the sentence of the server and the number of the request', async () => {
  const refused = client.runTask<string>(convertPath, { imageUrl: picture(), format: 'mp3' });
  await expect(refused).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    status: 400,
    details: { issues: [{ path: 'format' }] },
    requestId: expect.stringMatching(/./),
    msg: /format|valid/,
  });
  const chinese = createClient({ origin: proxy.url, language: 'zh' });
  await expect(chinese.findTask('nonsense')).rejects.toMatchObject({ code: 'TASK_NOT_FOUND', msg: /任务/ });
});

test('a server that is away or silent is told by a code of its own', async () => {
  const hasty = { origin: proxy.url, patience: { giveUpAfterMs: 700 } };
  proxy.trouble = () => ({ cutAnswerAfter: 1 });
  await expect(createClient(hasty).listTasks()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', status: 0 });
  expect(proxy.requests.length).toBeGreaterThan(1);
  proxy.trouble = () => 'silence';
  const route = { method: 'GET', path: '/web/task' } as const;
  await expect(createClient(hasty).call(route, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'ANSWER_LATE' });
  const away = createClient({ origin: 'http://127.0.0.1:9', patience: { ...usualPatience, giveUpAfterMs: 0 } });
  await expect(away.listTasks()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', msg: /can’t be reached/ });
});
