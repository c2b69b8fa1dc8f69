// Long work on clips whose server, worker or ffmpeg is killed in the middle: each task ends once, is charged once, and nothing of the first
// attempt is left. A restart takes ten seconds or more, so all kinds of work go through it together.
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Login } from 'contract/routes/accounts.ts';
import type { Task } from 'contract/task.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { makeClip, readFrame, whyNoClips } from 'engines/video/test-clips.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { askForCode } from '../testing/accounts.ts';
import { createClient, type TestClient } from '../testing/client.ts';
import { listFiles } from '../testing/list-files.ts';
import { findUnbalanced, give, ownedBy } from '../testing/money.ts';
import { makePreparedFolder } from '../testing/prepared-folder.ts';
import { type RunningServer, startProcess } from '../testing/process.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './open-database.ts';

const converter = '/web/video/formatmp4/newFormatmp4';
const marker = '/web/waterMaker/add/newVideoAddWaterMaker';
const targetMb = 1;
const amber = [255, 183, 3];

/** Sends a signal to those of these processes that have not ended since they were listed, and returns them. */
const signalEach = (pids: readonly number[], signal: 'SIGCONT' | 'SIGSTOP') =>
  pids.filter(pid => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  });

describe.skipIf(whyNoClips)('long work', () => {
  let folder: string;
  let token: string | undefined;
  const servers: RunningServer[] = [];
  const killed = new Set<number>();
  beforeEach(async () => {
    folder = await makePreparedFolder('pixwright-clip-deaths-');
    token = undefined;
    killed.clear();
  });
  afterEach(async () => {
    // After a failure, some may still be suspended, and a server would wait for them.
    signalEach(findEncoders(), 'SIGCONT');
    // The first server owns the database, so it is stopped last.
    for (const server of servers.splice(0).reverse()) await server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = {
    MEMBERSHIP: 'on',
    SMS: 'sandbox',
    PAYMENTS: 'off',
    FETCH_ALLOW: '127.0.0.1/32',
  };
  /** With room for so many clips at once: one sender may use all places of a lane but one. */
  const start = async (ROLE: 'all' | 'api' | 'worker', clips: number) => {
    const server = await startProcess({ DATA_DIR: folder, ROLE, ...settings, LANES: `link:2,video:${clips + 1}` });
    servers.push(server);
    return server;
  };
  const killHard = async (server: RunningServer) => {
    servers.splice(servers.indexOf(server), 1);
    for (const pid of server.toolProcesses()) killed.add(pid);
    await server.kill('SIGKILL');
  };

  const connect = ({ url }: RunningServer): TestClient => {
    const client = createClient(url, 'one-and-the-same-visitor');
    if (token !== undefined) client.headers.token = token;
    return client;
  };
  const find = async (server: RunningServer, taskId: string) =>
    (await connect(server).get<Task>(`/web/task/${taskId}`)).body.data as Task | null;

  /** The ffmpeg processes that work on files of these servers. */
  const findEncoders = (isWanted: (words: readonly string[]) => boolean = () => true) =>
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .filter(pid => {
        try {
          const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
          return words[0] === 'ffmpeg' && words.some(word => word.includes(folder)) && isWanted(words);
        } catch {
          return false; // It ended between the listing and the read.
        }
      })
      .map(Number);

  /** Runs a function on the ledger of these servers. */
  async function onBooks<T>(act: (parts: Parameters<typeof give>[0]['parts'] & { now: () => Date }) => Promise<T>) {
    const config = readConfig({ DATA_DIR: folder });
    const { postgres, close } = await openDatabase(config);
    try {
      return await act({ config, database: postgres.database, now: () => new Date() });
    } finally {
      await close();
    }
  }

  const send = async (client: TestClient, call: string, payload: Record<string, unknown>) => {
    const { body } = await client.post<Task>(call, { wait: 0, ...payload });
    expect(body.code).toBe(200);
    return body.data.taskId;
  };

  /** Before any work begins: a suspended run counts towards its deadline, and making a clip takes long on a busy machine. */
  const makeClips = () => {
    makeClip({ folder, name: 'colours.mp4', picture: 'testsrc2=s=320x180:r=25:d=3', seconds: 3 });
    // Noise, so that a clip of 1 MiB has enough to spend its bits on.
    const picture = 'color=0x203040:s=320x180:r=25:d=6,noise=alls=30:allf=t';
    makeClip({ folder, name: 'busy.mp4', picture, seconds: 6 });
  };
  const sendClip = (client: TestClient, name: 'busy.mp4' | 'colours.mp4') =>
    client.upload(readFileSync(path.join(folder, name)), name);

  interface Job {
    readonly name: string;
    readonly send: (client: TestClient) => Promise<string>;
    /** Whether this ffmpeg is the one of this job that is to be suspended halfway. */
    readonly isMiddle: (words: readonly string[]) => boolean;
    readonly extension: 'mp4' | 'webm';
    readonly seconds: number;
    readonly check?: (file: string, client: TestClient, taskId: string) => Promise<void>;
  }

  const readsFetched = (words: readonly string[]) => words.some(word => word.endsWith('.ts'));
  let person: Login;
  /** The one with the longest deadline first, because each is suspended until all have begun. It is also the one that is paid. */
  const jobs: readonly Job[] = [
    {
      name: 'burning subtitles in, which costs a use',
      isMiddle: words => words.includes('libx264') && !words.includes('-pass'),
      extension: 'mp4',
      seconds: 6,
      send: async client => {
        const words = Buffer.from('1\n00:00:02,000 --> 00:00:04,000\nThe middle of it\n');
        const subtitleUrl = await client.upload(words, 'words.srt');
        const subtitleStyle = { color: '#ffb703', size: 0.12 };
        return send(client, marker, { videoUrl: await sendClip(client, 'busy.mp4'), subtitleUrl, subtitleStyle });
      },
      check: async (file, client, taskId) => {
        const countAmber = (at: number) => {
          const { data } = readFrame(file, at);
          let count = 0;
          for (let i = 0; i < data.length; i += 3)
            if (amber.every((value, c) => Math.abs(value - data[i + c]!) < 60)) count++;
          return count;
        };
        expect([countAmber(1), countAmber(5)]).toEqual([0, 0]);
        expect(countAmber(3)).toBeGreaterThan(100);
        // Held until it is downloaded, and settled once, however often it is downloaded.
        const owned = () => onBooks(parts => ownedBy({ parts }, person));
        expect((await owned()).slice(0, 2)).toEqual([2, 0]);
        expect((await client.post(`/web/task/${taskId}/download`)).status).toBe(200);
        expect((await owned()).slice(0, 2)).toEqual([2, 0]);
        expect(await onBooks(parts => findUnbalanced({ parts }))).toEqual([]);
      },
    },
    {
      name: 'the second pass to a target size',
      isMiddle: words => words[words.indexOf('-pass') + 1] === '2',
      extension: 'mp4',
      seconds: 6,
      send: async client => send(client, converter, { videoUrl: await sendClip(client, 'busy.mp4'), targetMb }),
      check: async file => {
        expect(Math.abs(statSync(file).size / (targetMb * 1024 * 1024) - 1)).toBeLessThanOrEqual(0.03);
      },
    },
    {
      name: 'an encode',
      isMiddle: words => words.includes('libvpx-vp9') && !readsFetched(words),
      extension: 'webm',
      seconds: 3,
      send: async client =>
        send(client, converter, { videoUrl: await sendClip(client, 'colours.mp4'), format: 'webm' }),
    },
  ];
  const playlist: Omit<Job, 'send'> = {
    name: 'a playlist',
    isMiddle: words => words.includes('libvpx-vp9') && readsFetched(words),
    extension: 'webm',
    seconds: 2,
  };

  async function logIn(server: RunningServer): Promise<void> {
    const client = connect(server);
    await onBooks(async parts => {
      const mobile = '13100000001';
      const code = await askForCode({ parts, client }, mobile);
      person = (await client.post<Login>('/web/udUser/userLogin', { mobile, code })).body.data;
      await give({ parts }, person, { uses: 3, term: 'forever' });
    });
    token = person.token;
  }

  /** Suspends the ffmpeg of a task halfway, so that it cannot finish before it is killed. */
  async function stopInMiddle(server: RunningServer, taskId: string, { name, isMiddle }: Omit<Job, 'send'>) {
    for (let look = 0; ; look++) {
      const encoders = signalEach(findEncoders(isMiddle), 'SIGSTOP');
      if (encoders.length > 0) return encoders;
      if (look % 5 === 0)
        expect([name, (await find(server, taskId))?.status]).toEqual([name, expect.stringMatching(/queued|running/)]);
      await sleep(50);
    }
  }

  async function untilEnded(server: RunningServer, taskId: string): Promise<Task> {
    for (;;) {
      const task = await find(server, taskId);
      if (task && !['queued', 'running'].includes(task.status)) return task;
      await sleep(100);
    }
  }

  /** Expects that a task is done and has exactly one correct result. */
  async function expectDone(
    server: RunningServer,
    taskId: string,
    { name, extension, seconds, check }: Omit<Job, 'send'>,
  ) {
    const task = await untilEnded(server, taskId);
    expect([name, task.status, task.error, task.result?.files.length]).toEqual([name, 'done', null, 1]);
    const [file] = task.result!.files;
    const { body } = await connect(server).post<{ url: string }>(`/web/task/${taskId}/download`);
    const bytes = Buffer.from(await (await fetch(body.data.url)).arrayBuffer());
    expect(bytes.byteLength).toBe(file?.size);
    const result = path.join(folder, `result.${extension}`);
    writeFileSync(result, bytes);
    expect(Math.abs((await probeClip({ path: result, type: extension })).seconds! - seconds)).toBeLessThan(0.15);
    await check?.(result, connect(server), taskId);
  }

  /** A site that serves a playlist of six segments, and the segments after the second only while it is told to. */
  async function serveSlowly() {
    const args = ['-f', 'hls', '-hls_time', '0.4', '-hls_list_size', '0', '-g', '10', '-c:v', 'libx264', '-c:a', 'aac'];
    makeClip({ folder, name: 'slow.m3u8', picture: 'testsrc2=s=320x180:r=25:d=2', seconds: 2, args });
    const mood = { isSlow: true, waiting: 0 };
    const site = createServer((request, response) => {
      const name = path.basename(request.url ?? '');
      const bytes = readFileSync(path.join(folder, name));
      if (!mood.isSlow || !/[2-9]\.ts$/.test(name)) return response.end(bytes);
      mood.waiting += 1;
      response.once('close', () => (mood.waiting -= 1));
      return response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1000));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      site.closeAllConnections();
      site.close();
    });
    await once(site, 'listening');
    return { mood, link: `http://127.0.0.1:${(site.address() as AddressInfo).port}/slow.m3u8` };
  }

  /** Begins these encodes and suspends each halfway. `fetchUntilHeld` begins the download of a playlist. */
  async function begin(jobs: readonly Job[], server: RunningServer) {
    const { mood, link } = await serveSlowly();
    makeClips();
    await logIn(server);
    const encodes: { taskId: string; job: Job }[] = [];
    for (const job of jobs) {
      const taskId = await job.send(connect(server));
      encodes.push({ taskId, job });
      // At once, because it could finish while the next one is being sent.
      await stopInMiddle(server, taskId, job);
    }
    const stopAll = async () =>
      (await Promise.all(encodes.map(({ taskId, job }) => stopInMiddle(server, taskId, job)))).flat();
    let fetched = '';
    // Right before the kill, because a segment that stops arriving fails the task after a minute.
    const fetchUntilHeld = async () => {
      fetched = await send(connect(server), converter, { videoUrl: link, format: 'webm' });
      while (mood.waiting === 0) {
        const task = await find(server, fetched);
        expect([task?.status, task?.error ?? null]).toEqual([expect.stringMatching(/queued|running/), null]);
        await sleep(20);
      }
      return fetched;
    };
    const untilAllIsQuiet = async () => {
      while (findEncoders().length + mood.waiting > 0) await sleep(100);
    };
    /** Expects that each task ended once, and that no process and no file of any attempt is left. */
    const expectAllDone = async (on: RunningServer) => {
      for (const { taskId, job } of encodes) await expectDone(on, taskId, job);
      await expectDone(on, fetched, playlist);
      while (listFiles(path.join(folder, 'scratch')).length > 0) await sleep(50);
      expect(findEncoders()).toEqual([]);
      for (const pid of killed) expect(() => process.kill(pid, 0)).toThrow();
      const stored = listFiles(path.join(folder, 'objects'));
      const results = stored.filter(file => /\/(?:output|private)\//.test(file));
      const made = results.map(file => path.extname(file).slice(1)).filter(extension => extension !== 'jpg');
      expect(made.toSorted()).toEqual([...jobs, playlist].map(({ extension }) => extension).toSorted());
      expect(stored.filter(file => file.endsWith('.ts'))).toHaveLength(1);
    };
    return { mood, stopAll, fetchUntilHeld, untilAllIsQuiet, expectAllDone };
  }

  test('survives the death of its server', async () => {
    const first = await start('all', 2);
    const { mood, fetchUntilHeld, untilAllIsQuiet, expectAllDone } = await begin(jobs.slice(0, 1), first);
    await fetchUntilHeld();
    await killHard(first);
    await untilAllIsQuiet();
    mood.isSlow = false;
    await expectAllDone(await start('all', 2));
  });

  test('survives the death of its ffmpeg, and then of its worker', async () => {
    const api = await start('api', 4);
    const worker = await start('worker', 4);
    const { mood, stopAll, fetchUntilHeld, untilAllIsQuiet, expectAllDone } = await begin(jobs, api);
    const stopped = await stopAll();
    for (const pid of stopped) process.kill(pid, 'SIGKILL');
    while (findEncoders().some(pid => stopped.includes(pid))) await sleep(5);
    await stopAll();
    const fetched = await fetchUntilHeld();
    await killHard(worker);
    await untilAllIsQuiet();
    mood.isSlow = false;
    await start('worker', 4);
    for (const pid of await stopInMiddle(api, fetched, playlist)) process.kill(pid, 'SIGKILL');
    await expectAllDone(api);
  });
});
