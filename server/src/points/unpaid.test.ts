// What is available without payment, and its limits: trials by duration and size, free previews, links, and files that are too large for anyone. The
// limits come from the operator's dictionaries.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Task } from 'contract/task.ts';
import { h264, makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { findUnbalanced, give } from '../../testing/money.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
afterEach(async () => {
  await query('delete from dictionary_entry');
  await query('delete from trial_run');
  expect(await findUnbalanced(server)).toEqual([]);
});

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const set = (dictionary: string, label: string, value: number) =>
  query('insert into dictionary_entry values ($1, $2, $3)', [dictionary, label, String(value)]);
let mobile = 13_800_100_000;
const newPerson = () => logInAs(server, String(++mobile));
const newVisitor = () => createClient(server.url);

const parse = async (client: TestClient) =>
  (await client.post<Task>('/web/video/parse/newVideoRecover', { url: 'https://example.org/v', wait: 0 })).body.error;

test('links have a daily limit for visitors, a fivefold one for addresses, and none for members', async () => {
  await set('video_parsing', 'dailyFreeLinks', 2);
  const client = newVisitor();
  expect([await parse(client), await parse(client), await parse(client)]).toEqual([
    undefined,
    undefined,
    'TRIAL_USED_UP',
  ]);
  const quote = { tool: 'video-parsing', payload: { url: 'https://example.org/v' } };
  expect((await client.post('/web/task/quote', quote)).body.data).toMatchObject({ allowed: false });
  // Client ids can be created at will.
  const others = Array.from({ length: 4 }, newVisitor);
  for (const other of others) expect([await parse(other), await parse(other)]).toEqual([undefined, undefined]);
  expect(await parse(newVisitor())).toBe('TRIAL_USED_UP');
  // An account has its own limit, a member has none.
  const person = await newPerson();
  expect(await parse(person.client)).toBeUndefined();
  await give(server, person, { term: { days: 3 } });
  for (let count = 0; count < 3; count++) expect(await parse(person.client)).toBeUndefined();
});

test('cancelled runs return their trial only a limited number of times, since their work was done', async () => {
  await set('trialSetting', 'dailyUnpaidRuns', 3);
  const client = newVisitor();
  const imageUrl = await client.upload(makeBmp(16, 16), 'p.bmp');
  const send = () => client.post<Task>('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 0 });
  for (let count = 0; count < 3; count++) {
    const { data } = (await send()).body;
    expect((await client.post(`/web/task/${data.taskId}/cancel`)).status).toBe(200);
  }
  expect((await send()).body.error).toBe('TRIAL_USED_UP');
  const person = await newPerson();
  await give(server, person, { coins: 100 });
  for (let count = 0; count < 4; count++) {
    const { body } = await person.client.post<Task>('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 0 });
    expect(body.data.charge.state).toBe('held');
    await person.client.post(`/web/task/${body.data.taskId}/cancel`);
  }
});

test('other options for a tried file are no further trial, another file or tool is', async () => {
  const client = newVisitor();
  const upload = () => client.upload(makeBmp(16, 16), 'p.bmp');
  const imageUrl = await upload();
  const body = { imageUrl, filterType: 'negative', wait: 0 };
  const send = (more: object = {}) => client.post<Task>('/web/photoFilter', { ...body, ...more });
  const quote = async (more: object = {}) =>
    (
      await client.post<{ allowed: boolean; triesLeft: number | null }>('/web/task/quote', {
        tool: 'photo-filter',
        payload: { ...body, ...more },
      })
    ).body.data;
  const first = (await send()).body.data.taskId;
  // Without a batch there is one trial a day. A run that has not ended yet is none that could be replaced.
  expect((await send({ replaces: first })).body.error).toBe('TRIAL_USED_UP');
  await query("update task set status = 'done', ended_at = now(), result = $2 where id = $1", [first, { files: [] }]);
  expect((await send()).body.error).toBe('TRIAL_USED_UP');
  expect(await quote()).toMatchObject({ allowed: false });
  expect(await quote({ replaces: first })).toMatchObject({ allowed: true, triesLeft: null });
  const second = (await send({ filterType: 'vivid', replaces: first })).body.data;
  expect(second.charge).toMatchObject({ kind: 'use', amount: 1, state: 'none' });
  expect((await send({ imageUrl: await upload(), replaces: first })).body.error).toBe('TRIAL_USED_UP');
  expect((await send({ replaces: 'nothing' })).body.error).toBe('TRIAL_USED_UP');
  // The id of another visitor's result has no effect, even for the same public upload.
  const other = newVisitor();
  expect((await other.post('/web/photoFilter', body)).body.error).toBeUndefined();
  expect((await other.post('/web/photoFilter', { ...body, replaces: first })).body.error).toBe('TRIAL_USED_UP');
  // Changes count towards the daily limit of unpaid runs.
  await set('trialSetting', 'dailyUnpaidRuns', 2);
  expect((await send({ replaces: first })).body.error).toBe('TRIAL_USED_UP');
});

test('a picture above the operator’s limit is refused before it is sent; limits above the product’s have no effect', async () => {
  const sign = async (fileName: string, fileSize: number) =>
    (await newVisitor().post('/web/tos/new-get-signature-norecord', { fileName, fileSize, contentType: 'image/png' }))
      .body.error;
  expect(await sign('a.png', 3_000_000)).toBeUndefined();
  await set('upload_limit', 'pictureMaxSize', 2_500_000);
  expect([await sign('a.png', 3_000_000), await sign('a.png', 2_500_000)]).toEqual(['FILE_TOO_LARGE', undefined]);
  await query("update dictionary_entry set value = '99999999999'");
  expect(await sign('a.png', 60_000_000)).toBe('FILE_TOO_LARGE');
  const { data } = (await server.client.get<{ content: object[] }>('/api/dictDetail?dictName=upload_limit')).body;
  expect(data.content).toContainEqual({ label: 'pictureMaxSize', value: String(50 * 1024 * 1024) });
});

describe.skipIf(whyNoClips)('clips', () => {
  let folder: string;
  let clip: Buffer;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'unpaid-'));
    clip = readFileSync(makeClip({ folder, name: 'a.mp4', seconds: 2, sound: null, args: h264 }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const areas = '/web/waterMaker/remove/newDivTimeVideoRemoveWaterMaker';
  const found = '/web/aiVideoRmMark';
  const list = [{ x: 10, y: 10, w: 20, h: 20 }];
  const send = async (client: TestClient, call: string, options: object = {}) => {
    const videoUrl = await client.upload(clip, 'a.mp4');
    return (await client.post<Task>(call, { videoUrl, list, wait: 0, ...options })).body;
  };

  test('trials have a maximum duration, a shorter one for automatic detection of marks, and a maximum size', async () => {
    await set('upload_limit', 'aiVideoMaxDuration', 1);
    expect((await send(newVisitor(), found)).error).toBe('TRIAL_TOO_LONG');
    // Hand-drawn areas: boxes alone cost nothing, and members pay by duration.
    expect((await send(newVisitor(), areas)).error).toBeUndefined();
    expect((await send(newVisitor(), found, { findOnly: true })).error).toBeUndefined();
    const person = await newPerson();
    await give(server, person, { uses: 3, term: 'forever' });
    expect((await send(person.client, found)).data.charge).toEqual({ kind: 'use', amount: 1, state: 'held' });
    await set('upload_limit', 'videoDuration', 1);
    expect((await send(newVisitor(), areas)).error).toBe('TRIAL_TOO_LONG');
    await query("update dictionary_entry set value = '60'");
    await set('upload_limit', 'videoSize', 1000);
    expect((await send(newVisitor(), areas)).error).toBe('TRIAL_TOO_LARGE');
    expect((await send(person.client, areas)).data.charge.state).toBe('held');
    await set('upload_limit', 'fileMaxSize', 1000);
    expect((await send(person.client, areas)).error).toBe('FILE_ABOVE_KB');
  });

  test('a clip that is too long for everyone is not refused as too long for a trial, because paying would not help', async () => {
    const picture = 'color=red:s=64x64:r=1:d=960';
    const long = readFileSync(makeClip({ folder, name: 'long.mp4', picture, sound: null, args: h264 }));
    const client = newVisitor();
    const payload = { videoUrl: await client.upload(long, 'long.mp4'), list };
    const quote = await client.post('/web/task/quote', { tool: 'inpaint-video', payload });
    expect(quote.body.data).toMatchObject({ allowed: true });
    expect((await client.post<Task>(areas, { ...payload, wait: 0 })).body.error).toBeUndefined();
    await set('upload_limit', 'videoDuration', 899);
    expect((await client.post<Task>(areas, { ...payload, wait: 0, batchId: 'b' })).body.error).toBe('TRIAL_TOO_LONG');
  });

  test('free preview seconds have a daily limit even if they are cancelled, and cost nothing for people who can pay', async () => {
    await set('trialSetting', 'dailyUnpaidRuns', 2);
    const client = newVisitor();
    for (let count = 0; count < 2; count++) {
      const { data } = await send(client, areas, { previewAt: count });
      await client.post(`/web/task/${data.taskId}/cancel`);
    }
    expect((await send(client, areas, { previewAt: 0 })).error).toBe('TRIAL_USED_UP');
    const person = await newPerson();
    await give(server, person, { coins: 10 });
    for (let count = 0; count < 3; count++) {
      const { data } = await send(person.client, areas, { previewAt: 0 });
      expect(data.charge).toEqual({ kind: 'use', amount: 1, state: 'none' });
    }
    expect((await person.client.get('/web/udUser/balance')).body.data).toEqual({ coin: 10, held: 0 });
  });
});
