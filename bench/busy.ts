// Forty clips of different lengths as one batch while eight other programs keep every processor busy: how many a deadline ends, and how far the
// page's forecast is from the truth once three of them have ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BatchRun, forecastBatch } from 'contract/batch-forecast.ts';
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { makeClip } from '../engines/video/test-clips.ts';
import { type Client, createClient, startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const converter = '/web/video/formatmp4/newFormatmp4';
const loops = 8;
const clips = 40;
const measuredFrom = 3;
const pollMs = 500;
const picture = 'testsrc2=s=320x180:r=25,noise=alls=12:allf=t';

const startLoops = (): ChildProcess[] =>
  Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));

interface Followed {
  readonly weight: number;
  readonly sentAt: number;
  beganAt?: number;
  endedAt?: number;
  status: Task['status'];
  error?: string | undefined;
}

const hasEnded = ({ status }: Pick<Followed, 'status'>) => status !== 'queued' && status !== 'running';

async function readBatch(url: string, { headers }: Client, batchId: string): Promise<Batch> {
  const reply = await fetch(`${url}/web/batch/${batchId}?size=100`, { headers });
  return ((await reply.json()) as { data: Batch }).data;
}

/** What the page and the server said at a moment. */
interface Forecast {
  readonly at: number;
  readonly ended: number;
  readonly page: number;
  readonly server: number;
}

/** The forecasts from the third end on, each with the moment it was made. */
async function follow(read: () => Promise<Batch>, runs: ReadonlyMap<string, Followed>): Promise<Forecast[]> {
  const forecasts: Forecast[] = [];
  for (;;) {
    const now = Date.now();
    const { tasks, etaSeconds } = await read();
    for (const task of tasks) {
      const run = runs.get(task.taskId);
      if (!run) continue;
      if (task.status !== 'queued') run.beganAt ??= now;
      if (hasEnded(task)) run.endedAt ??= now;
      run.status = task.status;
      run.error = task.error?.error;
    }
    const all = [...runs.values()];
    const ended = all.filter(hasEnded).length;
    if (ended === clips) return forecasts;
    const page = forecastBatch(all as readonly BatchRun[], now);
    if (all.length === clips && ended >= measuredFrom && page !== undefined && etaSeconds !== null)
      forecasts.push({ at: now, ended, page, server: etaSeconds });
    await sleep(pollMs);
  }
}

async function convertAll(url: string, files: readonly { path: string; seconds: number }[]) {
  const client = createClient(url);
  const batchId = randomUUID();
  const mean = files.reduce((sum, { seconds }) => sum + seconds, 0) / files.length;
  const addresses: string[] = [];
  for (const { path: file } of files) {
    const key = await client.upload(await readFile(file), path.basename(file));
    addresses.push(key);
    // The page asks for the facts of each clip once it is stored.
    const facts = await fetch(`${url}/web/tos/facts?${new URLSearchParams({ key })}`, { headers: client.headers });
    if (!facts.ok) throw new Error(`${facts.status} for the facts of ${file}`);
    await facts.arrayBuffer();
  }
  const runs = new Map<string, Followed>();
  const send = async (videoUrl: string, seconds: number) => {
    const sentAt = Date.now();
    const key = { 'idempotency-key': randomUUID() };
    const task = await client.post<Task>(converter, { videoUrl, batchId, wait: 0 }, key);
    // As the page weighs them: half the same for all, half by length.
    runs.set(task.taskId, { weight: 0.5 + (0.5 * seconds) / mean, sentAt, status: task.status });
  };
  await send(addresses[0]!, files[0]!.seconds);
  const sendOthers = async () => {
    for (const [at, { seconds }] of files.entries()) if (at > 0) await send(addresses[at]!, seconds);
  };
  const [forecasts] = await Promise.all([follow(() => readBatch(url, client, batchId), runs), sendOthers()]);
  return { runs: [...runs.values()], forecasts };
}

/** How far forecasts are from the truth after the third file, and at worst until a tenth of the files is left. */
function compareForecasts(
  who: string,
  forecasts: readonly Forecast[],
  secondsOf: (forecast: Forecast) => number,
  end: number,
): Line[] {
  const errorOf = (one: Forecast) => secondsOf(one) / ((end - one.at) / 1000) - 1;
  const errors = forecasts.filter(({ ended }) => ended < clips * 0.9).map(errorOf);
  const worst = errors.reduce((max, error) => (Math.abs(error) > Math.abs(max) ? error : max), 0);
  const line = (what: string, error: number, rival: string): Line => ({
    what: `The time left, ${who}, ${what}`,
    ours: `${error > 0 ? '+' : ''}${Math.round(error * 100)} %`,
    rival,
    aim: '± 40 %',
    isMet: Math.abs(error) <= 0.4,
  });
  const took = `it took ${Math.round((end - forecasts[0]!.at) / 1000)} s`;
  return [
    line('after the third file', errorOf(forecasts[0]!), took),
    line('at worst until nine tenths are done', worst, `${errors.length} forecasts`),
  ];
}

export const benchBusy: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-busy-'));
  const product = await startProduct();
  let busy: ChildProcess[] = [];
  try {
    const files = Array.from({ length: clips }, (_, at) => {
      const seconds = 1 + ((at * 7) % 5);
      const args = ['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'aac', '-t', String(seconds)];
      return { seconds, path: makeClip({ folder, name: `${at}.mkv`, picture, seconds, args }) };
    });
    busy = startLoops();
    const { runs, forecasts } = await convertAll(product.url, files);
    const end = Math.max(...runs.map(run => run.endedAt ?? 0));
    const words = `${clips} clips of 1 to 5 s to H.264 beside ${loops} busy loops`;
    const missed = runs.filter(({ error }) => error === 'DEADLINE').length;
    const done = runs.filter(({ status }) => status === 'done').length;
    return [
      {
        what: `${words}: ended by a deadline`,
        ours: `${missed}`,
        rival: `done: ${done}`,
        aim: '0',
        isMet: missed === 0 && done === clips,
      },
      ...compareForecasts('as the page says', forecasts, ({ page }) => page, end),
      ...compareForecasts('as the server says', forecasts, ({ server }) => server, end),
    ];
  } finally {
    for (const loop of busy) loop.kill('SIGKILL');
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
