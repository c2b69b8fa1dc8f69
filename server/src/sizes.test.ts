// The size of a conversion over HTTP: measured once for requests that ask for the same, refused like a view, and given up when all clients have left.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Task } from 'contract/task.ts';
import { h264, makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sizes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(whyNoClips)('the size of a conversion', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => vi.restoreAllMocks());

  const upload = async (file: string) => {
    const key = await server.client.upload(readFileSync(file), path.basename(file));
    await server.client.post('/web/tos/complete', { key });
    return key;
  };
  const ask = async (key: string, options: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await server.client.post<{ bytes: number }>('/web/tos/size', { key, ...options });
    return { status, error: body.error, bytes: body.data?.bytes };
  };
  const card = 'testsrc2=s=160x120:r=25:d=3';

  test('is that of the result, and requests for the same share one measure that is remembered', async () => {
    const key = await upload(makeClip({ folder, name: 'a.mkv', picture: card, seconds: 3 }));
    const runs = vi.spyOn(server.parts.clipPool, 'run');
    const options = { format: 'webm', quality: 60 };
    const [one, same] = await Promise.all([ask(key, options), ask(key, options)]);
    expect(one).toEqual(same);
    expect(await ask(key, options)).toEqual(one);
    expect(runs).toHaveBeenCalledTimes(1);
    expect((await ask(key, { ...options, speed: 2 })).bytes).not.toBe(one.bytes);
    expect(runs).toHaveBeenCalledTimes(2);
    const body = { videoUrl: key, wait: 15, ...options };
    const made = await server.client.post<Task>('/web/video/formatmp4/newFormatmp4', body);
    let task = made.body.data;
    const isDone = async () => {
      task = (await server.client.get<Task>(`/web/task/${task.taskId}`)).body.data;
      return task.status;
    };
    await expect.poll(isDone, { timeout: 60_000 }).toBe('done');
    const bytes = task.result?.files[0]?.size ?? 0;
    expect(one.bytes! / bytes).toBeGreaterThan(0.95);
    expect(one.bytes! / bytes).toBeLessThan(1.05);
  });

  test('is told without a measure where a track is copied or a size is asked for', async () => {
    const key = await upload(makeClip({ folder, name: 'b.mkv', picture: card, seconds: 3 }));
    const runs = vi.spyOn(server.parts.clipPool, 'run');
    expect((await ask(key, { targetMb: 0.1, speed: 2 })).bytes).toBe(Math.round(0.1 * 1024 * 1024));
    expect((await ask(key, { format: 'wav' })).bytes).toBeGreaterThan(200_000);
    expect((await ask(key)).status).toBe(200);
    expect(runs).not.toHaveBeenCalled();
  });

  test('of a missing file, of a part without an end and with unknown options is refused', async () => {
    const gone = `input/2026/01/01/00/${'0'.repeat(32)}.mp4`;
    expect(await ask(gone)).toMatchObject({ status: 404, error: 'UPLOAD_NOT_FOUND' });
    const key = await upload(makeClip({ folder, name: 'c.mp4', picture: card, seconds: 3, sound: null, args: h264 }));
    expect(await ask(key, { start: 2, end: 1 })).toMatchObject({ status: 400, error: 'CLIP_RANGE_EMPTY' });
    expect(await ask(key, { format: 'mp3' })).toMatchObject({ status: 422, error: 'CLIP_WITHOUT_SOUND' });
    expect((await ask(key, { format: 'exe' })).status).toBe(400);
    expect((await ask('../../etc/passwd')).status).toBe(400);
    expect((await ask(key, { quality: 101 })).status).toBe(400);
  });

  test('of a damaged clip is refused, and not tried again', async () => {
    const bytes = readFileSync(makeClip({ folder, name: 'd.mp4', picture: card, seconds: 3, sound: null, args: h264 }));
    bytes.fill(0xff, bytes.indexOf('mdat') + 4, bytes.indexOf('moov') - 4);
    const key = await server.client.upload(bytes, 'd.mp4');
    const runs = vi.spyOn(server.parts.clipPool, 'run');
    expect(await ask(key, { speed: 2 })).toMatchObject({ status: 422, error: 'FILE_CORRUPT' });
    expect(await ask(key, { speed: 3 })).toMatchObject({ status: 422, error: 'FILE_CORRUPT' });
    expect(runs).toHaveBeenCalledTimes(1);
  });

  test('is given up when its client has left, which is no failure of the clip', async () => {
    const picture = 'testsrc2=s=1280x720:r=30:d=20';
    const key = await upload(
      makeClip({ folder, name: 'e.mp4', picture, seconds: 20, sound: null, args: [...h264, '-crf', '45'] }),
    );
    await server.client.get(`/web/tos/facts?key=${encodeURIComponent(key)}`);
    const runs = vi.spyOn(server.parts.clipPool, 'run');
    const control = new AbortController();
    const asked = fetch(new URL('/web/tos/size', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, format: 'webm' }),
      signal: control.signal,
    });
    asked.catch(() => undefined);
    await expect.poll(() => runs.mock.calls.length, { timeout: 30_000 }).toBe(1);
    control.abort();
    await expect(runs.mock.results[0]?.value).rejects.toThrow('disconnected');
    const { rows } = await server.postgres.pool.query('select failures from stored_object where key = $1', [key]);
    expect(rows[0]?.failures).toBeNull();
  });
});
