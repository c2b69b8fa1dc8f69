// The pool against children that crash, hang, hoard memory, fill the disk, lie and leave processes behind.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { controlOf, megabyte, openCells } from '../../testing/cells.ts';
import { collectLog } from '../../testing/log.ts';
import { isGone } from '../../testing/processes.ts';
import { inTrace, traceOfTask } from '../adapters/trace.ts';
import type { PoolLimits } from './lane-limits.ts';
import type { Pool } from './pool.ts';
import { type RunControl, RunFault, StartFault, Stopped } from './runner.ts';

/** What children write arrives late, as it may: their messages have a pipe of their own. */
async function* delay(stream: AsyncIterable<Buffer>) {
  for await (const chunk of stream) {
    for (let turns = 0; turns < 300; turns++) await turn();
    yield chunk;
  }
}
vi.mock('node:child_process', async load => {
  const real = await load<typeof import('node:child_process')>();
  const spawnLate = (...args: Parameters<typeof spawn>): ChildProcess => {
    const child = real.spawn(...args);
    if (child.stderr) child.stderr = Readable.from(delay(child.stderr));
    return child;
  };
  return { ...real, spawn: spawnLate };
});

let cells: Awaited<ReturnType<typeof openCells>>;
let pool: Pool;
beforeAll(async () => {
  cells = await openCells();
});
afterAll(() => cells.close());
const open = (changes: Partial<PoolLimits> = {}) => {
  pool = cells.openPool(changes);
};
afterEach(() => pool.close());

const run = (mode: string, control: Partial<RunControl> = {}, options: Record<string, unknown> = {}) =>
  pool.run(cells.assign({ options: { mode, ...options } }), controlOf(control));

const runningPid = async () => (await run('answer')).meta?.pid;

async function untilGone(pid: number): Promise<void> {
  while (!isGone(pid)) await sleep(10);
}

/** A run that never ends by itself, and a promise that resolves when it has begun. */
function hang() {
  const stop = new AbortController();
  const { promise: underWay, resolve } = Promise.withResolvers<void>();
  const ended = run('hang', { signal: stop.signal, onProgress: () => resolve() });
  ended.catch(() => undefined);
  return { underWay, ended, stop: () => stop.abort() };
}

test('what a child writes is logged with the ids of the task it works for, and not of an earlier one', async () => {
  const { log, lines } = collectLog();
  const logged = await openCells(undefined, log);
  pool = logged.openPool();
  const traces = ['1', '2'].map(taskId => traceOfTask(taskId, null, null));
  const [first, second] = traces.map(trace => async () => {
    const assignment = logged.assign({ options: { mode: 'complain', file: `from ${trace.taskId}` } });
    return (await inTrace(trace, () => pool.run(assignment, controlOf()))).meta?.pid;
  });
  expect(await first?.()).toBe(await second?.());
  const complaints = () => lines.filter(({ msg }) => msg === 'a child complains');
  while (complaints().length < 2) await sleep(10);
  expect(complaints()).toMatchObject(
    traces.map(({ id, taskId }) => ({ requestId: id, taskId, said: `from ${taskId}` })),
  );
  await pool.close();
  logged.close();
});

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

test('a child that waits too long for an assignment is ended, and the next run has a new one', async () => {
  open({ maxIdleMs: 1 });
  const pid = Number(await runningPid());
  await untilGone(pid);
  expect(await runningPid()).not.toBe(pid);
});

test('refusals keep their code and details; an unknown code is a fault', async () => {
  open();
  await expect(run('refuse')).rejects.toMatchObject({ code: 'FILE_CORRUPT', details: { why: 'because' } });
  await expect(run('refuse-strangely')).rejects.toBeInstanceOf(RunFault);
  await expect(run('throw')).rejects.toBeInstanceOf(RunFault);
});

test.each(['crash', 'exit'])('a child that ends by itself (%s) is a fault, and its neighbour works on', async mode => {
  open();
  const neighbour = hang();
  await neighbour.underWay;
  await expect(run(mode)).rejects.toBeInstanceOf(RunFault);
  expect(await runningPid()).toBeGreaterThan(0);
  neighbour.stop();
  await expect(neighbour.ended).rejects.toBeInstanceOf(Stopped);
});

test('a child in an endless loop is killed at its deadline', async () => {
  open();
  await expect(run('hang', { deadlineMs: 400 })).rejects.toMatchObject({ code: 'DEADLINE', status: 504 });
});

test('a child that reports progress outlives its deadline, and one that only pretends to move does not for ever', async () => {
  open();
  const deadlineMs = 1000;
  expect((await run('move', { deadlineMs }, { values: 10, pauseMs: 250 })).meta?.pid).toBeGreaterThan(0);
  await expect(run('pretend-to-move', { deadlineMs })).rejects.toMatchObject({ code: 'DEADLINE' });
});

// Only Linux tells how long a process waited for a processor.
test.runIf(process.platform === 'linux')(
  'time without a processor does not count, and programs that wait for each other do',
  async () => {
    open();
    const busy = Array.from({ length: 4 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    onTestFinished(() => {
      for (const each of busy) each.kill('SIGKILL');
    });
    // The child works at a low priority: beside so many others this takes many times its processor time.
    expect((await run('toil', { deadlineMs: 4000 }, { cpuMs: 1500 })).meta?.pid).toBeGreaterThan(0);
    await expect(run('crowd-the-processor', { deadlineMs: 300 })).rejects.toMatchObject({ code: 'DEADLINE' });
  },
);

test('a child that eats memory is killed', async () => {
  open();
  await expect(run('hoard')).rejects.toMatchObject({ code: 'MEMORY_EXCEEDED' });
});

test('memory of a process that the child started counts for the child', async () => {
  open();
  await expect(run('hoard-by-proxy')).rejects.toMatchObject({ code: 'MEMORY_EXCEEDED' });
});

test('a child that eats memory after its answer is killed', async () => {
  open();
  const { meta } = await run('hoard-at-rest');
  await untilGone(Number(meta?.pid));
});

// Where children share the server's account, nothing tells whose such a process is.
describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a process that nothing leads to', () => {
  test('counts for the child that started it', async () => {
    open();
    await expect(run('hoard-by-orphan')).rejects.toMatchObject({ code: 'MEMORY_EXCEEDED' });
  });

  test('ends with the assignment that started it', async () => {
    open();
    const { meta } = await run('answer-and-leave-a-child');
    await untilGone(Number(meta?.left));
    expect(await runningPid()).not.toBe(meta?.pid);
  });
});

test.runIf(process.platform === 'linux')('the system refuses memory that is asked for in one piece', async () => {
  open();
  await expect(run('grab', {}, { bytes: 3000 * megabyte })).rejects.toMatchObject({ code: 'MEMORY_EXCEEDED' });
});

test('a child that fills the disk is killed', async () => {
  open();
  const filling = run('fill-disk', {}, { bytes: 4000 * megabyte });
  await expect(filling).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
});

test('an answer that would fill the memory of the server is a fault, and one of megabytes is not', async () => {
  open();
  const answer = (options: Record<string, number>) => run('answer-at-length', {}, options);
  const { boxes } = await answer({ boxes: 10_000, values: 300_000, bytes: 10 * megabyte });
  expect(boxes).toHaveLength(10_000);
  for (const length of [{ boxes: 30_000 }, { values: 1_500_000 }, { bytes: 20 * megabyte }])
    await expect(run('answer-at-length', {}, length)).rejects.toBeInstanceOf(RunFault);
});

test.each(['babble', 'rant'])('a child that breaks the protocol (%s) is killed', async mode => {
  open();
  await expect(run(mode)).rejects.toBeInstanceOf(RunFault);
  expect(await runningPid()).toBeGreaterThan(0);
});

// What left the process group of a child is only found if the child has an account of its own.
describe.each(process.getuid?.() === 0 ? [false, true] : [false])('in a session of its own: %s', leavesGroup => {
  test('a stop kills the child and every process it started', async () => {
    open();
    const stop = new AbortController();
    const assignment = cells.assign({ options: { mode: 'leave-a-child', leavesGroup } });
    const pidFile = path.join(assignment.folder, 'pid');
    let grandchild = 0;
    const onProgress = () => {
      grandchild = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
      stop.abort();
    };
    const running = pool.run(assignment, controlOf({ signal: stop.signal, onProgress }));
    await expect(running).rejects.toBeInstanceOf(Stopped);
    expect(grandchild).toBeGreaterThan(0);
    await untilGone(grandchild);
  });

  test('what a child had started ends with it when it exits by itself', async () => {
    open();
    const assignment = cells.assign({ options: { mode: 'exit-without-its-child', leavesGroup } });
    await expect(pool.run(assignment, controlOf())).rejects.toBeInstanceOf(RunFault);
    await untilGone(Number(readFileSync(path.join(assignment.folder, 'pid'), 'utf8')));
  });
});

test('a run is stopped while its child is still loading, and the place is free again', async () => {
  pool = cells.openPool({}, fileURLToPath(new URL('../../testing/silent-child.ts', import.meta.url)));
  for (const _ of ['first', 'second', 'third']) {
    const stop = new AbortController();
    const running = pool.run(
      cells.assign(),
      controlOf({ signal: stop.signal, onBegin: () => setImmediate(() => stop.abort()) }),
    );
    await expect(running).rejects.toBeInstanceOf(Stopped);
  }
});

test('a child that cannot be started is a fault, and affects nothing else', async () => {
  const { confinement } = cells;
  const { enclose } = confinement;
  Object.assign(confinement, { enclose: () => ({ program: '/nowhere/node', args: [], release: () => undefined }) });
  open();
  await expect(run('answer')).rejects.toThrow('ENOENT');
  Object.assign(confinement, { enclose });
  expect(await runningPid()).toBeGreaterThan(0);
});

test('a child that cannot even be tried to start is a fault, and its place is free again', async () => {
  const { confinement } = cells;
  const { enclose } = confinement;
  let released = 0;
  const release = () => {
    released += 1;
  };
  Object.assign(confinement, { enclose: () => ({ program: 'a\0b', args: [], release }) });
  onTestFinished(() => void Object.assign(confinement, { enclose }));
  open();
  pool.warmUp(1);
  for (const _ of ['first', 'second', 'third']) await expect(run('answer')).rejects.toBeInstanceOf(StartFault);
  expect(released).toBe(4);
  Object.assign(confinement, { enclose });
  expect(await runningPid()).toBeGreaterThan(0);
});

test.runIf(process.platform === 'linux')(
  'a server without free files keeps running, and its pool works afterwards',
  async () => {
    open();
    const limit = (files: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${files}`]);
    const usual = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    const files: number[] = [];
    limit('400:');
    try {
      expect(() => {
        for (;;) files.push(openSync('/dev/null', 'r'));
      }).toThrow('EMFILE');
      for (const _ of ['first', 'second', 'third']) await expect(run('answer')).rejects.toBeInstanceOf(StartFault);
    } finally {
      for (const file of files) closeSync(file);
      limit(`${usual}:`);
    }
    expect(await runningPid()).toBeGreaterThan(0);
  },
);

test('a stop before the child was ready takes effect', async () => {
  open();
  await expect(run('hang', { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Stopped);
});

/** An assignment that acts when its many files are handed to the child, which is ready by then. */
function assignActing(mode: string, act: () => void) {
  const assignment = cells.assign({ options: { mode } });
  const file = { path: path.join(assignment.home, 'file'), name: 'file', bytes: 0, type: 'png' } as const;
  writeFileSync(file.path, '');
  return Object.defineProperty(assignment, 'lists', {
    enumerable: true,
    get: () => {
      act();
      return { files: Array.from({ length: 50 }, () => file) };
    },
  });
}

test('a stop while the files are handed over takes effect', async () => {
  open();
  const stop = new AbortController();
  const assignment = assignActing('hang', () => stop.abort());
  await expect(pool.run(assignment, controlOf({ signal: stop.signal }))).rejects.toBeInstanceOf(Stopped);
});

test('a child that ends while the files are handed over is a fault', async () => {
  open();
  const pid = Number(await runningPid());
  const assignment = assignActing('hang', () => {
    if (!isGone(pid)) process.kill(pid, 'SIGKILL');
    while (!isGone(pid));
    // The process that set up its sandbox ends a moment later.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  });
  await expect(pool.run(assignment, controlOf())).rejects.toBeInstanceOf(RunFault);
});

test('runs beyond the width wait for their turn, and a stop ends the waiting', async () => {
  open();
  const busy = [hang(), hang()];
  for (const { underWay } of busy) await underWay;
  let hasBegun = false;
  const third = run('answer', {
    onBegin: () => {
      hasBegun = true;
    },
  });
  const stop = new AbortController();
  const fourth = run('answer', { signal: stop.signal });
  stop.abort();
  await expect(fourth).rejects.toBeInstanceOf(Stopped);
  expect(hasBegun).toBe(false);
  busy[0]!.stop();
  expect((await third).meta?.pid).toBeGreaterThan(0);
  busy[1]!.stop();
  await expect(busy[1]!.ended).rejects.toBeInstanceOf(Stopped);
});
