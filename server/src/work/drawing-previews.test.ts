// A preview from the drawing server to its owner, through the real worker and child: as pixels, for the owner alone, and gone at the end.

import { maxPreview } from 'contract/drawing.ts';
import type { Task } from 'contract/task.ts';
import { sharp } from 'engines/sharp.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../testing/client.ts';
import { readEvents } from '../../testing/events.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type StandInWebui, startStandInWebui } from '../../testing/stand-in-webui.ts';
import { openPreviews, type Previews } from '../tasks/streams/previews.ts';

let standIn: StandInWebui;
let server: TestServer;
let kept: Previews;
let unfinished: Buffer | undefined;

beforeAll(async () => {
  standIn = await startStandInWebui({ steps: 60, stepMs: 100, unfinished: () => unfinished });
  server = await startTestServer({ environment: { DRAW_API: 'sdwebui', DRAW_URL: standIn.url } });
  kept = openPreviews(server.parts.notices);
});
afterAll(async () => {
  kept.close();
  await server.stop();
  await standIn.close();
});
beforeEach(async () => {
  unfinished = await sharp({ create: { width: 512, height: 256, channels: 3, background: '#20a040' } })
    .png()
    .toBuffer();
});

const draw = async (options: object = {}) =>
  (await server.client.post<Task>('/web/textToImage', { prompt: 'a pear', wait: 0, ...options })).body.data.taskId;
const look = async (taskId: string) => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
const ended = async (taskId: string) => {
  await expect.poll(async () => (await look(taskId)).status).not.toMatch(/queued|running/);
  return look(taskId);
};

async function pixelOf(preview: string) {
  const [head, body = ''] = preview.split(',');
  expect(head).toBe('data:image/jpeg;base64');
  const bytes = Buffer.from(body, 'base64');
  expect(bytes.length).toBeLessThanOrEqual(maxPreview.bytes);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([maxPreview.side, maxPreview.side / 2]);
  return [...data.subarray(0, 3)];
}

/** All rows of the database as text. */
async function dump(): Promise<string> {
  const { rows } = await server.postgres.pool.query(
    `select table_name as name from information_schema.tables where table_schema = current_schema()`,
  );
  const texts: string[] = [];
  for (const { name } of rows)
    texts.push(JSON.stringify((await server.postgres.pool.query(`select * from "${name}"`)).rows));
  return texts.join('\n');
}

test('the owner sees the preview while the drawing runs; it is in no list, no row and no other hands, and gone at the end', async () => {
  const taskId = await draw({ batchId: 'previews' });
  const { headers } = server.client;
  const stream = readEvents(`${server.url}/web/task/${taskId}/events`, headers);
  await expect.poll(async () => (await look(taskId)).preview).toBeDefined();
  const { preview } = await look(taskId);
  const [red, green, blue] = await pixelOf(preview!);
  expect(Math.max(Math.abs(red! - 32), Math.abs(green! - 160), Math.abs(blue! - 64))).toBeLessThan(6);
  expect(kept.count()).toBe(1);

  const another = createClient(server.url);
  expect((await another.get(`/web/task/${taskId}`)).status).toBe(404);
  expect((await another.get('/web/task')).body).not.toHaveProperty('data.list.0');
  const list = await server.client.get('/web/task');
  const batch = await server.client.get('/web/batch/previews');
  const secret = preview!.slice(-200);
  expect(JSON.stringify(list.body)).toContain(taskId);
  expect(JSON.stringify([list.body, batch.body])).not.toContain(secret);
  expect(await dump()).not.toContain(secret);

  const task = await ended(taskId);
  expect(task).toMatchObject({ status: 'done' });
  expect(task.preview).toBeUndefined();
  await expect.poll(() => kept.count()).toBe(0);
  const { events } = await stream;
  const shown = events.map(event => event.task.preview).filter(one => one !== undefined);
  // The server draws the same all the time, which is told once.
  expect(shown).toEqual([preview]);
  expect(events.at(-1)).toMatchObject({ event: 'done', task: { status: 'done' } });
});

test('a cancel takes the preview away', async () => {
  const taskId = await draw();
  await expect.poll(async () => (await look(taskId)).preview).toBeDefined();
  const { body } = await server.client.post<Task>(`/web/task/${taskId}/cancel`);
  expect(body.data).toMatchObject({ status: 'cancelled' });
  expect(body.data.preview).toBeUndefined();
  await expect.poll(() => kept.count()).toBe(0);
});

test('several pictures have no preview', async () => {
  const task = await ended(await draw({ count: 2 }));
  expect(task.result!.files).toHaveLength(2);
  expect(kept.count()).toBe(0);
});

test('hostile pictures harm nothing: the drawing is done, by the same child', async () => {
  const wide = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  unfinished = wide;
  const taskId = await draw();
  const seen = new Set<string | undefined>();
  const looking = setInterval(() => void look(taskId).then(({ preview }) => seen.add(preview)), 200);
  await expect.poll(async () => (await look(taskId)).progress).toBeGreaterThan(50);
  unfinished = wide.subarray(0, 500);
  const task = await ended(taskId);
  clearInterval(looking);
  expect(task).toMatchObject({ status: 'done' });
  expect([...seen]).toEqual([undefined]);
});
