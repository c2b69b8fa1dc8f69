// The size of a run: facts are probed once and stored, and determine the price, the deadline and the estimate.
import { readFileSync } from 'node:fs';
import { AppError } from 'contract/errors.ts';
import { megapixelsOf } from 'contract/facts.ts';
import type { ToolCall } from 'contract/tool.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { factsOf } from '../objects/facts.ts';
import { openLightPool } from '../work/light-pool.ts';
import { findCall } from './catalogue.ts';
import { measureRun } from './measure.ts';
import { recordSample } from './pace-queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

const upload = async (width: number, height: number) => {
  const key = await server.client.upload(makeBmp(width, height), 'picture.bmp');
  return { field: 'imageUrl', name: 'picture.bmp', kind: 'upload' as const, key, bytes: 54 + width * height * 3 };
};

const entry = findCall('up-scale', 'enlarge')!;
const callOf = (changes: Partial<ToolCall>) => ({ ...entry, call: { ...entry.call, ...changes } });
const options = { upscale: 4, mode: 'photo', detail: 'best', format: 'same' };

test('a file is probed once', async () => {
  const { key } = await upload(40, 30);
  await server.client.post('/web/tos/complete', { key });
  const { probePool } = server.parts;
  let probes = 0;
  const counting: typeof probePool = {
    ...probePool,
    run: (work, take) => {
      probes += 1;
      return probePool.run(work, take);
    },
  };
  const parts = { ...server.parts, probePool: counting };
  const first = await factsOf(parts, key);
  expect(first).toMatchObject({ type: 'bmp', width: 40, height: 30, frames: 1 });
  expect(await factsOf(parts, key)).toEqual(first);
  expect(probes).toBe(1);
});

test('a file that crashes its probe keeps its type and size, and no call is refused because of it', async () => {
  const { key, bytes } = await upload(20, 20);
  await server.client.post('/web/tos/complete', { key });
  const probePool = { ...server.parts.probePool, run: () => Promise.reject(new Error('a child ended with SIGSEGV')) };
  expect(await factsOf({ ...server.parts, probePool }, key)).toMatchObject({ type: 'bmp' });
  const file = { field: 'imageUrl', name: 'a', kind: 'upload' as const, key, bytes };
  const measured = await measureRun({ ...server.parts, probePool }, entry, { options, inputs: [file], bytes });
  expect(measured.amount).toBeNull();
  expect(measured.deadlineMs).toBeGreaterThan(0);
});

test('a file that no process could be started for has no price, instead of that of the largest', async () => {
  const { key, bytes } = await upload(20, 20);
  await server.client.post('/web/tos/complete', { key });
  const broken = openLightPool({ ...server.parts, searchPath: '/nowhere' });
  onTestFinished(broken.close);
  const parts = { ...server.parts, probePool: broken };
  const file = { field: 'imageUrl', name: 'a', kind: 'upload' as const, key, bytes };
  const measure = (given: typeof parts) =>
    measureRun(given, entry, { options, inputs: [file], bytes }, { whenBusy: 'refuse' }).then(({ cost }) => cost);
  await expect(measure(parts)).rejects.toMatchObject({ code: 'QUEUE_FULL', details: { retryAfterSeconds: 15 } });
  // The failure is not stored with the file.
  expect(await measure(server.parts as typeof parts)).toEqual({ kind: 'use', amount: 1 });
});

test('price and deadline are computed from options and facts', async () => {
  const [small, large] = [await upload(100, 100), await upload(1000, 500)];
  for (const { key } of [small, large]) await server.client.post('/web/tos/complete', { key });
  const priced = callOf({
    cost: ({ facts, options: asked }) => ({
      kind: 'coins',
      amount: Math.ceil((megapixelsOf(facts, 'imageUrl') ?? 0) * 10) * Number(asked.upscale),
    }),
    deadlineMs: ({ facts }) => 1000 + 10_000 * (megapixelsOf(facts, 'imageUrl') ?? 0),
  });
  const measure = (file: typeof small) =>
    measureRun(server.parts, priced, { options, inputs: [file], bytes: file.bytes });
  expect(await measure(small)).toMatchObject({ cost: { kind: 'coins', amount: 4 }, deadlineMs: 1100 });
  expect(await measure(large)).toMatchObject({ cost: { kind: 'coins', amount: 20 }, deadlineMs: 6000 });
});

test('a call without functions of the files is measured by their size in bytes, without a probe', async () => {
  const file = await upload(50, 50);
  const probePool = { ...server.parts.probePool, run: () => Promise.reject(new Error('nothing is to be probed')) };
  const plain = callOf({ amount: undefined, deadlineMs: 1000, cost: { kind: 'none' } });
  const measured = await measureRun({ ...server.parts, probePool }, plain, { options, inputs: [file], bytes: 77 });
  expect(measured).toMatchObject({ amount: 77, deadlineMs: 1000, cost: { kind: 'none' } });
});

test('the quote estimates by megapixels, independent of the number of bytes', async () => {
  const file = await upload(600, 500);
  const { key } = file;
  await server.client.post('/web/tos/complete', { key });
  server.startWorker();
  const { pace } = await measureRun(server.parts, entry, { options, inputs: [file], bytes: file.bytes });
  await recordSample(server.parts.database, pace, 0.1, 10_000);
  await recordSample(server.parts.database, pace, 0.2, 20_000);
  const quote = () =>
    server.client.post<{ etaSeconds: number | null }>('/web/task/quote', {
      tool: 'up-scale',
      payload: { imageUrl: key, ...options },
    });
  // Null until the worker is known.
  let { data } = (await quote()).body;
  while (data.etaSeconds === null) ({ data } = (await quote()).body);
  expect(data.etaSeconds).toBe(30);
});

test('every earlier removal of an image counts as another filling of it', async () => {
  const picture = await upload(500, 400);
  const mask = async () => ({ ...(await upload(500, 400)), field: 'earlierBrushUrls' });
  const inputs = [picture, await mask(), await mask()];
  for (const { key } of inputs) await server.client.post('/web/tos/complete', { key });
  const remove = findCall('inpaint-image', 'remove')!;
  const measured = await measureRun(server.parts, remove, { options: {}, inputs, bytes: 1 });
  expect(measured.amount).toBeCloseTo(0.6);
});

test('every page of a TIFF counts as one that is read', async () => {
  const bytes = readFileSync(new URL('../../../fixtures/two-pages-of-text.tiff', import.meta.url));
  const key = await server.client.upload(bytes, 'pages.tiff');
  await server.client.post('/web/tos/complete', { key });
  const input = { field: 'imageUrl', name: 'pages.tiff', kind: 'upload' as const, key, bytes: bytes.length };
  const read = findCall('image-to-text', 'read')!;
  const { width = 0, height = 0, frames } = (await factsOf(server.parts, key))!;
  expect(frames).toBe(2);
  const measured = await measureRun(server.parts, read, { options: {}, inputs: [input], bytes: bytes.length });
  expect(measured.amount).toBeCloseTo((2 * width * height) / 1e6);
});

test('the pace of a run depends on its options and the facts of its file', async () => {
  const file = await upload(60, 40);
  await server.client.post('/web/tos/complete', { key: file.key });
  const paced = callOf({ pace: (asked, facts) => `x${asked.upscale} ${facts.imageUrl?.[0]?.type}` });
  const { pace } = await measureRun(server.parts, paced, { options, inputs: [file], bytes: file.bytes });
  expect(pace).toBe('up-scale/enlarge/x4 bmp/amount');
});

test('while too many files are being probed, a task is accepted without an estimate', async () => {
  const { key } = await upload(30, 20);
  const probing = vi.spyOn(server.parts.probePool, 'run').mockRejectedValue(new AppError('QUEUE_FULL'));
  const reply = await server.client.post('/web/losslessAmplification', { imageUrl: key, upscale: 2, wait: 0 });
  probing.mockRestore();
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
});

test('a file that takes too long to probe is not probed again', async () => {
  const { key } = await upload(30, 20);
  await server.client.post('/web/tos/complete', { key });
  const run = vi.fn(() => Promise.reject(new AppError('DEADLINE')));
  const parts = { ...server.parts, probePool: { ...server.parts.probePool, run } };
  expect(await factsOf(parts, key)).toEqual(await factsOf(parts, key));
  expect(run).toHaveBeenCalledTimes(1);
});
