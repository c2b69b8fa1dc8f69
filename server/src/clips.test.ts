// Clips through the whole server: facts and a still frame before the run, the run in its sandbox, and what a cancellation or a kill leaves
// behind.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countPeaks } from 'contract/clip/views.ts';
import type { FileFacts } from 'contract/facts.ts';
import type { Task } from 'contract/task.ts';
import { h264, makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { viewKeyOf, viewKeysOf } from './adapters/objects-names.ts';
import { factsOf } from './objects/facts.ts';
import { releaseObjects } from './objects/objects.ts';
import { removeExpired } from './objects/remove.ts';
import { findCall } from './tasks/catalogue.ts';
import { measureRun } from './tasks/measure.ts';

const converter = '/web/video/formatmp4/newFormatmp4';
const folder = mkdtempSync(path.join(tmpdir(), 'clips-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const upload = async ({ client }: TestServer, file: string) => {
  const key = await client.upload(readFileSync(file), path.basename(file));
  await client.post('/web/tos/complete', { key });
  return key;
};

test('a server without ffmpeg starts, says so, and refuses only clips', async () => {
  const server = await startTestServer({ ffmpeg: { isThere: false, why: 'absent' } });
  try {
    const { client } = server;
    // Whether speech recognition is available depends on the machine.
    expect((await client.get('/web/settings')).body.data).toMatchObject({
      missing: expect.arrayContaining(['ffmpeg']),
    });
    const call = { videoUrl: 'https://example.org/a.mp4' };
    const { status, body } = await client.post(converter, call);
    expect([status, body.error]).toEqual([501, 'ENGINE_NOT_CONFIGURED']);
    expect(body.msg).toContain('ffmpeg');
    const quote = await client.post('/web/task/quote', { tool: converter, payload: call });
    expect(quote.body.data).toMatchObject({ allowed: false, reason: body.msg });
  } finally {
    await server.stop();
  }
});

describe.skipIf(whyNoClips)('a server with ffmpeg', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { FETCH_ALLOW: '127.0.0.1/32' } });
  });
  afterAll(() => server?.stop());

  const find = async (taskId: string) => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
  const waitFor = async (taskId: string, isReached: (task: Task) => boolean): Promise<Task> => {
    for (;;) {
      const task = await find(taskId);
      if (isReached(task) || ['done', 'failed', 'cancelled'].includes(task.status)) return task;
      await sleep(50);
    }
  };

  /** Programs that work on files in this server's scratch folder. */
  const findEncoders = () =>
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .filter(pid => {
        try {
          const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
          return words[0] === 'ffmpeg' && words.some(word => word.includes(server.parts.confinement.scratch));
        } catch {
          return false; // It ended between the listing and the read.
        }
      })
      .map(Number);

  /** A clip that keeps an encoder busy. */
  const makeBusy = (seconds: number, size: string) =>
    makeClip({ folder, name: 'busy.mp4', picture: `testsrc2=s=${size}:r=25:d=${seconds}`, seconds });

  const startBusy = async (seconds: number, size: string): Promise<Task> => {
    const videoUrl = await upload(server, makeBusy(seconds, size));
    const { body } = await server.client.post<Task>(converter, { videoUrl, format: 'webm', wait: 0 });
    const isEncoding = (task: Task) => task.status === 'running' && findEncoders().length > 0;
    return waitFor(body.data.taskId, isEncoding);
  };

  test.each(['aac', 'flac'])('%s behind a cover is converted, uploaded or linked', async type => {
    const bare = makeClip({ folder, name: `bare.${type}`, picture: null, seconds: 2, args: ['-c:a', type] });
    const cover = Buffer.alloc(20_000);
    cover.write('ID3\x04\0\0\0\x01\x1c\x16', 'latin1');
    const bytes = Buffer.concat([cover, readFileSync(bare)]);
    const key = await server.client.upload(bytes, `song.${type}`);
    await server.client.post('/web/tos/complete', { key });
    const facts = await factsOf(server.parts, key);
    expect(facts).toMatchObject({ type });
    expect(Math.round(facts?.seconds ?? 0)).toBe(2);
    const site = createServer((_request, response) => response.end(bytes)).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const link = `http://127.0.0.1:${(site.address() as AddressInfo).port}/song`;
    try {
      for (const videoUrl of [key, link]) {
        const { body } = await server.client.post<Task>(converter, { videoUrl, format: 'wav', wait: 15 });
        const { status, result } = await waitFor(body.data.taskId, () => false);
        expect(status).toBe('done');
        // A sound is its own preview.
        const { headers } = await fetch(result!.files[0]!.previewUrl);
        expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual(['audio/wav', null]);
      }
    } finally {
      site.close();
    }
  });

  test('a clip reports its facts and shows a frame before anything runs', async () => {
    const key = await upload(
      server,
      makeClip({ folder, name: 'a.flv', args: ['-c:v', 'flv', '-c:a', 'libmp3lame', '-ar', '44100'] }),
    );
    const { status, body } = await server.client.get<FileFacts>(`/web/tos/facts?key=${encodeURIComponent(key)}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ type: 'flv', width: 160, height: 120 });
    expect(body.data.streams?.map(stream => stream.codec).sort()).toEqual(['flv1', 'mp3']);
    expect(Math.abs(body.data.seconds! - 1)).toBeLessThan(0.15);
    const poster = await fetch(new URL(`/web/tos/poster?key=${encodeURIComponent(key)}`, server.url));
    expect(poster.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await poster.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  test('facts of a missing file, and a frame of a file without picture, are refused', async () => {
    const gone = `input/2026/01/01/00/${'0'.repeat(32)}.mp4`;
    for (const call of ['facts', 'poster'])
      expect((await server.client.get(`/web/tos/${call}?key=${gone}`)).status).toBe(404);
    const sound = await upload(
      server,
      makeClip({ folder, name: 'a.mp3', picture: null, args: ['-c:a', 'libmp3lame'] }),
    );
    const { body } = await server.client.get(`/web/tos/poster?key=${encodeURIComponent(sound)}`);
    expect(body.error).toBe('CLIP_WITHOUT_PICTURE');
  });

  const show = (call: string, key: string) =>
    fetch(new URL(`/web/tos/${call}?key=${encodeURIComponent(key)}`, server.url));

  test('film strip and waveform are created once, stored with the clip and removed with it', async () => {
    const key = await upload(server, makeClip({ folder, name: 'film.mkv', seconds: 2 }));
    const runs = vi.spyOn(server.parts.clipPool, 'run');
    // A concurrent second request waits for the same run.
    const films = await Promise.all([show('film', key), show('film', key)]);
    const [film, same] = await Promise.all(films.map(async answer => Buffer.from(await answer.arrayBuffer())));
    expect(films[0]?.headers.get('content-type')).toBe('image/jpeg');
    expect(film!.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(same!.equals(film!)).toBe(true);
    const peaks = (await server.client.get<{ peaks: number[] }>(`/web/tos/peaks?key=${encodeURIComponent(key)}`)).body
      .data;
    const { seconds } = (await server.client.get<FileFacts>(`/web/tos/facts?key=${encodeURIComponent(key)}`)).body.data;
    expect(peaks.peaks).toHaveLength(countPeaks(seconds!));
    expect(runs).toHaveBeenCalledTimes(2);
    expect(Buffer.from(await (await show('film', key)).arrayBuffer()).equals(film!)).toBe(true);
    expect(runs).toHaveBeenCalledTimes(2);
    runs.mockRestore();

    const { database, objects, now } = server.parts;
    const kept = viewKeysOf(key).filter(view => view !== viewKeyOf(key, 'poster'));
    for (const view of kept) expect((await objects.stat(view))?.bytes).toBeGreaterThan(10);
    await releaseObjects(database, [key], now());
    expect(await removeExpired(server.parts, [key])).toBe(1);
    for (const view of [key, ...kept]) expect(await objects.stat(view)).toBeUndefined();
    expect((await show('film', key)).status).toBe(404);
  });

  test('a clip without picture has no film strip, and one without sound no waveform', async () => {
    const sound = await upload(
      server,
      makeClip({ folder, name: 'b.mp3', picture: null, args: ['-c:a', 'libmp3lame'] }),
    );
    expect(await (await show('film', sound)).json()).toMatchObject({ error: 'CLIP_WITHOUT_PICTURE' });
    const silent = await upload(server, makeClip({ folder, name: 'c.mp4', sound: null, args: h264 }));
    expect(await (await show('peaks', silent)).json()).toMatchObject({ error: 'CLIP_WITHOUT_SOUND' });
  });

  test('a call without options returns an MP4 with a poster, its duration and a description of the work', async () => {
    const videoUrl = await upload(server, makeClip({ folder, name: 'clip.mkv' }));
    const { body } = await server.client.post<Task>(converter, { videoUrl, wait: 15 });
    const task = await waitFor(body.data.taskId, () => false);
    const [file] = task.result?.files ?? [];
    expect(file).toMatchObject({ name: 'clip.mp4', contentType: 'video/mp4', width: 160, height: 120 });
    expect(file?.durationSeconds).toBeGreaterThan(0.9);
    expect(file?.previewUrl).toContain('.jpg');
    expect(task.result?.meta).toMatchObject({ video: 'copy', sound: 'copy', warnings: [] });
    // Players seek in it, which needs ranges.
    const part = await fetch(file!.url!, { headers: { range: 'bytes=0-7' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 8]);
    // From the second run on the server knows the duration.
    const quote = await server.client.post('/web/task/quote', { tool: converter, payload: { videoUrl } });
    expect(quote.body.data).toMatchObject({ allowed: true, etaSeconds: expect.any(Number) });
  });

  test('the deadline depends on the duration and the encoded pixels', async () => {
    const entry = findCall('video-converter', 'convert')!;
    const key = await upload(server, makeBusy(10, '640x360'));
    const inputs = [{ field: 'videoUrl', name: 'a', kind: 'upload' as const, key, bytes: 1 }];
    const deadline = async (options: Record<string, unknown>) =>
      (await measureRun(server.parts, entry, { options, inputs, bytes: 1 })).deadlineMs;
    const [copied, encoded, part] = [
      await deadline({}),
      await deadline({ speed: 0.5 }),
      await deadline({ speed: 0.5, end: 4 }),
    ];
    expect(encoded).toBeGreaterThan(part);
    expect(part).toBeGreaterThan(120_000);
    // A copy that fails is followed by an encode.
    expect(copied).toBe(encoded);
  });

  test('cancelling ends the encoder and leaves nothing behind', async () => {
    const task = await startBusy(10, '640x360');
    expect(task.status).toBe('running');
    const [encoder] = findEncoders();
    // Pictures have priority on the processor, even if the kernel shares it between sessions.
    expect(getPriority(encoder)).toBe(19);
    const group = `/proc/${encoder}/autogroup`;
    while (existsSync(group) && !/nice 9/.test(readFileSync(group, 'utf8'))) await sleep(20);
    const { body } = await server.client.post<Task>(`/web/task/${task.taskId}/cancel`);
    expect(body.data.status).toBe('cancelled');
    while (findEncoders().length > 0) await sleep(20);
    const { scratch } = server.parts.confinement;
    const left = () => readdirSync(scratch).filter(name => name.includes(task.taskId));
    while (left().length > 0) await sleep(20);
    expect((await find(task.taskId)).status).toBe('cancelled');
  });

  test('an encoder that is killed is restarted, and the task ends once', async () => {
    // Long enough to be met at work, and to be encoded once more.
    const task = await startBusy(4, '320x180');
    for (const pid of findEncoders()) process.kill(pid, 'SIGKILL');
    const ended = await waitFor(task.taskId, () => false);
    expect(ended.status).toBe('done');
    expect(ended.result?.files).toHaveLength(1);
  });
});
