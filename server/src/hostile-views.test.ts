// Clips that are asked for again and again: a structure that no recording has is refused by every call, a refused view is not tried again, what a
// price needs does not wait for views, and nothing goes on for a client that has left.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { FileFacts } from 'contract/facts.ts';
import { h264, makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import { playOverAndOver } from 'engines/video/test-hostile-structures.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import type { LightPool } from './parts.ts';

const naughty = new URL('../testing/naughty-runs.ts', import.meta.url).href;
const folder = mkdtempSync(path.join(tmpdir(), 'views-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(whyNoClips)('views of hostile clips', () => {
  let server: TestServer;
  let clockMs = 0;
  beforeAll(async () => {
    server = await startTestServer({ works: false, now: () => new Date(Date.now() + clockMs) });
  });
  afterAll(() => server.stop());
  afterEach(() => {
    vi.restoreAllMocks();
    clockMs = 0;
  });

  const upload = async (bytes: Uint8Array, name: string) => {
    const key = await server.client.upload(bytes, name);
    await server.client.post('/web/tos/complete', { key });
    return key;
  };
  const addressOf = (call: string, key: string) => `/web/tos/${call}?key=${encodeURIComponent(key)}`;
  const ask = async (call: string, key: string) => {
    const { status, body } = await server.client.get(addressOf(call, key));
    return [status, body.error];
  };
  const countRuns = () => {
    const { probePool, lightPool, clipPool } = server.parts;
    const spies = [probePool, lightPool, clipPool].map(pool => vi.spyOn(pool, 'run'));
    return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  };

  test('10,000 edits of a minute are refused by every call, after a single look at the file', async () => {
    const picture = 'color=black:s=64x64:r=25:d=60';
    const minute = makeClip({ folder, name: 'minute.mp4', sound: null, picture, args: h264 });
    const key = await upload(playOverAndOver(readFileSync(minute)).bytes, 'a.mp4');
    const count = countRuns();
    for (const call of ['film', 'poster', 'peaks', 'facts', 'film'])
      expect([call, ...(await ask(call, key))]).toEqual([call, 422, 'CLIP_TOO_COMPLEX']);
    const converted = await server.client.post('/web/video/formatmp4/newFormatmp4', { videoUrl: key, wait: 0 });
    expect([converted.status, converted.body.error]).toEqual([422, 'CLIP_TOO_COMPLEX']);
    expect(converted.body.msg).toBe(
      'This file consists of too many pieces or tags. Export it again from another program, then try that copy',
    );
    expect(count()).toBe(1);
  });

  test('a view that cannot be made is refused at once the next time, as long as the clip is stored', async () => {
    const bytes = readFileSync(makeClip({ folder, name: 'damaged.mp4', seconds: 3, sound: null, args: h264 }));
    // The frames are gone, the index is not.
    bytes.fill(0xff, bytes.indexOf('mdat') + 4, bytes.indexOf('moov') - 4);
    const key = await upload(bytes, 'damaged.mp4');
    const [film, poster] = [await ask('film', key), await ask('poster', key)];
    expect([film[0], poster[0]]).toEqual([422, 422]);
    const count = countRuns();
    clockMs = 30 * 60_000;
    expect([await ask('film', key), await ask('poster', key)]).toEqual([film, poster]);
    expect(count()).toBe(0);
  });

  test('a refusal is repeated from memory for some seconds, without a query', async () => {
    const picture = 'color=black:s=64x64:r=25:d=60';
    const minute = makeClip({ folder, name: 'edits.mp4', sound: null, picture, args: h264 });
    const key = await upload(playOverAndOver(readFileSync(minute)).bytes, 'a.mp4');
    for (const call of ['film', 'facts']) await ask(call, key);
    // Only the memory knows the clip from here on.
    await server.postgres.pool.query('delete from stored_object where key = $1', [key]);
    for (const call of ['film', 'facts', 'film']) expect(await ask(call, key)).toEqual([422, 'CLIP_TOO_COMPLEX']);
    expect(await ask('poster', key)).toEqual([404, 'UPLOAD_NOT_FOUND']);
  });

  test('a view that took too long is tried again after ten minutes, since the machine may have been busy', async () => {
    const key = await upload(readFileSync(makeClip({ folder, name: 'slow.mp4', sound: null, args: h264 })), 'slow.mp4');
    const runs = vi.spyOn(server.parts.clipPool, 'run').mockRejectedValueOnce(new AppError('DEADLINE'));
    expect(await ask('film', key)).toEqual([504, 'DEADLINE']);
    expect(await ask('film', key)).toEqual([504, 'DEADLINE']);
    expect(runs).toHaveBeenCalledTimes(1);
    clockMs = 11 * 60_000;
    expect((await fetch(new URL(addressOf('film', key), server.url))).headers.get('content-type')).toBe('image/jpeg');
    expect(runs).toHaveBeenCalledTimes(2);
  });

  test('a full queue is not remembered as a failure of the clip', async () => {
    const key = await upload(readFileSync(makeClip({ folder, name: 'full.mp4', sound: null, args: h264 })), 'full.mp4');
    vi.spyOn(server.parts.lightPool, 'run').mockRejectedValueOnce(new AppError('QUEUE_FULL'));
    expect(await ask('poster', key)).toEqual([503, 'QUEUE_FULL']);
    expect((await fetch(new URL(addressOf('poster', key), server.url))).status).toBe(200);
  });

  /** Fills a pool with work that does not end; returns what ends it. */
  function occupy(pool: LightPool) {
    const control = new AbortController();
    for (let sender = 0; sender < 4; sender++)
      for (let nth = 0; nth < 3; nth++) {
        const whose = { owner: null, address: `sender ${sender}` };
        const work = { sender: whose, module: naughty, call: 'child', options: { mode: 'hang' }, inputs: {} };
        pool.run(work, () => undefined, control.signal).catch(() => undefined);
      }
    return () => control.abort(new Error('enough'));
  }

  test('what a price needs is found while both pools of views are full', async () => {
    const ends = [occupy(server.parts.lightPool), occupy(server.parts.clipPool)];
    const key = await upload(readFileSync(makeClip({ folder, name: 'new.mp4', seconds: 2 })), 'new.mp4');
    const facts = await server.client.get<FileFacts>(addressOf('facts', key));
    expect(facts.body.data.seconds).toBeCloseTo(2, 0);
    for (const end of ends) end();
  });

  /** The programs that work on files of this server's scratch folder. */
  const findPrograms = () =>
    readdirSync('/proc').filter(pid => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words[0] === 'ffmpeg' && words.some(word => word.includes(server.parts.confinement.scratch));
      } catch {
        return false; // It ended between the listing and the read.
      }
    });

  test('a film is given up when all clients that asked for it have left, and its programs end', async () => {
    const picture = 'testsrc2=s=640x360:r=30:d=110';
    const args = [...h264, '-g', '3000', '-crf', '45'];
    const long = makeClip({ folder, name: 'long.mp4', seconds: 110, sound: null, picture, args });
    const key = await upload(readFileSync(long), 'long.mp4');
    await server.client.get(addressOf('facts', key));
    const runs = vi.spyOn(server.parts.clipPool, 'run');
    const controls = [new AbortController(), new AbortController()];
    const asked = controls.map(({ signal }) => fetch(new URL(addressOf('film', key), server.url), { signal }));
    for (const one of asked) one.catch(() => undefined);
    await expect.poll(() => findPrograms().length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
    controls[0]!.abort();
    await expect(asked[0]).rejects.toThrow();
    controls[1]!.abort();
    await expect.poll(() => findPrograms().length, { timeout: 30_000, interval: 5 }).toBe(0);
    await expect(runs.mock.results[0]?.value).rejects.toThrow('disconnected');
    expect(runs).toHaveBeenCalledTimes(1);
    // It is no failure of the clip.
    const { rows } = await server.postgres.pool.query('select failures from stored_object where key = $1', [key]);
    expect(rows[0]?.failures).toBeNull();
  });
});
