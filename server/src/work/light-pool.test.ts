// The light pool under slow files: one sender never holds all its children, and its queue is bounded.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCells } from '../../testing/cells.ts';
import type { LightPool } from '../parts.ts';
import { openLightPool } from './light-pool.ts';

const module = new URL('../../testing/naughty-runs.ts', import.meta.url).href;
let cells: Awaited<ReturnType<typeof openCells>>;
let pool: LightPool;
beforeAll(async () => {
  cells = await openCells();
  pool = openLightPool(cells);
});
afterAll(() => cells.close());

test('files are opened only when a child is free, however many senders wait', async () => {
  const own = openLightPool(cells);
  let opened = 0;
  const inputs = async () => {
    opened += 1;
    return {};
  };
  const run = (sender: string, mode: string) =>
    own.run(
      { sender: { owner: null, address: sender }, module, call: 'child', options: { mode }, inputs },
      ({ files }) => files.length,
    );
  const slow = Array.from({ length: 8 }, (_, at) => run(`slow ${at}`, 'hang').catch(() => 0));
  await expect.poll(() => opened).toBe(2);
  await sleep(300);
  expect(opened).toBe(2);
  await own.close();
  expect(await Promise.all(slow)).toEqual(slow.map(() => 0));
  expect(opened).toBe(2);
});

test('a child is started ahead, once, and the first work has it', async () => {
  const own = openLightPool(cells);
  const started = vi.spyOn(cells.confinement, 'enclose');
  own.warmUp();
  own.warmUp();
  expect(started).toHaveBeenCalledTimes(1);
  const work = {
    sender: { owner: null, address: 'any' },
    module,
    call: 'child',
    options: { mode: 'work' },
    inputs: {},
  };
  expect(await own.run(work, ({ files }) => files.length)).toBe(1);
  own.warmUp();
  expect(started).toHaveBeenCalledTimes(1);
  await own.close();
  own.warmUp();
  expect(started).toHaveBeenCalledTimes(1);
  started.mockRestore();
});

test('a sender of slow files leaves a child to others, and may have a fixed number of them waiting', async () => {
  const run = (sender: string, mode: string) =>
    pool.run(
      { sender: { owner: null, address: sender }, module, call: 'child', options: { mode }, inputs: {} },
      ({ files }) => files.length,
    );
  let ended = 0;
  const slow = Array.from({ length: 16 }, () =>
    run('slow', 'hang').catch(() => {
      ended += 1;
    }),
  );
  await expect(run('slow', 'work')).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  expect(await run('other', 'work')).toBe(1);
  expect(ended).toBe(0);
  // Closing the pool ends the run; those that wait fail.
  await pool.close();
  await Promise.all(slow);
});

test('senders that together have all places leave one to a sender without any', async () => {
  const own = openLightPool(cells);
  const run = (sender: string) =>
    own.run(
      { sender: { owner: null, address: sender }, module, call: 'child', options: { mode: 'hang' }, inputs: {} },
      ({ files }) => files.length,
    );
  const slow = Array.from({ length: 128 }, (_, at) => run(`slow ${at % 10}`).catch(() => 0));
  await expect(run('slow 1')).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  const newcomer = expect(run('newcomer')).rejects.not.toMatchObject({ code: 'QUEUE_FULL' });
  await own.close();
  await Promise.all([...slow, newcomer]);
});

/** The processes that this one has started. */
const listChildren = () => readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');

test('work that nobody waits for ends with its process, and waiting work never gets one', async () => {
  const own = openLightPool(cells);
  const run = (sender: string, mode: string, signal?: AbortSignal) => {
    const work = { sender: { owner: null, address: sender }, module, call: 'child', options: { mode }, inputs: {} };
    return own.run(work, ({ files }) => files.length, signal);
  };
  const before = new Set(listChildren());
  const started = () => listChildren().filter(pid => pid !== '' && !before.has(pid));
  const [running, waiting] = [new AbortController(), new AbortController()];
  const hung = run('a', 'hang', running.signal);
  const queued = run('a', 'work', waiting.signal);
  await expect.poll(() => started().length, { timeout: 20_000 }).toBe(1);
  waiting.abort(new Error('left'));
  await expect(queued).rejects.toThrow('left');
  running.abort(new Error('left as well'));
  await expect(hung).rejects.toThrow('left as well');
  await expect.poll(() => started().length, { timeout: 20_000 }).toBe(0);
  expect(await run('a', 'work')).toBe(1);
  await own.close();
});

test('slow files of six senders are put aside for another sender, and begun again', async () => {
  const own = openLightPool({ ...cells, sliceMs: 300 });
  let opened = 0;
  const inputs = async () => {
    opened += 1;
    return {};
  };
  const run = (sender: string, mode: string) => {
    const work = { sender: { owner: null, address: sender }, module, call: 'child', options: { mode }, inputs };
    return own.run(work, ({ files }) => files.length);
  };
  const slow = Array.from({ length: 6 }, (_, at) => run(`slow ${at}`, 'hang').catch(() => 0));
  await expect.poll(() => opened, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(await run('honest', 'work')).toBe(1);
  await own.close();
  expect(await Promise.all(slow)).toEqual(slow.map(() => 0));
});

test('a file that kills its child is refused as unexpected', async () => {
  const own = openLightPool(cells);
  const work = { sender: { owner: null, address: 'a' }, module, call: 'child', options: { mode: 'crash' }, inputs: {} };
  await expect(own.run(work, () => undefined)).rejects.toMatchObject({ code: 'UNEXPECTED' });
  await own.close();
});
