// The pool against children that crash, hang, hoard memory and leave processes behind.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { Pool, type PoolLimits, RunFault, Stopped } from './pool.ts';

const childFile = fileURLToPath(new URL('../../testing/naughty-child.ts', import.meta.url));
const megabyte = 1024 * 1024;
const limits: PoolLimits = {
  maxBytes: 400 * megabyte,
  restBytes: 250 * megabyte,
  maxAssignments: 3,
  maxAgeMs: 60_000,
};
const log = pino({ level: 'silent' });

let pool: Pool;
const open = (changes: Partial<PoolLimits> = {}) => {
  pool = new Pool({
    log,
    limits: { ...limits, ...changes },
    tools: [],
    width: 2,
    searchPath: '/usr/bin:/bin',
    childFile,
  });
};
afterEach(() => pool.close());

const run = (mode: string, control: Partial<Parameters<Pool['run']>[1]> = {}, options: Record<string, unknown> = {}) =>
  pool.run(
    {
      kind: 'run',
      tool: 'x',
      call: 'x',
      options: { mode, ...options },
      inputs: {},
      lists: {},
      models: {},
      folder: '/tmp',
    },
    { deadlineMs: 20_000, signal: new AbortController().signal, onProgress: () => undefined, ...control },
  );

const runningPid = async () => (await run('answer')).meta?.pid;

/** Whether the process is gone, or only waits to be buried. */
const isGone = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') ?? true;
  } catch {
    return true;
  }
};

test('a child is used again, and replaced after its share of assignments', async () => {
  open();
  const pids = [await runningPid(), await runningPid(), await runningPid(), await runningPid()];
  expect(new Set(pids.slice(0, 3)).size).toBe(1);
  expect(pids[3]).not.toBe(pids[0]);
});

test('a child that kept too much memory is replaced', async () => {
  open();
  const big = await run('keep', {}, { bytes: 300 * megabyte });
  expect(await runningPid()).not.toBe(big.meta?.pid);
});

test('refusals keep their code and details; a code that is none of ours is a fault', async () => {
  open();
  await expect(run('refuse')).rejects.toMatchObject({ code: 'FILE_CORRUPT', details: { why: 'because' } });
  await expect(run('refuse-strangely')).rejects.toBeInstanceOf(RunFault);
  await expect(run('throw')).rejects.toBeInstanceOf(RunFault);
});

test.each(['crash', 'exit'])('a child that ends by itself (%s) is a fault, and its neighbour works on', async mode => {
  open();
  const neighbour = expect(run('hang', { deadlineMs: 1500 })).rejects.toMatchObject({ code: 'DEADLINE' });
  await expect(run(mode)).rejects.toBeInstanceOf(RunFault);
  expect(await runningPid()).toBeGreaterThan(0);
  await neighbour;
});

test('a child in an endless loop is killed at its deadline', async () => {
  open();
  await expect(run('hang', { deadlineMs: 400 })).rejects.toMatchObject({ code: 'DEADLINE', status: 504 });
});

test('a child that eats memory is killed before it takes the machine along', async () => {
  open();
  await expect(run('hoard')).rejects.toMatchObject({ code: 'MEMORY_EXCEEDED' });
});

test('a stop kills the child and every process it started', async () => {
  open();
  const stop = new AbortController();
  let grandchild = 0;
  const running = run('leave-a-child', {
    signal: stop.signal,
    onProgress: pid => {
      grandchild = pid;
      stop.abort();
    },
  });
  await expect(running).rejects.toBeInstanceOf(Stopped);
  await sleep(100);
  expect(grandchild).toBeGreaterThan(0);
  expect(isGone(grandchild)).toBe(true);
});

test('a child that cannot even be started is a fault, and takes nothing along', async () => {
  open();
  const { execPath } = process;
  process.execPath = '/nowhere/node';
  try {
    await expect(run('answer')).rejects.toThrow('ENOENT');
  } finally {
    process.execPath = execPath;
  }
  await sleep(50); // An error that nobody hears would come up by now.
  expect(await runningPid()).toBeGreaterThan(0);
});

test('a stop that came before the child was ready is heard', async () => {
  open();
  await expect(run('hang', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Stopped);
});

test('runs beyond the width wait for their turn, and a stop ends the waiting', async () => {
  open();
  const busy = [run('hang', { deadlineMs: 700 }), run('hang', { deadlineMs: 700 })];
  const settled = Promise.allSettled(busy);
  let waitedMs = 0;
  const third = run('answer', {
    onBegin: ms => {
      waitedMs = ms;
    },
  });
  const stop = new AbortController();
  const fourth = run('answer', { signal: stop.signal });
  stop.abort();
  await expect(fourth).rejects.toBeInstanceOf(Stopped);
  expect((await third).meta?.pid).toBeGreaterThan(0);
  expect(waitedMs).toBeGreaterThan(300);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
