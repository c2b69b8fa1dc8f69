// Attempts to get more than was paid for: each of these worked once, or resembles one that did.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { writeLockedPreview } from 'engines/locked-preview.ts';
import { h264, makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { findUnbalanced, give, ownedBy } from '../../testing/money.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
let mobile = 13_400_000_000;
const newPerson = () => logInAs(server, String(++mobile));

/** A call that costs one use. */
async function filter(client: TestClient, options: Record<string, unknown> = {}, picture = makeBmp(64, 48)) {
  const imageUrl = await client.upload(picture, 'p.bmp');
  return (await client.post<Task>('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 15, ...options })).body;
}
const download = (client: TestClient, taskId: string) =>
  client.post<{ url: string }>(`/web/task/${taskId}/download`, {});

/** A locked result of a visitor. */
async function lock() {
  const client = createClient(server.url);
  const { data } = await filter(client);
  const file = data.result!.files[0]!;
  expect(file).toMatchObject({ locked: true, url: null });
  return { client, taskId: data.taskId, key: file.path, previewUrl: file.previewUrl! };
}

test.each(['zh', 'en'] as const)(
  'a preview carries the name of the product in the language of the page (%s)',
  async lang => {
    const client = createClient(server.url);
    client.headers.lang = lang;
    const draw = (background: string) =>
      sharp({ create: { width: 600, height: 400, channels: 3, background } })
        .png()
        .toBuffer();
    const { data } = await filter(client, { strength: 100, format: 'png' }, await draw('#808080'));
    const grey = await draw('#7f7f7f');
    const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-preview-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'grey.png'), grey);
    const { nameZh, nameEn } = server.parts.config.brand;
    const names = [lang === 'zh' ? nameZh : nameEn];
    const file = { path: path.join(folder, 'grey.png'), type: 'png' } as const;
    const expected = readFileSync((await writeLockedPreview(file, path.join(folder, 'preview'), names))!);
    expect(Buffer.from(await (await fetch(data.result!.files[0]!.previewUrl!)).arrayBuffer()).equals(expected)).toBe(
      true,
    );
  },
);

test('a locked result is refused as input of every call, by its path and by its URL on this server', async () => {
  const { client, key } = await lock();
  const picture = await client.upload(makeBmp(20, 20), 'a.bmp');
  const area = { x: 1, y: 1, w: 4, h: 4 };
  const calls: [string, (named: string) => object][] = [
    ['/web/picture/format/newPicFormat', named => ({ imageUrl: named, format: 'png' })],
    ['/web/waterMaker/remove/newInpaintingImage', named => ({ imageUrl: picture, imageBrushUrl: named })],
    ['/web/waterMaker/remove/newInpaintingImage', named => ({ imageUrl: named, coordinates: [area] })],
    [
      '/web/waterMaker/add/newPictureAddWaterMaker',
      named => ({ imageUrl: picture, markType: 'image', markUrl: named }),
    ],
    ['/web/picture/gif', named => ({ list: [named, picture] })],
    ['/web/cutImage/newCutImage', named => ({ imageUrl: picture, returnType: 'composite', backgroundUrl: named })],
  ];
  for (const [index, [call, payload]] of calls.entries())
    for (const named of [key, `/${key}`, ...(index === 0 ? [`${server.url}/store/${key}?download=x.png`] : [])]) {
      const { status, body } = await client.post(call, { wait: 15, ...payload(named) });
      expect([call, named, status >= 400, body.error]).toEqual([
        call,
        named,
        true,
        expect.stringMatching(/UPLOAD_NOT_FOUND|LINK_REFUSED|TRIAL_USED_UP/),
      ]);
    }
  for (const view of ['poster', 'film', 'peaks', 'facts'])
    expect((await client.get(`/web/tos/${view}?key=${key}`)).status, view).toBeGreaterThanOrEqual(400);
  expect((await client.post('/web/udUser/update/info', { avatar: key })).status).toBeGreaterThanOrEqual(400);
});

test('no list, stream, batch or export reveals a URL of a locked result', async () => {
  const person = await newPerson();
  const { client } = person;
  const { data: task } = await filter(client, { batchId: 'closed' });
  const { path: key } = task.result!.files[0]!;
  const texts = await Promise.all(
    [`/web/task`, `/web/batch/closed`, `/web/task/${task.taskId}`, '/web/udUser/export'].map(async route =>
      JSON.stringify((await client.get(route)).body),
    ),
  );
  const stream = await fetch(`${server.url}/web/task/${task.taskId}/events`, { headers: client.headers });
  const reader = stream.body!.getReader();
  let told = '';
  while (!told.includes(task.taskId)) told += Buffer.from((await reader.read()).value ?? []).toString();
  texts.push(told);
  await reader.cancel();
  for (const text of texts) {
    expect(text).toContain(task.taskId);
    expect(text).not.toContain(`/store/${key}`);
  }
  expect((await client.get('/web/batch/closed/zip')).body).toMatchObject({ code: 402, error: 'RESULT_LOCKED' });
});

test('the URL of a paid file expires after minutes, and neither its expiry nor its name can be changed', async () => {
  const person = await newPerson();
  await give(server, person, { uses: 1, term: 'forever' });
  const { data: task } = await filter(person.client);
  const { url } = (await download(person.client, task.taskId)).body.data;
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
  const later = new URL(url);
  for (const [name, value] of [...later.searchParams]) {
    if (!/^\d{9,}$/.test(value)) continue;
    later.searchParams.set(name, String(Number(value) + 86_400_000));
    expect((await fetch(later)).status).toBe(403);
  }
  const { key: otherKey } = await lock();
  const moved = new URL(url);
  moved.pathname = `/store/${otherKey}`;
  expect((await fetch(moved)).status).toBe(403);
});

test('two downloads at once, with the last use, pay once; two tasks with one use pay one', async () => {
  const person = await newPerson();
  const { client } = person;
  const { data: first } = await filter(client, { batchId: 'b' });
  const { data: second } = await filter(client, { batchId: 'b' });
  await give(server, person, { uses: 1, term: 'forever' });
  const answers = await Promise.all([first, first, second, second].map(task => download(client, task.taskId)));
  expect(answers.filter(answer => answer.status === 200).length).toBe(2);
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
  expect(
    await query(
      `select count(*) from movement where reason = 'run' and source_wallet = (select id from wallet where account_id = $1)`,
      [person.user.id],
    ),
  ).toEqual([{ count: 1 }]);
});

test('turning back the server clock restores no trial, membership or hold', async () => {
  const person = await newPerson();
  await give(server, person, { uses: 5, term: 'forever' });
  await query(
    `update wallet set is_forever = false, member_until = now() - interval '1 second' where account_id = $1`,
    [person.user.id],
  );
  await query(
    `insert into member_term (wallet_id, meal_name, reason, reference, until)
      select id, '{"zh": "x", "en": "x"}', 'correction', 'clock', member_until from wallet where account_id = $1`,
    [person.user.id],
  );
  const pictures = [makeBmp(64, 48), makeBmp(64, 48)].map(picture => person.client.upload(picture, 'p.bmp'));
  const [first, second] = await Promise.all(pictures);
  const run = async (imageUrl?: string) =>
    (await person.client.post<Task>('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 15 })).body;
  const real = server.parts.now;
  const turned = { ...server.parts, now: () => new Date(real().getTime() - 86_400_000) };
  Object.assign(server.parts, turned);
  try {
    const { data: task } = await run(first);
    expect(task.charge.state).toBe('none');
    expect((await download(person.client, task.taskId)).body.error).toBe('MEMBERSHIP_EXPIRED');
    expect((await run(second)).error).toBe('MEMBERSHIP_EXPIRED');
  } finally {
    Object.assign(server.parts, { now: real });
  }
});

test('a retried batch runs the affordable tasks, explains the others, and is refused if none is affordable', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 4, term: 'forever' });
  const broken = makeBmp(64, 48).subarray(0, 60);
  for (let count = 0; count < 4; count++) await filter(client, { batchId: 'again' }, broken);
  expect(await ownedBy(server, person)).toEqual([4, 0, 0, 0]);
  await server.stopWorkers();
  await query('update wallet set uses = 2 where account_id = $1', [person.user.id]);
  await query(
    `insert into movement (unit, amount, source_wallet, destination_book, reason, reference)
      select 'use', 2, id, 'taken', 'correction', 'test' from wallet where account_id = $1`,
    [person.user.id],
  );
  // Trials are used up as well.
  await query(
    `insert into trial_run (task_id, owner, tool, batch_id, day)
      select gen_random_uuid(), $1, 'photo-filter', 'other-' || n, (now() at time zone 'Asia/Shanghai')::date from generate_series(1, 2) as n`,
    [`account:${person.user.id}`],
  );
  const again = async () => client.post<Batch>('/web/batch/again/retry');
  const { data: batch } = (await again()).body;
  expect([batch.queued, batch.failed]).toEqual([2, 2]);
  expect(batch.tasks.map(task => [task.status, task.error?.error ?? null]).sort()).toEqual([
    ['failed', 'USES_MISSING'],
    ['failed', 'USES_MISSING'],
    ['queued', null],
    ['queued', null],
  ]);
  expect(await ownedBy(server, person)).toEqual([2, 2, 0, 0]);
  expect((await again()).body).toMatchObject({ code: 402, error: 'USES_MISSING' });
  server.startWorker();
  await expect.poll(async () => (await ownedBy(server, person))[1]).toBe(0);
});

describe.skipIf(whyNoClips)('clips', () => {
  let folder: string;
  let short: Buffer;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'attack-'));
    short = readFileSync(makeClip({ folder, name: 'a.mp4', seconds: 1, sound: null, args: h264 }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const remove = async (client: TestClient, options: object) => {
    const videoUrl = await client.upload(short, 'a.mp4');
    const list = [{ x: 10, y: 10, w: 20, h: 20 }];
    const body = { videoUrl, list, wait: 15, ...options };
    return client.post<Task>('/web/waterMaker/remove/newDivTimeVideoRemoveWaterMaker', body);
  };

  test('free three-second previews are locked, since together they would make up the clip', async () => {
    const person: LoggedIn = await newPerson();
    const { client } = person;
    const { taskId } = (await remove(client, { previewAt: 0, wait: 0 })).body.data;
    const look = async () => (await client.get<Task>(`/web/task/${taskId}`)).body.data;
    await expect.poll(async () => (await look()).status).toBe('done');
    const { charge, result } = await look();
    expect(charge).toEqual({ kind: 'use', amount: 1, state: 'none' });
    expect(result!.files[0]).toMatchObject({ locked: true, url: null, previewUrl: expect.any(String) });
    expect((await download(client, taskId)).body.error).toBe('MEMBERSHIP_NEEDED');
    // It neither counts as a trial nor holds anything.
    expect(await query('select kind from trial_run where task_id = $1', [taskId])).toEqual([{ kind: 'look' }]);
    await give(server, person, { uses: 1, term: 'forever' });
    expect((await download(client, taskId)).status).toBe(200);
    expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
  });
});
