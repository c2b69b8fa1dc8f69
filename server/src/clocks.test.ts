// A server whose clock is wrong, or is set while it runs, beside one whose clock is right: nothing of anyone's is lost, signatures last as
// long as they should, and the server says what is wrong.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClient, type TestClient } from '../testing/client.ts';
import { makeBmp } from '../testing/pictures.ts';
import { makePreparedFolder } from '../testing/prepared-folder.ts';
import { findFreePort, type RunningServer, spawnServer, startProcess } from '../testing/process.ts';

let folder: string;
let sound: RunningServer;
let client: TestClient;
beforeAll(async () => {
  folder = await makePreparedFolder('pixwright-clocks-');
  sound = await startProcess({ DATA_DIR: folder, LANES: 'image:1' });
  client = createClient(sound.url, 'a-visitor-of-the-sound-server');
});
afterAll(async () => {
  await sound.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const preloaded = `--import ${new URL('../testing/shifted-clock.ts', import.meta.url).href}`;

/** A second server of the same data, whose clock is off. */
async function startShifted(hours: number, laterHours = hours) {
  const port = await findFreePort();
  const server = spawnServer({
    DATA_DIR: folder,
    PORT: String(port),
    LANES: 'image:1',
    LOG_LEVEL: 'info',
    NODE_OPTIONS: preloaded,
    SHIFT_HOURS: String(hours),
    SHIFT_LATER_HOURS: String(laterHours),
  });
  onTestFinished(async () => {
    server.process.kill('SIGTERM');
    await server.exit;
  });
  const url = `http://127.0.0.1:${port}`;
  const probe = async () => {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    return reply && { status: reply.status, body: (await reply.json()) as { checks: Record<string, string> } };
  };
  while (!(await probe())) await sleep(50);
  return { ...server, url, probe };
}

async function untilSaid(server: { output: () => string }, words: string | RegExp) {
  await expect.poll(server.output, { timeout: 60_000, interval: 100 }).toMatch(words);
}

async function makeWork(): Promise<{ key: string; taskId: string; resultUrl: string }> {
  const upload = await client.upload(makeBmp(40, 30, 1), 'kept.bmp');
  const { body } = await client.convert(upload, { format: 'png', wait: 15 });
  const task = body.data as { taskId: string; result: { files: { url: string }[] } };
  return { key: upload, taskId: task.taskId, resultUrl: task.result.files[0]!.url };
}

const healthy = { database: 'ok', store: 'ok', disk: 'ok', running: 'ok' };

/** Expects that each of the two servers takes what the other has signed, and that signatures last as long as they should. */
async function expectCommonSigning(shifted: { readonly url: string }): Promise<void> {
  const signs = { clientUid: 'somebody', 'content-type': 'application/json' };
  const bytes = makeBmp(10, 10, 3);
  const sign = async (url: string) => {
    const body = JSON.stringify({ fileName: 'a.bmp', fileSize: bytes.length, contentType: 'image/bmp' });
    const reply = await fetch(`${url}/web/tos/new-get-signature-norecord`, { method: 'POST', headers: signs, body });
    const { data } = (await reply.json()) as { data: { url: string; headers: Record<string, string>; path: string } };
    return data;
  };
  const send = async (signed: Awaited<ReturnType<typeof sign>>, to: string) => {
    const target = new URL(signed.url);
    const url = new URL(`${target.pathname}${target.search}`, to);
    return (await fetch(url, { method: 'PUT', headers: signed.headers, body: bytes as Uint8Array<ArrayBuffer> }))
      .status;
  };
  for (const [signer, reader] of [
    [shifted.url, sound.url],
    [sound.url, shifted.url],
    [shifted.url, shifted.url],
  ] as const) {
    const signed = await sign(signer);
    const leftMs = Number(new URL(signed.url).searchParams.get('expires')) - Date.now();
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThan(3_600_000);
    expect(await send(signed, reader)).toBe(200);
  }
}

test.each([
  ['ahead', 72],
  ['behind', -72],
])(
  'a server whose clock is three days %s deletes nothing, signs by the common clock, is not ready and says why',
  async (where, hours) => {
    const work = await makeWork();
    const unused = await client.upload(makeBmp(40, 30, 2), 'unused.bmp');
    const shifted = await startShifted(hours);
    await untilSaid(shifted, /deletes nothing|expired files were deleted/);
    expect(await shifted.probe()).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        checks: { ...healthy, clock: 'failed' },
        reasons: { clock: expect.stringContaining(`clock is 3 days ${where === 'ahead' ? 'ahead of' : 'behind'}`) },
      },
    });
    // Heartbeats of three seconds each: by now it would have declared the sound server's worker dead.
    await sleep(15_000);
    expect(shifted.output()).not.toMatch(/expired files were deleted|fell silent|lost their worker/);
    expect(shifted.output().match(/deletes nothing until they agree.*timedatectl set-ntp true/g)).toHaveLength(1);
    expect((await client.get(`/web/task/${work.taskId}`)).status).toBe(200);
    expect((await fetch(work.resultUrl)).status).toBe(200);
    expect((await client.convert(unused, { format: 'png' })).status).toBe(200);
    await expectCommonSigning(shifted);
  },
);

test('a clock that is set while the server runs makes it unready, until it is set right', async () => {
  const work = await makeWork();
  const shifted = await startShifted(0, 72);
  expect(await shifted.probe()).toMatchObject({ status: 200, body: { checks: { ...healthy, clock: 'ok' } } });
  shifted.process.kill('SIGUSR2');
  await expect.poll(shifted.probe).toMatchObject({ status: 503, body: { checks: { ...healthy, clock: 'failed' } } });
  await untilSaid(shifted, 'clock is 3 days ahead of');
  expect((await fetch(work.resultUrl)).status).toBe(200);
});
