// Text from speech through the whole server, with a stand-in for a speech server: it checks requests against the published format, and
// stalls, fails, breaks off or lies on request.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { speak, whyNoSpeech } from 'engines/speech/test-speech.ts';
import { writeWhisperModel } from 'engines/speech/test-whisper-model.ts';
import { makeClip } from 'engines/video/test-clips.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

const call = '/web/videoTotext';
const folder = mkdtempSync(path.join(tmpdir(), 'speech-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = 'the key of the speech server';
type Manner = (response: ServerResponse, number: number) => void;
let manner: Manner;
let heard: { authorization: string | undefined; url: string | undefined; form: FormData }[] = [];
let closed = 0;

const say =
  (text: string): Manner =>
  response =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ language: 'english', text, segments: [{ id: 0, start: 0, end: 1.5, text }] }));

async function readForm(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(chunks), { headers }).formData();
}

async function upload({ client }: TestServer, file: string): Promise<string> {
  const stored = await client.upload(readFileSync(file), path.basename(file));
  await client.post('/web/tos/complete', { key: stored });
  return stored;
}

async function waitFor({ client }: TestServer, taskId: string, isReached: (task: Task) => boolean = () => false) {
  for (;;) {
    const task = (await client.get<Task>(`/web/task/${taskId}`)).body.data;
    if (isReached(task) || ['done', 'failed', 'cancelled'].includes(task.status)) return task;
    await sleep(50);
  }
}

test('a server without a speech engine starts, says so, and refuses', async () => {
  const server = await startTestServer({ speech: null });
  try {
    const { client } = server;
    expect((await client.get('/web/settings')).body.data).toMatchObject({ speech: null });
    const { status, body } = await client.post(call, { videoUrl: 'https://example.org/a.mp4' });
    expect([status, body.error]).toEqual([501, 'SPEECH_NOT_CONFIGURED']);
    expect(body.msg).toContain('npm run models add');
  } finally {
    await server.stop();
  }
});

describe.skipIf(whyNoSpeech)('a speech server', () => {
  let standIn: Server;
  let server: TestServer;
  let videoUrl: string;
  beforeAll(async () => {
    standIn = createServer(async (request, response) => {
      heard.push({ authorization: request.headers.authorization, url: request.url, form: await readForm(request) });
      response.once('close', () => closed++);
      manner(response, heard.length);
    });
    await new Promise<void>(resolve => standIn.listen(0, '127.0.0.1', resolve));
    const { port } = standIn.address() as AddressInfo;
    const environment = { SPEECH_URL: `http://127.0.0.1:${port}/v1/`, SPEECH_KEY: key, SPEECH_MODEL: 'large' };
    server = await startTestServer({ environment });
    const sound = speak(['good morning everyone and welcome', 'how are you feeling today']);
    videoUrl = await upload(server, makeClip({ folder, name: 'talk.mp4', sound, seconds: 2 }));
  });
  afterAll(async () => {
    await server?.stop();
    standIn?.closeAllConnections();
    standIn?.close();
  });
  const start = async (how: Manner, more: Record<string, unknown> = {}): Promise<Task> => {
    manner = how;
    heard = [];
    closed = 0;
    return (await server.client.post<Task>(call, { videoUrl, wait: 0, ...more })).body.data;
  };

  test('a speech server receives each segment in the published format, with the key, and its words are returned', async () => {
    const { taskId } = await start(say('Good morning.'), { language: 'en' });
    const task = await waitFor(server, taskId);
    expect(task.status).toBe('done');
    expect(task.result?.meta).toMatchObject({ engine: 'server', language: 'en', warnings: [] });
    expect(task.result?.segments?.map(({ text }) => text)).toEqual(['Good morning.', 'Good morning.']);
    expect(task.result?.files.map(({ name }) => name)).toEqual(['talk.srt', 'talk.vtt', 'talk.txt', 'talk.docx']);
    expect(heard).toHaveLength(2);
    for (const { authorization, url, form } of heard) {
      expect([authorization, url]).toEqual([`Bearer ${key}`, '/v1/audio/transcriptions']);
      const { file, ...fields } = Object.fromEntries(form);
      expect(fields).toEqual({
        model: 'large',
        response_format: 'verbose_json',
        temperature: '0',
        'timestamp_granularities[]': 'segment',
        language: 'en',
      });
      expect(file).toMatchObject({ name: 'speech.wav', type: 'audio/wav' });
      expect(Buffer.from(await (file as File).arrayBuffer()).toString('ascii', 0, 4)).toBe('RIFF');
    }
    // The sound track itself can be played.
    const sound = await fetch(String(task.result?.meta?.layerUrl));
    expect(Buffer.from(await sound.arrayBuffer()).toString('ascii', 4, 8)).toBe('ftyp');
  });

  test('the words so far are shown during the work, and cancelling ends it at once', async () => {
    // The first segment is answered, the second never.
    const { taskId } = await start((response, number) =>
      number === 1 ? say('Good morning.')(response, 1) : undefined,
    );
    const running = await waitFor(server, taskId, ({ partial }) => (partial?.segments.length ?? 0) > 0);
    expect(running).toMatchObject({ status: 'running', result: null });
    expect(running.partial?.segments.map(({ text }) => text)).toEqual(['Good morning.']);
    // A request that is cancelled before the stand-in has read it would not count as closed.
    while (heard.length < 2) await sleep(20);
    await server.client.post(`/web/task/${taskId}/cancel`, {});
    expect((await waitFor(server, taskId)).status).toBe('cancelled');
    // The unanswered request is abandoned.
    while (closed < 2) await sleep(20);
    expect((await waitFor(server, taskId)).partial).toBeUndefined();
  });

  test.each<[string, Manner]>([
    ['refuses the key', response => void response.writeHead(401).end('{"error":{"message":"bad key"}}')],
    ['answers a page', response => void response.writeHead(200).end('<html>maintenance</html>')],
    ['sends it elsewhere', response => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['cuts off', response => void response.writeHead(200).write('{"text":"go', () => response.destroy())],
  ])('a speech server that %s fails the task with a sentence and does not affect our server', async (_, how) => {
    const { taskId } = await start(how);
    const task = await waitFor(server, taskId);
    expect([task.status, task.error?.error]).toEqual(['failed', 'SPEECH_ENGINE_FAILED']);
    expect(task.error?.msg).not.toContain('127.0.0.1');
  });

  test('false times and words from a speech server are kept within the clip', async () => {
    const segments = [
      { start: -1e9, end: 1e9, text: 'one\u0000\u001b[31m' },
      { start: 5, end: 1, text: 'two' },
    ];
    const { taskId } = await start(response => void response.writeHead(200).end(JSON.stringify({ segments })));
    const { result } = await waitFor(server, taskId);
    for (const { start, end } of result?.segments ?? []) expect(start >= 0 && end > start && end < 15).toBe(true);
    expect(result?.segments?.[0]?.text).toMatch(/^one \[31m/);
  });

  test('an edited text is written without the clip, or keeps the clip if it is named', async () => {
    const body = { name: 'talk.mp4', segments: [{ start: 0, end: 1, text: 'Edited' }], wait: 15 };
    for (const named of [{}, { videoUrl }]) {
      const { taskId } = (await server.client.post<Task>(`${call}/write`, { ...body, ...named })).body.data;
      const { result } = await waitFor(server, taskId);
      expect(await (await fetch(result!.files[0]!.url!)).text()).toContain('Edited');
      // Browsers show no subtitles.
      expect(result!.files[0]!.previewUrl).toBe('');
    }
    // The first result is deleted, as when an edit replaces it; the clip stays for the next run.
    const { body: all } = await server.client.get<{ list: Task[] }>('/web/task');
    for (const { taskId, result } of all.data.list)
      if (result?.text !== 'Edited') await server.client.post(`/web/task/${taskId}/delete`, {});
    expect((await server.client.get(`/web/tos/facts?key=${encodeURIComponent(videoUrl)}`)).status).toBe(200);
  });
});

test.skipIf(whyNoSpeech)(
  'a model in the folder of weights is used by children without another switch, and a broken one does no harm',
  async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'pixwright-test-'));
    mkdirSync(path.join(data, 'models'));
    const model = path.join(data, 'models', 'ggml-base.bin');
    await writeWhisperModel(model, [' Good', ' morning.'], 1.5);
    const server = await startTestServer({ folder: data });
    try {
      expect((await server.client.get('/web/settings')).body.data).toMatchObject({ speech: 'whisper' });
      const sound = speak(['good morning everyone']);
      const videoUrl = await upload(server, makeClip({ folder, name: 'one.mp4', sound, seconds: 1 }));
      const run = async () =>
        waitFor(server, (await server.client.post<Task>(call, { videoUrl, wait: 0 })).body.data.taskId);
      const done = await run();
      expect([done.status, done.result?.text]).toEqual(['done', 'Good morning.']);
      writeFileSync(model, readFileSync(model).subarray(0, 1_000_000));
      expect((await run()).error?.error).toBe('SPEECH_ENGINE_FAILED');
      await writeWhisperModel(model, [' Good', ' morning.'], 1.5);
      expect((await run()).status).toBe('done');
    } finally {
      await server.stop();
    }
  },
);
