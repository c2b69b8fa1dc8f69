// Pipelines on real engines: what comes out, what fails and what that leaves, and what is refused before anything starts.
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { makeBmp } from '../../../testing/pictures.ts';
import { paths, runPipeline, type SentStep, sendPipeline, untilEnded } from '../../../testing/pipelines.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { sweepExpired } from '../../retention/sweep.ts';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = server.client;
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const toWebp: SentStep = { path: paths.format, payload: { format: 'webp' } };
const negative: SentStep = { path: paths.filter, payload: { filterType: 'negative', format: 'png' } };
const half: SentStep = { path: paths.resize, payload: { percent: 50 } };

/** A picture of one colour with a red box, the mark. */
const box = { left: 20, top: 16, width: 24, height: 12 };
async function makeMarked(background: { r: number; g: number; b: number }): Promise<Buffer> {
  const mark = await sharp({ create: { ...box, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const picture = sharp({ create: { width: 96, height: 64, channels: 3, background } });
  return picture
    .composite([{ input: mark, left: box.left, top: box.top }])
    .png()
    .toBuffer();
}

test('three steps over three pictures: the mark is gone, the picture is twice as large, the file is WebP', async () => {
  const colours = [
    { r: 40, g: 90, b: 160 },
    { r: 30, g: 140, b: 80 },
    { r: 200, g: 190, b: 60 },
  ];
  const inputs = await Promise.all(
    colours.map(async (colour, n) => client.upload(await makeMarked(colour), `${n}.png`)),
  );
  const { left: x, top: y, width: w, height: h } = box;
  const steps = [
    { path: paths.remove, payload: { coordinates: [{ x: x - 2, y: y - 2, w: w + 4, h: h + 4 }] } },
    { path: '/web/losslessAmplification', payload: { upscale: 2 } },
    toWebp,
  ];
  const sent = await sendPipeline(client, steps, inputs, { batchId: 'three-by-three', name: 'Clean up' });
  expect(sent.body.data).toMatchObject({ batchId: 'three-by-three', total: 3 });
  expect(sent.body.data.tasks[0]).toMatchObject({ tool: 'inpaint-image', step: { index: 0, of: 3 } });
  const batch = await untilEnded(client, 'three-by-three');
  expect(batch).toMatchObject({ total: 3, done: 3, progress: 100 });
  for (const [place, task] of batch.tasks.entries()) {
    expect(task).toMatchObject({ tool: 'image-converter', step: { index: 2, of: 3 }, charge: { kind: 'none' } });
    const [file, ...others] = task.result!.files;
    expect(others).toEqual([]);
    expect(file).toMatchObject({ contentType: 'image/webp', width: 192, height: 128 });
    expect(file!.name).toMatch(new RegExp(`^${place}.*\\.webp$`));
    const { data, info } = await sharp(await bytesOf(file!.url!))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { r, g, b } = colours[place]!;
    const at = ((y + h / 2) * 2 * info.width + (x + w / 2) * 2) * info.channels;
    for (const [channel, value] of [r, g, b].entries()) expect(Math.abs(data[at + channel]! - value)).toBeLessThan(12);
  }
  const zip = await fetch(batch.zipUrl!);
  expect(zip.headers.get('content-disposition')).toContain('Clean up-');
  expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(3 * 100);
  // What the steps in between made is deleted with the next sweep; the results stay.
  await sweepExpired(server.parts);
  const keys = batch.tasks.map(task => task.result!.files[0]!.path);
  const outputs = await query("select key from stored_object where purpose = 'output' and not is_removed");
  expect(outputs.map(row => row.key).sort()).toEqual(keys.sort());
  expect(await query('select key from object_use')).toEqual([]);
});

test('a step that fails is named and keeps the result before it; a retry goes on from there', async () => {
  const input = await client.upload(makeBmp(60, 40), 'still.bmp');
  const batch = await runPipeline(client, [half, { path: paths.split }, toWebp], [input]);
  const [task] = batch.tasks as [Task];
  expect(task).toMatchObject({
    status: 'failed',
    tool: 'gif',
    step: { index: 1, of: 3 },
    error: { error: 'NOT_ANIMATED' },
  });
  expect(task.error!.msg).toMatch(/^Step 2 of 3: /);
  expect(task.result!.files).toHaveLength(1);
  const { url } = (await client.post<{ url: string }>(`/web/task/${task.taskId}/download`)).body.data;
  expect(await sharp(await bytesOf(url)).metadata()).toMatchObject({ width: 30, height: 20 });
  const before = (await query('select attempt from task where id = $1', [task.taskId]))[0].attempt;
  await client.post(`/web/batch/${batch.batchId}/retry`);
  const again = await untilEnded(client, batch.batchId);
  expect(again.tasks[0]).toMatchObject({
    status: 'failed',
    step: { index: 1, of: 3 },
    error: { error: 'NOT_ANIMATED' },
  });
  expect(again.tasks[0]!.result!.files[0]!.path).toBe(task.result!.files[0]!.path);
  // One run: that of the step that failed.
  expect((await query('select attempt from task where id = $1', [task.taskId]))[0].attempt).toBe(before + 1);
  await client.post(`/web/task/${task.taskId}/delete`);
  expect(
    await query('select key from stored_object where (task_id = $1 or key = $2) and not is_removed', [
      task.taskId,
      input,
    ]),
  ).toEqual([]);
});

test('files that are broken, empty of pictures or too many cost the others nothing', async () => {
  const good = await client.upload(makeBmp(40, 30), 'good.bmp');
  const torn = await client.upload(makeBmp(64, 48).subarray(0, 60), 'torn.bmp');
  const text = await client.upload(Buffer.from('no picture at all'), 'text.png');
  const batch = await runPipeline(client, [half, toWebp], [good, torn, text, good]);
  expect(batch).toMatchObject({ total: 4, done: 2, failed: 2 });
  expect(batch.tasks.map(task => task.error?.error ?? task.status)).toEqual([
    'done',
    'FILE_CORRUPT',
    'TYPE_UNSUPPORTED',
    'done',
  ]);
  expect(batch.tasks[2]).toMatchObject({ step: { index: 0, of: 2 }, result: null });
  // Alone it is refused at once.
  expect(await sendPipeline(client, [half], [text])).toMatchObject({
    status: 415,
    body: { error: 'TYPE_UNSUPPORTED' },
  });
});

test('of several files the next step takes the first that it can work on', async () => {
  const frames = await sharp(
    await Promise.all(
      ['#ff0000', '#0000ff'].map(background =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  )
    .gif({ delay: [200, 200] })
    .toBuffer();
  const input = await client.upload(frames, 'two.gif');
  const { tasks } = await runPipeline(client, [{ path: paths.split }, negative], [input]);
  expect(tasks[0]).toMatchObject({ status: 'done' });
  expect(tasks[0]!.result!.files).toHaveLength(1);
  const { dominant } = await sharp(await bytesOf(tasks[0]!.result!.files[0]!.url!)).stats();
  expect(dominant.r).toBeLessThan(40);
  expect(Math.min(dominant.g, dominant.b)).toBeGreaterThan(215);
});

test('a cancel in the middle stops the rest and keeps what is done', async () => {
  await server.stopWorkers();
  onTestFinished(() => void server.startWorker());
  const inputs = await Promise.all([1, 2].map(seed => client.upload(makeBmp(30, 20, seed), `${seed}.bmp`)));
  const { batchId, tasks } = (await sendPipeline(client, [half, toWebp], inputs)).body.data;
  const [first, second] = tasks.map(task => task.taskId);
  await client.post(`/web/task/${second}/cancel`);
  // The first one is as after its first step.
  const worker = server.startWorker();
  await query(
    "create function stop_here () returns trigger language plpgsql as $$ begin new.lane := 'nowhere'; return new; end $$",
  );
  await query(
    'create trigger stop_here before update on task for each row when (new.step_index > old.step_index) execute function stop_here()',
  );
  while ((await query('select step_index from task where id = $1', [first]))[0].step_index === 0)
    await new Promise(resolve => setTimeout(resolve, 50));
  await worker.stop();
  await query('drop trigger stop_here on task');
  await client.post(`/web/task/${first}/cancel`);
  const batch = await untilEnded(client, batchId);
  expect(batch.tasks[0]).toMatchObject({ status: 'cancelled', step: { index: 1, of: 2 } });
  expect(batch.tasks[0]!.result!.files[0]).toMatchObject({ width: 15, height: 10 });
  expect(batch.tasks[1]).toMatchObject({ status: 'cancelled', step: { index: 0, of: 2 }, result: null });
});

describe('refused before anything starts', () => {
  let input: string;
  beforeAll(async () => {
    input = await client.upload(makeBmp(8, 8), 'a.bmp');
  });
  const video = '/web/video/separate';
  test.each<[string, readonly SentStep[], number, string, object?]>([
    ['an unknown path', [{ path: '/web/nothing' }], 400, 'BAD_REQUEST'],
    [
      'a call without a file',
      [{ path: '/web/textToImage', payload: { prompt: 'a cat' } }],
      400,
      'STEP_UNFIT',
      { step: 1 },
    ],
    ['a call that gives no file', [half, { path: '/web/baidu/logoIdentify' }], 400, 'STEP_UNFIT', { step: 2 }],
    ['a list of files', [{ path: '/web/picture/collage' }], 400, 'STEP_UNFIT'],
    [
      'a clip tool behind a picture',
      [half, { path: video }],
      400,
      'STEP_MISFIT',
      { step: 2, before: 1, gives: expect.stringContaining('PNG') },
    ],
    ['a picture tool behind text', [{ path: '/web/imageTotext' }, half], 415, 'STEP_MISFIT'],
    ['a payload of the wrong kind', [toWebp, { path: paths.format, payload: { format: 'exe' } }], 400, 'BAD_REQUEST'],
    ['a removal without an area', [half, { path: paths.remove }], 400, 'MASK_EMPTY', { step: 2 }],
    ['no steps', [], 400, 'BAD_REQUEST'],
    ['eleven steps', Array.from({ length: 11 }, () => toWebp), 400, 'BAD_REQUEST'],
    [
      'settings without end',
      [{ path: paths.format, payload: { format: 'webp', note: 'x'.repeat(40_000) } }],
      413,
      'BODY_TOO_LARGE',
    ],
  ])('%s', async (_name, steps, status, error, details) => {
    const { status: got, body } = await sendPipeline(client, steps, [input]);
    expect([got, body.error]).toEqual([status === 415 ? 400 : status, error]);
    if (details) expect(body.details).toMatchObject(details);
  });

  test('the place of a mistake in a payload is named', async () => {
    const { body } = await sendPipeline(client, [toWebp, { path: paths.format, payload: { format: 'exe' } }], [input]);
    expect(body.details).toMatchObject([{ path: 'steps.1.payload.format' }]);
  });

  test.each<[string, unknown, number, string]>([
    ['no inputs', [], 400, 'BAD_REQUEST'],
    ['more than a thousand', Array.from({ length: 1001 }, () => 'input/x'), 400, 'BAD_REQUEST'],
    ['what is no path', ['../../etc/passwd'], 400, 'LINK_BAD'],
    ['a blank', ['  '], 400, 'LINK_EMPTY'],
    ['numbers', [1, 2], 400, 'BAD_REQUEST'],
    ['an upload that is not there', [`input/2026/01/01/00/${'0'.repeat(32)}.png`], 404, 'UPLOAD_NOT_FOUND'],
  ])('inputs: %s', async (_name, inputs, status, error) => {
    const { status: got, body } = await sendPipeline(client, [toWebp], inputs as string[]);
    expect([got, body.error]).toEqual([status, error]);
  });

  test('nothing of all that has left a task', async () => {
    expect(await query("select id from task where ended_at is null or batch_id = 'refused'")).toEqual([]);
  });
});

test('a repeated call is answered with its batch, another one with the same key is refused', async () => {
  const input = await client.upload(makeBmp(8, 8), 'a.bmp');
  const key = { 'Idempotency-Key': 'once' };
  const [one, two] = await Promise.all([1, 2].map(() => sendPipeline(client, [toWebp], [input, input], {}, key)));
  expect(one!.body.data.batchId).toBe(two!.body.data.batchId);
  expect((await untilEnded(client, one!.body.data.batchId)).total).toBe(2);
  expect((await sendPipeline(client, [half], [input], {}, key)).body.error).toBe('IDEMPOTENCY_CLASH');
});

test('a quote has a line for each step, and says what would be refused', async () => {
  const input = await client.upload(makeBmp(8, 8), 'a.bmp');
  const quote = (body: object) => client.post<object>('/web/pipeline/quote', body);
  expect((await quote({ steps: [half, negative], inputs: [input] })).body.data).toMatchObject({
    charge: { kind: 'none', amount: 0, state: 'none' },
    allowed: true,
    reason: null,
    steps: [
      { path: paths.resize, tool: 'resize', charge: { kind: 'none' } },
      { path: paths.filter, tool: 'photo-filter', charge: { kind: 'none' } },
    ],
  });
  for (const steps of [[half], [half, { path: '/web/losslessAmplification', payload: null }]])
    for (const unsent of [{}, { inputs: null, name: null, batchId: null }])
      expect((await quote({ steps, ...unsent })).body.data).toMatchObject({ allowed: true });
  const misfit = await quote({ steps: [half, { path: '/web/video/separate' }], inputs: [] });
  expect(misfit.body.data).toMatchObject({ allowed: false, reason: expect.stringContaining('Step 2') });
  expect((await quote({ steps: [{ path: '/nowhere' }] })).status).toBe(400);
});

test('tasks of a pipeline are listed and belong to their owner alone', async () => {
  const input = await client.upload(makeBmp(8, 8), 'a.bmp');
  const { batchId, tasks } = await runPipeline(client, [half, toWebp], [input]);
  const id = tasks[0]!.taskId;
  const { list } = (await client.get<{ list: Task[] }>('/web/task')).body.data;
  expect(list.find(task => task.taskId === id)).toMatchObject({ batchId, step: { index: 1, of: 2 } });
  expect((await server.stranger.get(`/web/task/${id}`)).status).toBe(404);
  expect((await server.stranger.get<Batch>(`/web/batch/${batchId}`)).status).toBe(404);
  const events = await (await fetch(`${server.url}/web/task/${id}/events`, { headers: client.headers })).text();
  expect(events).toContain('event: done');
  expect(events).toContain('"step":{"index":1,"of":2}');
});
