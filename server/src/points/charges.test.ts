// Charges over HTTP: holds, settlement and release, and no full-quality result without payment.
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { askForCode, type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { findUnbalanced, give, ownedBy } from '../../testing/money.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepExpired } from '../retention/sweep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on' }, speech: 'pocketsphinx' });
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await findUnbalanced(server)).toEqual([]);
});

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
let lastMobile = 13_700_000_000;
const newPerson = () => logInAs(server, String(++lastMobile));

/** A call that costs one use. */
const filterPath = '/web/photoFilter';
async function filter(client: TestClient, options: Record<string, unknown> = {}, picture = makeBmp(64, 48)) {
  const imageUrl = await client.upload(picture, 'p.bmp');
  return client.post<Task>(filterPath, { imageUrl, filterType: 'negative', wait: 15, ...options });
}
const look = async (client: TestClient, taskId: string) => (await client.get<Task>(`/web/task/${taskId}`)).body.data;
const download = (client: TestClient, taskId: string, body = {}) =>
  client.post<{ url: string }>(`/web/task/${taskId}/download`, body);
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('a visitor has one trial a day and sees a watermarked preview; the file stays locked on every route', async () => {
  const client = createClient(server.url);
  const large = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  const { body } = await filter(client, { format: 'png' }, large);
  const file = body.data.result!.files[0]!;
  expect(body.data.charge).toEqual({ kind: 'use', amount: 1, state: 'none' });
  expect(file).toMatchObject({ url: null, locked: true, width: 1600, height: 1200 });

  const preview = await bytesOf(file.previewUrl!);
  const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1080, 810]);
  // The watermark is visible: a uniform grey picture is no longer uniform in any quarter.
  for (const [x, y] of [
    [0, 0],
    [540, 0],
    [0, 405],
    [540, 405],
  ] as const) {
    const { channels } = await sharp(preview).extract({ left: x, top: y, width: 540, height: 405 }).stats();
    expect(channels[0]!.stdev).toBeGreaterThan(5);
  }
  expect(data.length).toBeGreaterThan(0);

  expect(file.path).toMatch(/^private\//);
  expect((await fetch(`${server.url}/store/${file.path}`)).status).toBe(403);
  expect((await fetch(`${server.url}/store/${file.path}`, { headers: { range: 'bytes=0-9' } })).status).toBe(403);
  expect((await fetch(`${server.url}/store/${file.path.replace('private', 'output')}`)).status).toBe(404);
  expect((await fetch(`${file.previewUrl}?width=4000`)).headers.get('content-length')).toBe(String(preview.length));
  const { taskId } = body.data;
  expect((await download(client, taskId)).body).toMatchObject({ code: 402, error: 'MEMBERSHIP_NEEDED' });
  expect((await download(client, taskId, { all: true })).body).toMatchObject({ code: 402 });
  expect((await client.get(`/web/task/${taskId}/zip`)).body).toMatchObject({ code: 402, error: 'RESULT_LOCKED' });
  for (const named of [file.path, `${server.url}/store/${file.path}`])
    expect((await client.convert(named)).status).toBeGreaterThanOrEqual(400);
  expect((await client.get(`/web/tos/facts?key=${file.path}`)).status).toBeGreaterThanOrEqual(400);
  expect((await client.get(`/web/tos/poster?key=${file.path}`)).status).toBeGreaterThanOrEqual(400);
  expect((await client.post('/web/tos/complete', { key: file.path })).status).toBeGreaterThanOrEqual(400);
  expect((await download(server.stranger, taskId)).status).toBe(404);

  const again = await filter(client);
  expect(again.body).toMatchObject({ code: 402, error: 'TRIAL_USED_UP' });
  const quote = { tool: 'photo-filter', payload: {} };
  expect((await client.post('/web/task/quote', quote)).body.data).toMatchObject({
    charge: { kind: 'use', amount: 1, state: 'none' },
    allowed: false,
    reason: expect.stringContaining('free tries'),
  });
  // Conversions stay free.
  const free = await client.convert(await client.upload(makeBmp(8, 8), 'a.bmp'));
  expect(free.body.data).toMatchObject({ charge: { kind: 'none' }, result: { files: [{ locked: false }] } });
});

test('a failed trial does not count, and trials remain used after login', async () => {
  const client = createClient(server.url);
  const broken = makeBmp(64, 48).subarray(0, 60);
  expect((await filter(client, {}, broken)).status).toBe(422);
  expect((await filter(client)).body.data.status).toBe('done');
  const person = await newPerson();
  person.client.headers.clientUid = client.headers.clientUid!;
  expect((await person.client.get<{ total: number }>('/web/task')).body.data.total).toBe(2);
  expect((await filter(person.client)).body.error).toBe('TRIAL_USED_UP');
});

test('a batch on trial has five files, and a quote says how many are left', async () => {
  const client = createClient(server.url);
  const leftOf = async (payload: object) =>
    (await client.post<{ triesLeft: number | null }>('/web/task/quote', { tool: 'photo-filter', payload })).body.data
      .triesLeft;
  expect([await leftOf({ batchId: 'b1' }), await leftOf({})]).toEqual([5, 1]);
  const answers: (string | undefined)[] = [];
  for (let count = 0; count < 6; count++) answers.push((await filter(client, { batchId: 'b1' })).body.error);
  expect(answers).toEqual([undefined, undefined, undefined, undefined, undefined, 'TRIAL_USED_UP']);
  expect((await filter(client, { batchId: 'b2' })).body.error).toBe('TRIAL_USED_UP');
  expect([await leftOf({ batchId: 'b1' }), await leftOf({ batchId: 'b2' })]).toEqual([0, 0]);
  expect((await client.get('/web/batch/b1/zip')).body).toMatchObject({ error: 'RESULT_LOCKED' });
});

test('only positive integers in the dictionary change the trials', async () => {
  const set = (label: string, value: string) =>
    query('insert into dictionary_entry values ($1, $2, $3) on conflict (dictionary, label) do update set value = $3', [
      'trialSetting',
      label,
      value,
    ]);
  const readEntry = async () => {
    const { data } = (
      await server.client.get<{ content: { label: string; value: string }[] }>('/api/dictDetail?dictName=trialSetting')
    ).body;
    return data.content.find(entry => entry.label === 'maxFreePreview')?.value;
  };
  const client = createClient(server.url);
  for (const value of ['-3', '0', '2.5', 'many', '']) {
    await set('maxFreePreview', value);
    expect([value, await readEntry()]).toEqual([value, '1']);
  }
  await set('maxFreePreview', '2');
  expect(await readEntry()).toBe('2');
  const answers: (string | undefined)[] = [];
  for (let count = 0; count < 3; count++) answers.push((await filter(client)).body.error);
  expect(answers).toEqual([undefined, undefined, 'TRIAL_USED_UP']);
  await query('delete from dictionary_entry');
});

/** Seconds of silence, as 8,000 8-bit samples per second. */
function makeSilence(seconds: number): Buffer {
  const bytes = Buffer.alloc(44 + seconds * 8000, 128);
  bytes.write('RIFF');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(8000, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(seconds * 8000, 40);
  return bytes;
}

test('trials of speech recognition have a maximum duration, set in the dictionary; members pay by duration', async () => {
  await query("insert into dictionary_entry values ('video_to_text', 'trialMaxDuration', '6')");
  const person = await newPerson();
  const quote = async (seconds: number) => {
    const videoUrl = await person.client.upload(makeSilence(seconds), 'talk.wav');
    return (await person.client.post('/web/task/quote', { tool: 'video-to-text', payload: { videoUrl } })).body.data;
  };
  expect(await quote(5)).toMatchObject({ allowed: true, charge: { kind: 'use', amount: 1 } });
  expect(await quote(8)).toMatchObject({ allowed: false, reason: expect.stringContaining('0.1 minutes') });
  await give(server, person, { uses: 9, term: 'forever' });
  expect(await quote(8)).toMatchObject({ allowed: true, charge: { kind: 'use', amount: 1 } });
  expect(await quote(310)).toMatchObject({ allowed: true, charge: { kind: 'use', amount: 2 } });
  await query('delete from dictionary_entry');
});

test('a member holds a use, settles it once despite repeated and concurrent downloads, and gets the original file', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 3, term: { days: 30 } });
  const quote = { tool: 'photo-filter', payload: {} };
  expect((await client.post('/web/task/quote', quote)).body.data).toMatchObject({
    charge: { kind: 'use', amount: 1 },
    allowed: true,
    reason: null,
  });
  const { data: task } = (await filter(client, { format: 'png' })).body;
  expect(task).toMatchObject({
    charge: { kind: 'use', amount: 1, state: 'held' },
    result: { files: [{ url: null, locked: true }] },
  });
  expect(await ownedBy(server, person)).toEqual([3, 1, 0, 0]);
  // A file that does not exist costs nothing.
  expect((await download(client, task.taskId, { fileIndex: 7 })).status).toBe(400);
  const answers = await Promise.all([1, 2, 3, 4].map(() => download(client, task.taskId)));
  expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200]);
  expect(await ownedBy(server, person)).toEqual([2, 0, 0, 0]);
  expect(
    await query(
      'select amount, unit, destination_book from movement where reason = $1 and source_wallet = (select id from wallet where account_id = $2)',
      ['run', person.user.id],
    ),
  ).toEqual([{ amount: 1, unit: 'use', destination_book: 'spent' }]);
  const file = await sharp(await bytesOf(answers[0]!.body.data.url)).metadata();
  expect([file.format, file.width, file.height]).toEqual(['png', 64, 48]);
  const shown = await look(client, task.taskId);
  expect(shown).toMatchObject({ charge: { state: 'settled' }, result: { files: [{ locked: false }] } });
  expect((await bytesOf(shown.result!.files[0]!.url!)).length).toBe(shown.result!.files[0]!.size);
  // The URL expires: a later expiry and a modified URL are refused.
  const url = new URL(answers[0]!.body.data.url);
  expect(Number(url.searchParams.get('expires')) - Date.now()).toBeLessThan(6 * 60_000);
  url.searchParams.set('expires', String(Date.now() + 9e9));
  expect((await fetch(url)).status).toBe(403);
  // Once paid, it can be used as input by its owner only.
  const { path } = shown.result!.files[0]!;
  expect((await client.convert(path)).body.data.status).toBe('done');
  expect((await server.stranger.convert(path)).body.error).toBe('UPLOAD_NOT_FOUND');
  const { data: uses } = (await client.get<{ total: number; list: unknown[] }>('/web/udUser/getUseList')).body;
  expect(uses).toMatchObject({
    total: 1,
    list: [{ tool: 'photo-filter', name: 'p.bmp', charge: { kind: 'use', amount: 1 } }],
  });
});

test('failure, cancellation, deletion and expiry release holds', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 1, term: 'forever' });
  const broken = makeBmp(64, 48).subarray(0, 60);
  expect((await filter(client, { batchId: 'again' }, broken)).status).toBe(422);
  expect(await ownedBy(server, person)).toEqual([1, 0, 0, 0]);
  // The batch is retried: held again, and released by the next failure.
  const { data: batch } = (await client.post<Batch>('/web/batch/again/retry')).body;
  expect(batch.tasks[0]!.charge.kind).toBe('use');
  await expect.poll(async () => (await look(client, batch.tasks[0]!.taskId)).status).toBe('failed');
  expect(await ownedBy(server, person)).toEqual([1, 0, 0, 0]);
  const { data: deleted } = (await filter(client)).body;
  expect(await ownedBy(server, person)).toEqual([1, 1, 0, 0]);
  await client.post(`/web/task/${deleted.taskId}/delete`);
  expect(await ownedBy(server, person)).toEqual([1, 0, 0, 0]);
  const { data: expired } = (await filter(client)).body;
  await query("update hold set expires_at = now() - interval '1 second' where state = 'held'");
  await sweepExpired(server.parts);
  expect(await ownedBy(server, person)).toEqual([1, 0, 0, 0]);
  expect((await look(client, expired.taskId)).charge.state).toBe('released');
  // It is charged if it is downloaded after all.
  expect((await download(client, expired.taskId)).status).toBe(200);
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
  expect((await filter(client)).body.data.charge).toEqual({ kind: 'use', amount: 1, state: 'none' });
  expect((await filter(client)).body.error).toBe('USES_MISSING');
});

test('an expired hold that cannot be released delays no other one', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 2, term: { months: 1 } });
  const first = (await filter(client)).body.data.taskId;
  const second = (await filter(client)).body.data.taskId;
  await query("update hold set expires_at = now() - interval '2 seconds' where task_id = $1", [first]);
  await query("update hold set expires_at = now() - interval '1 second' where task_id = $1", [second]);
  await query(`create function refuse_release() returns trigger language plpgsql as $$
    begin raise exception 'not this one'; end $$`);
  await query(`create trigger refuse_release before update on hold for each row
    when (old.task_id = '${first}') execute function refuse_release()`);
  await expect(sweepExpired(server.parts)).rejects.toThrow('1 could not be deleted');
  expect(await ownedBy(server, person)).toEqual([2, 1, 0, 0]);
  expect((await look(client, second)).charge.state).toBe('released');
  await query('drop trigger refuse_release on hold');
  await query('drop function refuse_release');
  await sweepExpired(server.parts);
  expect(await ownedBy(server, person)).toEqual([2, 0, 0, 0]);
});

test('a waiting task keeps an expired hold, and releases it when it is cancelled', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 1, term: 'forever' });
  await server.stopWorkers();
  const { data: waiting } = (await filter(client, { wait: 0 })).body;
  await query("update hold set expires_at = now() - interval '1 second' where state = 'held'");
  await sweepExpired(server.parts);
  expect(await ownedBy(server, person)).toEqual([1, 1, 0, 0]);
  // The free balance is below the price, so the next run is a trial.
  expect((await filter(client, { wait: 0 })).body.data.charge.state).toBe('none');
  await client.post(`/web/task/${waiting.taskId}/cancel`);
  expect(await ownedBy(server, person)).toEqual([1, 0, 0, 0]);
  server.startWorker();
});

test('the same request sent twice at once holds once', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 1, term: { months: 1 } });
  const imageUrl = await client.upload(makeBmp(16, 16), 'p.bmp');
  const send = () =>
    client.post<Task>(filterPath, { imageUrl, filterType: 'negative', wait: 0 }, { 'idempotency-key': 'once' });
  const sent = await Promise.all([send(), send(), send()]);
  expect(new Set(sent.map(({ body }) => body.data.taskId)).size).toBe(1);
  expect(await ownedBy(server, person)).toEqual([1, 1, 0, 0]);
});

test('a membership that ended pays nothing and says so; coins still do', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 5, term: { days: 1 } });
  await filter(client); // Held while the membership was active.
  const wallet = 'select id from wallet where account_id = $1';
  await query(
    `insert into member_term (wallet_id, days, meal_name, reason, reference, until) values ((${wallet}), -9, '{"zh": "a", "en": "b"}', 'correction', $1, now() - interval '1 day')`,
    [person.user.id],
  );
  await query(
    'update wallet set member_until = (select until from member_term where wallet_id = wallet.id order by id desc limit 1) where account_id = $1',
    [person.user.id],
  );
  await filter(client); // A trial run.
  const { body } = await filter(client);
  expect([body.error, body.msg]).toEqual(['MEMBERSHIP_EXPIRED', 'Your membership has expired, please recharge']);
  await give(server, person, { coins: 15 });
  const { data: paid } = (await filter(client)).body;
  expect(paid.charge).toEqual({ kind: 'coins', amount: 10, state: 'held' });
  expect((await client.get('/web/udUser/balance')).body.data).toEqual({ coin: 15, held: 10 });
  expect((await client.post('/web/udUser/info')).body.data).toMatchObject({
    isMember: 0,
    coin: 15,
    coinLeft: 5,
    useMaxNum: 4,
  });
});

test('deductionCoin pays with coins once, also instead of a held use', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 1, coins: 12, term: 'forever' });
  const { data: task } = (await filter(client)).body;
  expect(task.charge).toMatchObject({ kind: 'use', state: 'held' });
  const path = `/web/udUser/deductionCoin?taskId=${task.taskId}`;
  const answers = await Promise.all([client.get<Task>(path), client.get<Task>(path)]);
  for (const { body } of answers) expect(body.data.charge).toEqual({ kind: 'coins', amount: 10, state: 'settled' });
  expect(await ownedBy(server, person)).toEqual([1, 0, 2, 0]);
  const { data: other } = (await filter(client)).body;
  expect((await client.get(`/web/udUser/deductionCoin?taskId=${other.taskId}`)).body).toMatchObject({
    code: 402,
    error: 'COINS_MISSING',
  });
  expect((await server.stranger.get(path)).status).toBe(401);
});

test('a larger enlargement costs more, in the quote as in the charge', async () => {
  const person: LoggedIn = await newPerson();
  await give(server, person, { uses: 9, term: 'forever' });
  const picture = await sharp({ create: { width: 2400, height: 2000, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const imageUrl = await person.client.upload(picture, 'large.png');
  const priceOf = async (payload: object) =>
    (
      await person.client.post<{ charge: { amount: number } }>('/web/task/quote', {
        tool: 'up-scale',
        payload: { imageUrl, ...payload },
      })
    ).body.data.charge.amount;
  expect(await priceOf({ upscale: 2 })).toBe(2);
  expect(await priceOf({ upscale: 4 })).toBe(4);
  expect(await priceOf({ upscale: 4, detail: 'quick' })).toBe(1);
  // A size hidden behind three megabytes of comments is not found, so it costs as much as the largest.
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd)]);
  const hidden = Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: 48 }, () => comment), jpeg.subarray(2)]);
  const hiddenUrl = await person.client.upload(hidden, 'hidden.jpg');
  expect(await priceOf({ imageUrl: hiddenUrl, upscale: 2 })).toBe(4);
  await server.stopWorkers();
  const { data } = (await person.client.post<Task>('/web/losslessAmplification', { imageUrl, upscale: 2, wait: 0 }))
    .body;
  expect(data.charge).toEqual({ kind: 'use', amount: 2, state: 'held' });
  await person.client.post(`/web/task/${data.taskId}/cancel`);
  server.startWorker();
});

test('ledger rows survive account deletion without personal data, and an export shows no more than the page did', async () => {
  const person = await newPerson();
  const { client } = person;
  await give(server, person, { uses: 3, coins: 20, term: { months: 12 } });
  const { data: paid } = (await filter(client)).body;
  await download(client, paid.taskId);
  await filter(client);
  const { data: exported } = (await client.get<Record<string, unknown>>('/web/udUser/export')).body;
  expect(exported).toMatchObject({
    money: {
      balance: { uses: 2, usesHeld: 1, coins: 20 },
      topUps: expect.arrayContaining([expect.objectContaining({ kind: 'coins', amount: 20, reason: 'grant' })]),
      runs: [{ state: 'held' }, { state: 'settled' }],
    },
    tasks: [{ files: [{ url: null }] }, { files: [{ url: expect.stringContaining('signature=') }] }],
  });
  const [{ id: wallet }] = await query('select id from wallet where account_id = $1', [person.user.id]);
  const code = await askForCode(server, String(lastMobile));
  expect((await client.post('/web/udUser/delete', { code })).status).toBe(200);
  expect(await query('select account_id, uses, uses_held, coins from wallet where id = $1', [wallet])).toEqual([
    { account_id: null, uses: 2, uses_held: 0, coins: 20 },
  ]);
  expect(
    (await query('select state from hold where wallet_id = $1 order by created_at', [wallet])).map(row => row.state),
  ).toEqual(['settled', 'released']);
  expect(await query('select id from use_record where account_id = $1', [person.user.id])).toEqual([]);
});
