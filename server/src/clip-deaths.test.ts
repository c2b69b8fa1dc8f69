// A long encode whose server, worker or ffmpeg is killed in the middle: the task ends, once, and nothing is left of the first try.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { makeOpenFolder } from '../testing/folders.ts';
import { type RunningServer, startProcess } from '../testing/process.ts';

const converter = '/web/video/formatmp4/newFormatmp4';

describe.skipIf(whyNoClips)('a long encode', () => {
  let folder: string;
  const servers: RunningServer[] = [];
  beforeEach(() => {
    folder = makeOpenFolder('pixwright-clip-deaths-');
  });
  afterEach(async () => {
    // The one that came first has the database.
    for (const server of servers.splice(0).reverse()) await server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (environment: Record<string, string> = {}) => {
    const server = await startProcess({ DATA_DIR: folder, WORKERS: '1', ...environment });
    servers.push(server);
    return server;
  };
  const killHard = async (server: RunningServer) => {
    servers.splice(servers.indexOf(server), 1);
    await server.kill('SIGKILL');
  };

  /** Programs that encode files of these servers. */
  const findEncoders = () =>
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .filter(pid => {
        try {
          const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
          return words[0] === 'ffmpeg' && words.includes('libvpx-vp9') && words.some(word => word.includes(folder));
        } catch {
          return false; // It ended between the listing and the look.
        }
      })
      .map(Number);

  const connect = ({ url }: RunningServer) => createClient(url, 'one-and-the-same-visitor');
  const find = async (server: RunningServer, taskId: string) =>
    (await connect(server).get<Task>(`/web/task/${taskId}`)).body.data as Task | null;

  /** Begins an encode that takes a second or more by its content, and waits until its ffmpeg is at work. */
  async function begin(server: RunningServer): Promise<string> {
    const client = connect(server);
    const picture = 'testsrc2=s=320x180:r=25:d=3';
    const bytes = readFileSync(makeClip({ folder, name: 'busy.mp4', picture, seconds: 3 }));
    const videoUrl = await client.upload(bytes, 'busy.mp4');
    const { body } = await client.post<Task>(converter, { videoUrl, format: 'webm', wait: 0 });
    const { taskId } = body.data;
    for (;;) {
      const task = await find(server, taskId);
      if (task?.status === 'running' && findEncoders().length > 0) return taskId;
      expect(['queued', 'running']).toContain(task?.status);
      await sleep(20);
    }
  }

  async function untilEnded(server: RunningServer, taskId: string): Promise<Task> {
    for (;;) {
      const task = await find(server, taskId);
      if (task && !['queued', 'running'].includes(task.status)) return task;
      await sleep(100);
    }
  }

  /** It is done, has one whole result, and no file of any try is left in a scratch folder. */
  async function expectEndedOnce(server: RunningServer, taskId: string): Promise<void> {
    const task = await untilEnded(server, taskId);
    expect([task.status, task.error, task.result?.files.length]).toEqual(['done', null, 1]);
    const [file] = task.result?.files ?? [];
    const reply = await fetch(file?.url ?? '');
    expect((await reply.arrayBuffer()).byteLength).toBe(file?.size);
    const left = () =>
      readdirSync(path.join(folder, 'scratch'), { recursive: true })
        .map(String)
        .filter(name => name.includes(taskId));
    while (left().length > 0) await sleep(50);
    expect(findEncoders()).toEqual([]);
    const results = readdirSync(path.join(folder, 'objects'), { recursive: true })
      .map(String)
      .filter(name => name.endsWith('.webm'));
    expect(results).toHaveLength(1);
  }

  test('outlives its server', async () => {
    const first = await start();
    const taskId = await begin(first);
    await killHard(first);
    while (findEncoders().length > 0) await sleep(20);
    await expectEndedOnce(await start(), taskId);
  });

  test('outlives its worker', async () => {
    const api = await start({ ROLE: 'api' });
    const worker = await start({ ROLE: 'worker' });
    const taskId = await begin(api);
    await killHard(worker);
    while (findEncoders().length > 0) await sleep(20);
    await start({ ROLE: 'worker' });
    await expectEndedOnce(api, taskId);
  });

  test('outlives its ffmpeg', async () => {
    const server = await start();
    const taskId = await begin(server);
    for (const pid of findEncoders()) process.kill(pid, 'SIGKILL');
    await expectEndedOnce(server, taskId);
  });
});
