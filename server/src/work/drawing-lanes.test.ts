// Runs that wait for a drawing server wait in the lane of model servers: one that stalls, asked by product pictures and anime, holds up no
// cutout; what it drew is among the inputs of the run that follows, and is drawn once.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { StoreUnavailable } from '../adapters/objects.ts';

let standIn: Server;
let server: TestServer;
let upload: string;
/** What the drawing server answers; undefined: nothing, ever. */
let image: string | undefined;
let asked: { prompt: string; negative_prompt: string; batch_size: number; init_images?: string[]; mask?: string }[] =
  [];
const stalled = new Set<ServerResponse>();

async function makeBottle(): Promise<Buffer> {
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect x="140" y="60" width="120" height="280" rx="16" fill="#c03020"/></svg>';
  return sharp(Buffer.from(drawn)).png().toBuffer();
}

const makePlain = async (background: string) =>
  (
    await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64');

beforeAll(async () => {
  standIn = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      // How far a drawing is, is not told here.
      if (request.url?.includes('/progress')) return void response.writeHead(404).end();
      const wish = JSON.parse(Buffer.concat(chunks).toString());
      asked.push(wish);
      if (image === undefined) return void stalled.add(response);
      const images = Array.from({ length: wish.batch_size }, () => image);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ images }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => standIn.once('listening', resolve));
  const { port } = standIn.address() as AddressInfo;
  server = await startTestServer({ environment: { DRAW_API: 'sdwebui', DRAW_URL: `http://127.0.0.1:${port}` } });
  upload = await server.client.upload(await makeBottle(), 'bottle.png');
});
afterAll(async () => {
  standIn.closeAllConnections();
  standIn.close();
  await server.stop();
});
afterEach(() => {
  asked = [];
  stalled.clear();
});

const send = async (path: string, body: object) => {
  const reply = await server.client.post<Task>(path, { wait: 0, ...body });
  expect(reply.body).toMatchObject({ code: 200 });
  return reply.body.data.taskId;
};
const size = { width: 256, height: 256 };
const sendProduct = (options: object = {}) =>
  send('/web/shopImage', { imageUrl: upload, prompt: 'a beach', format: 'png', lightMatch: 0, ...size, ...options });
const sendAnime = (options: object = {}) => send('/web/headimageToImage', { image_url: upload, ...options });

const look = async (taskId: string) => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
const hasEnded = ({ status }: Task) => status !== 'queued' && status !== 'running';
async function end(taskId: string): Promise<Task> {
  await expect.poll(async () => hasEnded(await look(taskId))).toBe(true);
  return look(taskId);
}
const laneOf = async (taskId: string) =>
  (await server.postgres.pool.query('select lane from task where id = $1', [taskId])).rows[0].lane;
const pixelAt = async ({ result }: Task, x: number, y: number) => {
  const bytes = Buffer.from(await (await fetch(result!.files[0]!.url!)).arrayBuffer());
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)];
};

test('stalled drawings delay no cutout, and their connections are closed when they are cancelled', async () => {
  image = undefined;
  const waiting: string[] = [];
  for (const give of [sendProduct, sendAnime, sendProduct, sendAnime]) waiting.push(await give());
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const cutout = await end(await send('/web/cutImage/newCutImage', { imageUrl: upload, matteUrl: upload }));
  expect(cutout).toMatchObject({ status: 'done' });
  for (const taskId of waiting) {
    expect(await laneOf(taskId)).toBe('remote');
    expect(hasEnded(await look(taskId))).toBe(false);
  }
  const hungUp = new Set<ServerResponse>();
  for (const response of stalled) response.on('close', () => hungUp.add(response));
  for (const taskId of waiting) await server.client.post(`/web/task/${taskId}/cancel`);
  await expect.poll(() => [...stalled].every(one => one.destroyed || hungUp.has(one))).toBe(true);
  for (const taskId of waiting) expect(await look(taskId)).toMatchObject({ status: 'cancelled' });
});

test('a product is placed on the background that was drawn for it, which is requested once, although the store is away when it comes', async () => {
  image = await makePlain('#2060a0');
  const put = vi.spyOn(server.parts.objects, 'putFile').mockRejectedValueOnce(new StoreUnavailable('no answer'));
  const taskId = await sendProduct();
  const task = await end(taskId);
  expect(put.mock.calls.filter(([key]) => key.startsWith('input/'))).toHaveLength(2);
  put.mockRestore();
  expect(task).toMatchObject({ status: 'done', result: { meta: { background: 'server', warnings: [] } } });
  expect(task.result!.meta!.sent).toEqual({
    prompt: asked[0]!.prompt,
    negativePrompt: asked[0]!.negative_prompt,
    by: 'writer',
    unknown: [],
  });
  expect([await pixelAt(task, 5, 5), await pixelAt(task, 128, 150)]).toEqual([
    [32, 96, 160],
    [192, 48, 32],
  ]);
  expect(await laneOf(taskId)).toBe('model');
  expect(asked).toHaveLength(1);
  expect(asked[0]!.prompt.startsWith('a beach')).toBe(true);
});

test('a product image says in which words its background was asked for, what was not translated, and another shape', async () => {
  image = await makePlain('#2060a0');
  const task = await end(await sendProduct({ prompt: '火锅，沙滩', width: 512 }));
  const { sent, sizes, warnings } = task.result!.meta as Record<string, unknown>;
  expect(asked[0]!.prompt).toMatch(/^火锅, beach, empty product photography/);
  expect(sent).toMatchObject({ prompt: asked[0]!.prompt, by: 'words', unknown: ['火锅'] });
  expect(sizes).toEqual({ wanted: { width: 512, height: 256 }, drawn: { width: 64, height: 64 } });
  expect(warnings).toEqual(expect.arrayContaining(['prompt-partly-translated', 'drawn-in-other-size']));
});

test('runs without a drawing server stay in their own lane', async () => {
  image = undefined;
  const scene = await sendProduct({ prompt: '', backgroundType: 'beach' });
  const own = await sendAnime({ modelId: 'builtin' });
  expect([await laneOf(scene), await laneOf(own)]).toEqual(['model', 'model']);
  expect([(await end(scene)).status, (await end(own)).status]).toEqual(['done', 'done']);
  expect(asked).toEqual([]);
});

test('the drawing server draws a large expansion from the picture and a mask; a small one is made here', async () => {
  image = await makePlain('#2060a0');
  const scene = await sharp(await makeBottle())
    .flatten({ background: '#2060a0' })
    .png()
    .toBuffer();
  const imageUrl = await server.client.upload(scene, 'scene.png');
  const far = await send('/web/imageOutpainting', {
    imageUrl,
    share: { left: 0.5, right: 0.5, top: 0.5, bottom: 0.5 },
  });
  const task = await end(far);
  expect(task).toMatchObject({ status: 'done', result: { meta: { engine: 'server', warnings: [] } } });
  expect(await laneOf(far)).toBe('remote');
  // The server drew everything in one colour; the picture in the middle is unchanged.
  for (const [x, y, red, green, blue] of [
    [20, 20, 32, 96, 160],
    [780, 780, 32, 96, 160],
    [400, 400, 192, 48, 32],
  ] as const)
    expect(await pixelAt(task, x, y)).toEqual([red, green, blue]);
  expect(asked).toHaveLength(1);
  const mask = sharp(Buffer.from(asked[0]!.mask!, 'base64'));
  const { data, info } = await mask.raw().toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3];
  expect([info.width, info.height, info.channels]).toEqual([1024, 1024, 4]);
  expect([alphaAt(0, 0), alphaAt(250, 512), alphaAt(270, 512), alphaAt(512, 512)]).toEqual([0, 0, 255, 255]);
  const near = await send('/web/imageOutpainting', { imageUrl, share: { right: 0.2 } });
  expect([await laneOf(near), (await end(near)).status, asked.length]).toEqual(['model', 'done', 1]);
  // Pixels take precedence over shares.
  const inPixels = await send('/web/imageOutpainting', {
    imageUrl,
    share: { right: 0.2 },
    free_expand_pixel: { left: 200, right: 200, top: 200, bottom: 200 },
  });
  expect([await laneOf(inPixels), (await end(inPixels)).status, asked.length]).toEqual(['remote', 'done', 2]);
});

test('a drawing that is no picture fails once, and a retry has it drawn anew, in the lane it waits in', async () => {
  image = 'bm8gcGljdHVyZQ==';
  const taskIds = [await sendProduct({ batchId: 'again' }), await sendAnime({ batchId: 'again' })];
  // Its header is whole and its pixels are not: only a decoder can tell.
  for (const taskId of taskIds)
    expect(await end(taskId)).toMatchObject({ status: 'failed', error: { error: 'DRAW_FAILED' } });
  expect(asked).toHaveLength(2);
  image = (
    await sharp({
      create: {
        width: 512,
        height: 512,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer()
  )
    .subarray(0, 5000)
    .toString('base64');
  await server.client.post<Batch>('/web/batch/again/retry');
  for (const taskId of taskIds)
    expect(await end(taskId)).toMatchObject({ status: 'failed', error: { error: 'DRAW_FAILED' } });
  expect(asked).toHaveLength(4);
  image = await makePlain('#208040');
  await server.client.post<Batch>('/web/batch/again/retry');
  for (const taskId of taskIds) expect(await end(taskId)).toMatchObject({ status: 'done' });
  expect(asked).toHaveLength(6);
  expect(await pixelAt(await look(taskIds[0]!), 5, 5)).toEqual([32, 128, 64]);
});

test('a client cannot hand in the background as if it had been drawn', async () => {
  image = await makePlain('#2060a0');
  const task = await end(await sendProduct({ drawnUrl: upload }));
  expect(task).toMatchObject({ status: 'done' });
  expect(asked).toHaveLength(1);
});
