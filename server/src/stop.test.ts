// Stopping the product as it is stopped in the field: by Ctrl-C in a terminal, by docker, by systemd, by a terminal that is closed, and by
// kill -9 of npm or of the server. A running task is finished, and neither children nor the embedded database stay behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Task } from 'contract/task.ts';
import { afterAll, expect, test } from 'vitest';
import { createClient, type TestClient } from '../testing/client.ts';
import { makeBmp } from '../testing/pictures.ts';
import { makePreparedFolder } from '../testing/prepared-folder.ts';
import { findFreePort, inherited, startProcess } from '../testing/process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// All tests use the same data, one after another, because a start on new data takes seconds and each start can tell what became of the task before.
const folder = await makePreparedFolder('pixwright-stop-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isAlive = (pid: number): boolean => {
  try {
    // A zombie has ended: only its parent has not been told.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false; // It has ended.
  }
};

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap(thread =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

const lock = () => path.join(folder, 'postgres/data/postmaster.pid');
const databasePid = () => Number(readFileSync(lock(), 'utf8').split('\n')[0]);

interface Started {
  /** What the terminal or the service manager started. */
  readonly npm: number;
  readonly server: number;
  readonly client: TestClient;
  readonly output: () => string;
  readonly ended: Promise<unknown>;
}

/** The product by `npm start`, in a process group of its own, as a shell starts it. */
async function startByNpm(): Promise<Started> {
  const port = await findFreePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: {
      ...inherited,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      LANES: 'image:1',
      MEMBERSHIP: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', chunk => (output += chunk));
  const ended = once(npm, 'exit');
  const url = `http://127.0.0.1:${port}`;
  // The page may have to be built first.
  while (
    !(await fetch(`${url}/readyz`).then(
      reply => reply.ok,
      () => false,
    ))
  ) {
    if (npm.exitCode !== null) throw new Error(`npm ended: ${output}`);
    await sleep(100);
  }
  const [server] = childrenOf(npm.pid!);
  return { npm: npm.pid!, server: server!, client: createClient(url, 'one-visitor'), output: () => output, ended };
}

const read = async (client: TestClient, id: string) => (await client.get<Task>(`/web/task/${id}`)).body.data.status;

/** A task that takes some seconds of CPU and is at work. */
async function beginTask(client: TestClient): Promise<string> {
  const picture = await client.upload(makeBmp(500, 400, 1), 'large.bmp');
  const { taskId: id } = (await client.convert(picture, { format: 'avif', wait: 0 })).body.data;
  await expect.poll(() => read(client, id), { timeout: 60_000, interval: 20 }).toBe('running');
  return id;
}

async function expectAllGone(pids: readonly number[], database: number): Promise<void> {
  await expect.poll(() => pids.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  expect(isAlive(database)).toBe(false);
  expect(existsSync(lock())).toBe(false);
}

const ways: readonly [what: string, stop: (started: Started) => void][] = [
  ['Ctrl-C in a terminal, which signals the whole group', ({ npm }) => process.kill(-npm, 'SIGINT')],
  ['docker stop, which signals npm alone', ({ npm }) => process.kill(npm, 'SIGTERM')],
  ['a terminal that is closed', ({ npm }) => process.kill(-npm, 'SIGHUP')],
  ['kill -9 of npm', ({ npm }) => process.kill(npm, 'SIGKILL')],
];

/** That of the last stop. */
let taskId: string | undefined;

test('however it is stopped, the running task is finished and nothing stays behind', async () => {
  for (const [what, stop] of ways) {
    const started = await startByNpm();
    if (taskId) expect([what, await read(started.client, taskId)]).toEqual([what, 'done']);
    taskId = await beginTask(started.client);
    const pids = familyOf(started.npm);
    const database = databasePid();
    stop(started);
    await started.ended;
    await expectAllGone(pids, database);
    expect([what, started.output()]).toEqual([what, expect.stringContaining('Stopping: running tasks are finished')]);
    expect([what, started.output()]).toEqual([what, expect.not.stringContaining('at once')]);
  }
});

test('a service manager that signals every process, the database too: no task is lost, and nothing stays behind', async () => {
  const started = await startByNpm();
  if (taskId) expect(await read(started.client, taskId)).toBe('done');
  taskId = await beginTask(started.client);
  const pids = familyOf(started.npm);
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  await started.ended;
  await expect.poll(() => pids.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  expect(existsSync(lock())).toBe(false);
  const server = await startProcess({ DATA_DIR: folder, LANES: 'image:1' });
  const client = createClient(server.url, 'one-visitor');
  await expect.poll(() => read(client, taskId!), { timeout: 120_000 }).toBe('done');
  await server.kill('SIGTERM');
});

test('a database that outlived its server is joined by the next start, and stops with it', async () => {
  const first = await startProcess({ DATA_DIR: folder, LANES: 'image:1' });
  const database = databasePid();
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  expect(isAlive(database)).toBe(true);
  const second = await startProcess({ DATA_DIR: folder, LANES: 'image:1' });
  expect(databasePid()).toBe(database);
  expect(await second.kill('SIGTERM')).toBe(0);
  await expectAllGone([], database);
});

test('a second signal of a person ends running tasks at once, and the database with them', async () => {
  const started = await startByNpm();
  await beginTask(started.client);
  const pids = familyOf(started.npm);
  const database = databasePid();
  // The run cannot end by itself.
  const tool = childrenOf(started.server).find(pid =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('child.ts'),
  )!;
  process.kill(tool, 'SIGSTOP');
  process.kill(-started.npm, 'SIGINT');
  await sleep(1500);
  expect(isAlive(started.server)).toBe(true);
  process.kill(-started.npm, 'SIGINT');
  await started.ended;
  await expectAllGone(pids, database);
  expect(started.output()).toContain('Stopping at once');
});
