// AI drawing from the call to the account, through the real worker and child, with simulated drawing servers: pictures arrive and are charged once;
// refusals, broken responses and stalls cost nothing and are not retried.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Task } from 'contract/task.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced, give, ownedBy } from '../../testing/money.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

type Way = 'works' | 'refuses' | 'breaks' | 'lies' | 'stalls';

let standIn: Server;
let base: string;
let picture: string;
let way: Way = 'works';
/** Requests for pictures, and those of them that were aborted. */
let asked: string[] = [];
let hungUp = 0;

/** Sends a part of a response, as if the connection had dropped. */
function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' }).write('{"data":[');
  setTimeout(() => response.destroy(), 20);
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Each server's response to a request for this many pictures. */
function answer(path: string, count: number, response: ServerResponse): void {
  const images = Array.from({ length: count }, () => (way === 'lies' ? 'bm8gcGljdHVyZQ==' : picture));
  if (path === '/openai/images/generations')
    json(response, 200, { created: 1, data: images.map(b64_json => ({ b64_json })) });
  else if (path === '/sdwebui/sdapi/v1/txt2img') json(response, 200, { images, parameters: {}, info: '' });
  else if (path === '/comfyui/prompt') json(response, 200, { prompt_id: `p${count}`, number: 1, node_errors: {} });
  else json(response, 404, {});
}

function answerComfy(path: string, response: ServerResponse): boolean {
  const [, count] = /^\/comfyui\/history\/p(\d)$/.exec(path) ?? [];
  if (count) {
    const images = Array.from({ length: Number(count) }, (_, i) => ({
      filename: `${i}.png`,
      subfolder: '',
      type: 'output',
    }));
    json(response, 200, { [`p${count}`]: { status: { status_str: 'success' }, outputs: { saved: { images } } } });
  } else if (path.startsWith('/comfyui/view'))
    response.end(way === 'lies' ? 'no picture' : Buffer.from(picture, 'base64'));
  else if (path === '/comfyui/queue') json(response, 200, {});
  else return false;
  return true;
}

function play(request: IncomingMessage, body: string, response: ServerResponse): void {
  const path = request.url ?? '';
  if (answerComfy(path, response)) return;
  // How far a drawing is, and the websocket, are not told here.
  if (/\/(progress|ws)(\?|$)/.test(path)) {
    json(response, 404, {});
    return;
  }
  asked.push(path);
  const wish = JSON.parse(body) as {
    n?: number;
    batch_size?: number;
    prompt?: { latent?: { inputs: { batch_size: number } } };
  };
  const count = wish.n ?? wish.batch_size ?? wish.prompt?.latent?.inputs.batch_size ?? 1;
  if (way === 'refuses') json(response, 400, { error: { code: 'content_policy_violation', message: 'no' } });
  else if (way === 'breaks') breakOff(response);
  else if (way !== 'stalls') answer(path, count, response);
  response.on('close', () => {
    if (!response.writableFinished && way === 'stalls') hungUp += 1;
  });
}

beforeAll(async () => {
  picture = (
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0c8040' } })
      .png()
      .toBuffer()
  ).toString('base64');
  standIn = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => play(request, Buffer.concat(chunks).toString() || '{}', response));
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => standIn.once('listening', resolve));
  base = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
});
afterAll(() => {
  standIn.closeAllConnections();
  standIn.close();
});
beforeEach(() => {
  [asked, hungUp] = [[], 0];
});

let lastMobile = 13_760_000_000;

describe.each(['openai', 'sdwebui', 'comfyui'] as const)('%s', kind => {
  let server: TestServer;
  let person: LoggedIn;
  beforeAll(async () => {
    const model: Record<string, string> = kind === 'comfyui' ? { DRAW_MODEL: 'sd.safetensors' } : {};
    const address = { DRAW_API: kind, DRAW_URL: `${base}/${kind}`, DRAW_KEY: 'secret', ...model };
    server = await startTestServer({ environment: { MEMBERSHIP: 'on', ...address }, speech: 'pocketsphinx' });
    person = await logInAs(server, String(++lastMobile));
    await give(server, person, { uses: 10, term: 'forever' });
  });
  afterAll(async () => {
    expect(await findUnbalanced(server)).toEqual([]);
    await server.stop();
  });

  const size = { width: 512, height: 384 };
  const draw = async (how: Way, options: object = {}) => {
    way = how;
    const wish = { prompt: 'a green field', count: 2, ...size, wait: 15, ...options };
    let task = (await person.client.post<Task>('/web/textToImage', wish)).body;
    while (task.data && (task.data.status === 'queued' || task.data.status === 'running') && how !== 'stalls')
      task = (await person.client.get<Task>(`/web/task/${task.data.taskId}`)).body;
    return task;
  };

  test('draws, and charges the uses once, when the pictures are downloaded', async () => {
    const { data } = await draw('works');
    expect(data).toMatchObject({ status: 'done', result: { meta: { engine: 'server' } } });
    expect(data.result!.files.map(({ width, height }) => [width, height])).toEqual([
      [64, 48],
      [64, 48],
    ]);
    expect(asked).toHaveLength(1);
    const fetchAll = () => person.client.post<{ url: string }>(`/web/task/${data.taskId}/download`);
    const [{ body }] = [await fetchAll(), await fetchAll()];
    const { dominant } = await sharp(Buffer.from(await (await fetch(body.data.url)).arrayBuffer())).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r);
    expect(await ownedBy(server, person)).toEqual([8, 0, 0, 0]);
  });

  const failures = [
    ['refuses', kind === 'openai' ? 'DRAW_REFUSED' : undefined],
    ['breaks', 'DRAW_FAILED'],
    ['lies', 'DRAW_FAILED'],
  ] as const;
  test.each(failures)('a server that %s gets one request, and nothing is charged', async (how, code) => {
    const before = await ownedBy(server, person);
    const { data, error } = await draw(how);
    expect(data?.error?.error ?? error).toEqual(code ?? expect.stringMatching(/^DRAW_/));
    expect(asked).toHaveLength(1);
    expect(await ownedBy(server, person)).toEqual(before);
  });

  test('a product before a drawn background is paid once, and costs nothing when the server fails or the person cancels', async () => {
    const before = await ownedBy(server, person);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect x="140" y="60" width="120" height="280"/></svg>';
    const imageUrl = await person.client.upload(await sharp(Buffer.from(svg)).png().toBuffer(), 'bottle.png');
    const stage = async (how: Way) => {
      way = how;
      const wish = { imageUrl, prompt: 'a green field', width: 256, height: 256, wait: 0 };
      const { taskId } = (await person.client.post<Task>('/web/shopImage', wish)).body.data;
      const look = async () => (await person.client.get<Task>(`/web/task/${taskId}`)).body.data;
      if (how === 'stalls') await expect.poll(() => asked.length).toBe(3);
      if (how === 'stalls') await person.client.post(`/web/task/${taskId}/cancel`);
      await expect.poll(async () => ['queued', 'running'].includes((await look()).status)).toBe(false);
      return look();
    };
    expect(await stage('breaks')).toMatchObject({ status: 'failed', error: { error: 'DRAW_FAILED' } });
    const done = await stage('works');
    expect(done).toMatchObject({ status: 'done', charge: { kind: 'use', amount: 1, state: 'held' } });
    expect(await stage('stalls')).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => hungUp).toBe(1);
    const fetchIt = () => person.client.post(`/web/task/${done.taskId}/download`);
    expect([(await fetchIt()).status, (await fetchIt()).status]).toEqual([200, 200]);
    expect(asked).toHaveLength(3);
    expect((await ownedBy(server, person))[0]).toBe(before[0]! - 1);
  });

  test('the connection to a stalled server is closed on cancellation, and nothing is charged', async () => {
    const before = await ownedBy(server, person);
    const { data } = await draw('stalls', { wait: 0 });
    await expect.poll(() => asked.length).toBe(1);
    await person.client.post(`/web/task/${data.taskId}/cancel`);
    await expect.poll(() => hungUp).toBe(1);
    expect((await person.client.get<Task>(`/web/task/${data.taskId}`)).body.data.status).toBe('cancelled');
    expect(asked).toHaveLength(1);
    expect(await ownedBy(server, person)).toEqual(before);
  });
});
