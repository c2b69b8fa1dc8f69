// Drawing servers, simulated according to the three projects' documentation: the requests, the retries, and the handling of refusals, failures,
// stalls and dropped connections.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { askForPictures } from './ask-server.ts';
import type { DrawServerSettings } from './draw-calls.ts';
import { Farewells } from './farewells.ts';

const root = mkdtempSync(path.join(tmpdir(), 'draw-'));
const folder = path.join(root, 'task-7-2', 'out');
const picture = Buffer.from('iVBORw0KGgo=', 'base64');
const b64 = picture.toString('base64');
const mask = Buffer.from('iVBORw0KGgoAAA==', 'base64');

/** As documented in api-reference/images for the newer models: no response_format, three sizes. */
const openaiSchema = z.strictObject({
  model: z.literal('gpt-image-1'),
  prompt: z.string().min(1).max(32_000),
  n: z.number().int().min(1).max(10),
  size: z.enum(['1024x1024', '1536x1024', '1024x1536', 'auto']),
});
const webuiFields = {
  prompt: z.string(),
  negative_prompt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  batch_size: z.number().int(),
  n_iter: z.literal(1),
  seed: z.number().int(),
  steps: z.number().int(),
  cfg_scale: z.number(),
  force_task_id: z.string().startsWith('task-7-'),
};
const webuiSchema = z.strictObject(webuiFields);
const webuiStartSchema = z.strictObject({
  ...webuiFields,
  init_images: z.array(z.base64()).length(1),
  denoising_strength: z.number().min(0).max(1),
});
const webuiMaskSchema = webuiStartSchema.extend({
  mask: z.base64(),
  inpainting_mask_invert: z.literal(1),
  inpainting_fill: z.number().int().min(0).max(3),
  inpaint_full_res: z.boolean(),
  mask_blur: z.number().int().min(0),
});
/** A graph of nodes in which every link points to an existing node. */
const comfySchema = z.strictObject({
  client_id: z.uuid(),
  prompt_id: z.uuid(),
  prompt: z
    .record(z.string(), z.strictObject({ class_type: z.string(), inputs: z.record(z.string(), z.unknown()) }))
    .refine(nodes =>
      Object.values(nodes).every(({ inputs }) =>
        Object.values(inputs).every(value => !Array.isArray(value) || String(value[0]) in nodes),
      ),
    ),
});

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;
let server: Server;
let base = '';
let answer: Answer;
const farewells = new Farewells(pino({ enabled: false }));
let calls: { path: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'start.png'), picture);
  writeFileSync(path.join(folder, 'mask.png'), mask);
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      // The websocket of ComfyUI is optional, and not served here.
      if (request.headers.upgrade) return void response.writeHead(404).end();
      calls.push({ path: request.url ?? '', headers: request.headers, body });
      answer(request, body, response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  calls = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true });
});

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const draw = (
  settings: Partial<DrawServerSettings>,
  question: Partial<DrawQuestion> = {},
  { limitMs = 60_000, signal = new AbortController().signal } = {},
) =>
  askForPictures(
    {
      kind: 'openai',
      url: base,
      key: 'secret',
      model: 'gpt-image-1',
      prompts: 'as-written',
      chat: null,
      workflow: null,
      ...settings,
    },
    { server: 'draw', prompt: 'a cat', negativePrompt: '', width: 1024, height: 1024, count: 1, seed: 5, ...question },
    { folder, account: undefined, signal, onProgress: () => undefined, farewells },
    { limitMs, pauses: [1, 1] },
  );
/** The start picture, mask and strength of a question that expands a picture. */
const expansion = { file: path.join(folder, 'start.png'), mask: path.join(folder, 'mask.png'), strength: 0.9 };
const imagesOf = ({ body }: { body: string }) => (JSON.parse(body) as { images: string[] }).images;

describe('OpenAI images', () => {
  const works: Answer = (_request, body, response) => {
    const { n } = openaiSchema.parse(JSON.parse(body.toString()));
    json(response, 200, { created: 1, data: Array.from({ length: n }, () => ({ b64_json: b64 })) });
  };

  test('sends one request with its key and the nearest size, and puts the negative prompt into the prompt', async () => {
    answer = works;
    const drawn = await draw({}, { count: 3, width: 1344, height: 768, negativePrompt: 'rain' });
    expect(imagesOf(drawn)).toEqual([b64, b64, b64]);
    expect(calls.map(call => [call.path, call.headers.authorization, call.headers['idempotency-key']])).toEqual([
      ['/images/generations', 'Bearer secret', 'task-7'],
    ]);
    expect(JSON.parse(calls[0]!.body.toString())).toMatchObject({
      size: '1536x1024',
      prompt: 'a cat\nDo not show: rain',
    });
  });

  test('sends a start picture as a form', async () => {
    answer = (_request, _body, response) => json(response, 200, { data: [{ b64_json: b64 }] });
    await draw({}, { file: path.join(folder, 'start.png'), strength: 0.4 });
    const sent = await new Response(new Uint8Array(calls[0]!.body), {
      headers: { 'content-type': String(calls[0]!.headers['content-type']) },
    }).formData();
    expect(calls[0]!.path).toBe('/images/edits');
    expect([sent.get('model'), sent.get('prompt'), sent.get('n')]).toEqual(['gpt-image-1', 'a cat', '1']);
    expect(Buffer.from(await (sent.get('image') as File).arrayBuffer())).toEqual(picture);
    expect(sent.has('mask')).toBe(false);
  });

  test('sends a mask beside the start picture', async () => {
    answer = (_request, _body, response) => json(response, 200, { data: [{ b64_json: b64 }] });
    await draw({}, expansion);
    const sent = await new Response(new Uint8Array(calls[0]!.body), {
      headers: { 'content-type': String(calls[0]!.headers['content-type']) },
    }).formData();
    const file = sent.get('mask') as File;
    expect([file.name, file.type]).toEqual(['mask.png', 'image/png']);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(mask);
  });

  test('retries when told to wait, but not when the request may have been charged', async () => {
    answer = (request, body, response) =>
      calls.length === 1 ? json(response, 429, { error: {} }) : works(request, body, response);
    expect((await draw({})).status).toBe(200);
    expect(calls.length).toBe(2);
    for (const status of [500, 502, 504, 400]) {
      calls = [];
      answer = (_request, _body, response) => json(response, status, { error: { message: 'no' } });
      expect((await draw({})).status).toBe(status);
      expect(calls.length, String(status)).toBe(1);
    }
  });

  test('a policy refusal is reported as such', async () => {
    answer = (_request, _body, response) => json(response, 400, { error: { code: 'moderation_blocked' } });
    expect((await draw({})).status).toBe(451);
  });

  test('a stalled or truncated response fails without a retry', async () => {
    answer = () => undefined;
    expect((await draw({}, {}, { limitMs: 150 })).status).toBe(0);
    answer = (_request, _body, response) => {
      response.writeHead(200, { 'content-length': '100000' }).write('{"data":');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await draw({})).status).toBe(0);
    answer = (_request, _body, response) => json(response, 200, { data: [{ url: 'http://10.0.0.1/x.png' }] });
    expect((await draw({})).status).toBe(0);
    expect(calls.length).toBe(3);
  });

  test('an unreachable server is retried a limited number of times', async () => {
    expect((await draw({ url: 'http://127.0.0.1:1' })).status).toBe(0);
  });

  test('the key is not sent to a redirect target', async () => {
    answer = (_request, _body, response) => void response.writeHead(307, { location: `${base}/elsewhere` }).end();
    expect((await draw({})).status).toBe(0);
    expect(calls.map(call => call.path)).toEqual(['/images/generations']);
  });
});

test('Stable Diffusion WebUI: prompts, and a start picture', async () => {
  answer = (request, body, response) => {
    (request.url === '/sdapi/v1/img2img' ? webuiStartSchema : webuiSchema).parse(JSON.parse(body.toString()));
    json(response, 200, { images: [b64, b64], parameters: {}, info: '' });
  };
  const settings = { kind: 'sdwebui', model: '', key: 'name:word' } as const;
  expect(imagesOf(await draw(settings, { count: 2 }))).toEqual([b64, b64]);
  expect(imagesOf(await draw(settings, { file: path.join(folder, 'start.png'), strength: 0.3 }))).toEqual([b64]);
  expect(calls.map(call => call.path)).toEqual(['/sdapi/v1/txt2img', '/sdapi/v1/img2img']);
  expect(calls[0]!.headers.authorization).toBe(`Basic ${Buffer.from('name:word').toString('base64')}`);
});

test('a Chinese prompt is sent in English, and the answer says what was sent', async () => {
  answer = (_request, _body, response) => json(response, 200, { images: [b64], parameters: {}, info: '' });
  const wish = { prompt: '火锅旁边的红色小狗, Oil paint style', negativePrompt: '雨' };
  const { body } = await draw({ kind: 'sdwebui', model: '', prompts: 'english' }, wish);
  const { prompt, negative_prompt } = JSON.parse(calls[0]!.body.toString()) as Record<string, string>;
  expect([prompt, negative_prompt]).toEqual(['火锅 red puppy, Oil paint style', 'rain']);
  const sent = { prompt, negativePrompt: 'rain', by: 'words', unknown: ['火锅'] };
  expect(JSON.parse(body)).toEqual({ images: [b64], sent });
});

test('Stable Diffusion WebUI draws where a mask is transparent', async () => {
  let sent: z.output<typeof webuiMaskSchema> | undefined;
  answer = (_request, body, response) => {
    sent = webuiMaskSchema.parse(JSON.parse(body.toString()));
    json(response, 200, { images: [b64], parameters: {}, info: '' });
  };
  expect(imagesOf(await draw({ kind: 'sdwebui', model: '' }, expansion))).toEqual([b64]);
  expect([calls[0]!.path, sent?.mask, sent?.denoising_strength]).toEqual([
    '/sdapi/v1/img2img',
    mask.toString('base64'),
    0.9,
  ]);
});

describe('ComfyUI', () => {
  const settings = { kind: 'comfyui', model: 'sd.safetensors' } as const;
  let looks = 0;
  const works: Answer = (request, body, response) => {
    const url = request.url ?? '';
    if (url === '/upload/image') json(response, 200, { name: 'task.png', subfolder: '', type: 'input' });
    else if (url === '/prompt') {
      comfySchema.parse(JSON.parse(body.toString()));
      json(response, 200, { prompt_id: 'p1', number: 1, node_errors: {} });
    } else if (url === '/history/p1') {
      const files = [{ filename: 'a.png', subfolder: '', type: 'output' }];
      json(
        response,
        200,
        ++looks < 2 ? {} : { p1: { status: { status_str: 'success' }, outputs: { saved: { images: files } } } },
      );
    } else if (url.startsWith('/view?filename=a.png')) response.writeHead(200).end(picture);
    else json(response, 404, {});
  };

  test('queues a graph, polls until it is done, and downloads its pictures', async () => {
    looks = 0;
    answer = works;
    expect(imagesOf(await draw(settings, { file: path.join(folder, 'start.png') }))).toEqual([b64]);
    expect(calls.map(call => call.path.replace(/\?.*/, ''))).toEqual([
      '/upload/image',
      '/prompt',
      '/history/p1',
      '/history/p1',
      '/view',
    ]);
    const { prompt } = JSON.parse(calls[1]!.body.toString()) as { prompt: Record<string, { inputs: object }> };
    expect(prompt.sampled?.inputs).toMatchObject({ seed: 5, denoise: 0.6, latent_image: ['latent', 0] });
    expect(prompt.start?.inputs).toEqual({ image: 'task.png' });
  });

  test('draws where a mask is transparent', async () => {
    looks = 0;
    answer = (request, body, response) =>
      request.url === '/upload/image'
        ? json(response, 200, { name: /filename="([^"]+)"/.exec(body.toString('latin1'))?.[1], type: 'input' })
        : works(request, body, response);
    expect(imagesOf(await draw(settings, expansion))).toEqual([b64]);
    expect(calls.slice(0, 3).map(call => call.path)).toEqual(['/upload/image', '/upload/image', '/prompt']);
    const { prompt } = JSON.parse(calls[2]!.body.toString()) as { prompt: Record<string, { inputs: object }> };
    expect(prompt.start?.inputs).toEqual({ image: 'task-7.png' });
    expect(prompt.mask?.inputs).toEqual({ image: 'task-7-mask.png', channel: 'alpha' });
    expect(prompt.masked?.inputs).toEqual({ samples: ['encoded', 0], mask: ['mask', 0] });
    expect(prompt.latent?.inputs).toEqual({ samples: ['masked', 0], amount: 1 });
  });

  test('a failing graph is reported as a failure', async () => {
    answer = (request, body, response) =>
      request.url === '/history/p1'
        ? json(response, 200, { p1: { status: { status_str: 'error' }, outputs: {} } })
        : works(request, body, response);
    expect((await draw(settings)).status).toBe(500);
  });
});
