// Byte quotas, the disk reserve, and a full disk: clear refusals, no lost rows, and normal operation afterwards.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { UploadSignature } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { afterEach, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepExpired } from '../retention/sweep.ts';

let server: TestServer;
afterEach(() => server.stop());

const gb = 1024 ** 3;
const sign = (client: TestClient, fileSize: number) =>
  client.post<UploadSignature>('/web/tos/new-get-signature-norecord', { fileName: 'a.mp4', fileSize });
const countRows = async () =>
  Number((await server.postgres.pool.query('select count(*) from stored_object')).rows[0]?.count);

test('parallel signatures do not exceed the quota together, and an account has a larger one', async () => {
  server = await startTestServer({ works: false, environment: { QUOTA_VISITOR_GB: '4', QUOTA_ACCOUNT_GB: '6' } });
  const replies = await Promise.all(Array.from({ length: 10 }, () => sign(server.client, gb)));
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(4);
  const refused = replies.filter(reply => reply.status !== 200);
  for (const reply of refused) {
    expect([reply.status, reply.body.error, reply.body.details]).toMatchObject([429, 'UPLOAD_QUOTA', { maxGb: 4 }]);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await countRows()).toBe(4);
  expect((await sign(server.stranger, gb)).status).toBe(200);
  const { client } = await logInAs(server, '13800000001');
  const ofAccount = await Promise.all(Array.from({ length: 8 }, () => sign(client, gb)));
  expect(ofAccount.filter(reply => reply.status === 200)).toHaveLength(6);
});

test('an address has a common quota for all its visitors', async () => {
  server = await startTestServer({ works: false, environment: { QUOTA_ADDRESS_GB: '3' } });
  const visitors = Array.from({ length: 6 }, () => createClient(server.url));
  const replies = await Promise.all(visitors.map(visitor => sign(visitor, gb)));
  expect(replies.map(reply => reply.status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
});

test('an address may have a few times the room that is left on the disk, so that others find some', async () => {
  let free = 2 * gb;
  server = await startTestServer({ works: false, readFree: async () => free, environment: { TRUST_PROXY: '1' } });
  const from = (address: string) => async (fileSize: number) => {
    const headers = { 'x-forwarded-for': address };
    const file = { fileName: 'a.mp4', fileSize };
    return createClient(server.url).post<UploadSignature>('/web/tos/new-get-signature-norecord', file, headers);
  };
  const [one, other] = [from('203.0.113.1'), from('203.0.113.2')];
  for (let times = 0; times < 4; times++) expect((await one(gb)).status).toBe(200);
  const refused = await one(gb);
  expect([refused.status, refused.body.error, refused.body.details]).toMatchObject([429, 'UPLOAD_QUOTA', { maxGb: 4 }]);
  expect((await other(gb)).status).toBe(200);
  free = 3 * gb;
  await expect.poll(async () => (await one(gb)).status).toBe(200);
});

test('an aborted upload frees its bytes, and so does one that was never sent', async () => {
  const clock = makeClock();
  server = await startTestServer({ works: false, now: clock.now, environment: { QUOTA_VISITOR_GB: '1' } });
  const first = await sign(server.client, gb);
  expect((await sign(server.client, gb)).status).toBe(429);
  await server.client.post('/web/tos/abort', first.body.data);
  expect((await sign(server.client, gb)).status).toBe(200);
  clock.turnSeconds(3700);
  await sweepExpired(server.parts);
  expect((await sign(server.client, gb)).status).toBe(200);
});

test('results and files fetched from links are refused if their owner has too much stored', async () => {
  const site = createServer((_request, response) => response.end(makeBmp(8, 8))).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const link = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.bmp`;
  server = await startTestServer({
    environment: { QUOTA_VISITOR_GB: '1', FETCH_ALLOW: '127.0.0.1/32', LANES: 'link:1,image:1' },
  });
  const upload = await server.client.upload(makeBmp(8, 8), 'a.bmp');
  const convert = async (input: string) => {
    const { body } = await server.client.convert(input, { wait: 15 });
    return body.error ?? body.data.status;
  };
  const store = (bytes: number) =>
    server.postgres.pool.query(
      "update stored_object set bytes = $1 where key = (select min(key) from stored_object where purpose = 'output')",
      [bytes],
    );
  expect(await convert(link)).toBe('done');
  await store(1.5 * gb);
  // Work on an accepted file still finishes; further files are not accepted.
  expect([await convert(upload), await convert(link)]).toEqual(['done', 'UPLOAD_QUOTA']);
  await store(2 * gb);
  expect(await convert(upload)).toBe('UPLOAD_QUOTA');
  // Results also count for the address, because new client ids cost nothing.
  const { rows } = await server.postgres.pool.query("select address from stored_object where purpose = 'output'");
  expect(rows.filter(row => row.address === null)).toEqual([]);
  site.close();
});

test('all writes are refused below the reserve, and work again once there is room', async () => {
  let free = 50 * gb;
  const disk = { isRead: 0 };
  server = await startTestServer({
    environment: { FETCH_ALLOW: '127.0.0.0/8' },
    readFree: async () => {
      disk.isRead += 1;
      return free;
    },
  });
  /** Waits until the server has read the free space again. */
  const fillTo = async (bytes: number) => {
    free = bytes;
    while ((await server.parts.disk.state()).freeBytes !== bytes) await new Promise(resolve => setTimeout(resolve, 20));
  };
  const picture = makeBmp(8, 8);
  const before = await server.client.upload(picture, 'before.bmp');
  const signed = (await sign(server.client, 10)).body.data;
  await server.stopWorkers();
  const { taskId } = (await server.client.convert(before, { batchId: 'full', wait: 0 })).body.data;
  await fillTo(gb / 2);
  const refused = await sign(server.client, 10);
  expect([refused.status, refused.body.error]).toEqual([507, 'STORAGE_FULL']);
  const put = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body: '0123456789' });
  expect([put.status, ((await put.json()) as { error: string }).error]).toEqual([507, 'STORAGE_FULL']);
  const call = await server.client.convert(before);
  expect([call.status, call.body.error, call.headers.get('retry-after')]).toEqual([507, 'STORAGE_FULL', '300']);
  const payload = { imageUrl: before, format: 'webp' };
  const quote = await server.client.post('/web/task/quote', { tool: 'image-converter', payload });
  expect(quote.body.data).toMatchObject({ allowed: false, reason: call.body.msg });
  expect((await server.postgres.pool.query('select id from task')).rows).toEqual([{ id: taskId }]);
  // A task that was accepted before fails, and can be retried.
  server.startWorker();
  const get = async () => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
  await expect.poll(get).toMatchObject({ status: 'failed', error: { error: 'STORAGE_FULL' } });
  // On a busy machine a sound database may answer too late for one probe.
  const probe = async () => {
    const reply = await fetch(`${server.url}/readyz`);
    return [reply.status, ((await reply.json()) as { checks: object }).checks];
  };
  await expect.poll(probe).toMatchObject([503, { disk: 'failed', database: 'ok' }]);
  await fillTo(50 * gb);
  await expect.poll(probe).toMatchObject([200, {}]);
  expect((await fetch(signed.url, { method: 'PUT', headers: signed.headers, body: '0123456789' })).status).toBe(200);
  await server.client.post('/web/batch/full/retry');
  await expect.poll(get).toMatchObject({ status: 'done' });
  expect((await server.client.convert(before)).body.data.status).toBe('done');
});

/** A disk of this many megabytes; undefined if this process may not mount one. */
function mountSmallDisk(megabytes: number): { folder: string; unmount: () => void } | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    unmount: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test('a full disk causes no 500 and no lost row, and the server works again after the sweep', async context => {
  const disk = mountSmallDisk(24);
  if (!disk) return context.skip('this process may not mount a small disk');
  // Runs after the server has stopped, even if an expectation fails.
  context.onTestFinished(() => disk.unmount());
  const clock = makeClock();
  const folder = path.join(disk.folder, 'data');
  mkdirSync(folder);
  // Without a reserve, so that the operating system itself refuses.
  server = await startTestServer({
    folder,
    now: clock.now,
    environment: { DISK_RESERVE_GB: '0', RETENTION_HOURS: '2' },
  });
  const input = await server.client.upload(makeBmp(64, 64), 'input.bmp');
  const size = 3_000_000;
  const statuses: number[] = [];
  const kept: string[] = [];
  for (let sent = 0; sent < 12; sent++) {
    const signed = await sign(server.client, size);
    statuses.push(signed.status);
    if (signed.status !== 200) continue;
    const { url, headers, key } = signed.body.data;
    const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.alloc(size, sent + 1) });
    statuses.push(answer.status);
    if (answer.status === 200) kept.push(key);
  }
  expect(new Set(statuses)).toEqual(new Set([200, 507]));
  const rows = (await server.postgres.pool.query<{ key: string }>('select key from stored_object')).rows;
  expect(rows.map(row => row.key)).toEqual(expect.arrayContaining([input, ...kept]));
  for (const key of kept) expect(await server.parts.objects.stat(key)).toEqual({ bytes: size });
  clock.turnSeconds(3 * 3600);
  await sweepExpired(server.parts);
  expect(await countRows()).toBe(0);
  const again = await server.client.upload(makeBmp(64, 64), 'again.bmp');
  expect((await server.client.convert(again)).body.data.status).toBe('done');
});
