// What a million tasks a day take: what a task of each kind costs is measured, a simulated lane says how long tasks wait for places, and a run of
// this machine at a known load says whether the simulation may be believed. docs/capacity.md explains the model.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mulberry32 } from 'contract/random.ts';
import type { Task } from 'contract/task.ts';
import { makeClip } from '../engines/video/test-clips.ts';
import { mean, median, quantile } from './numbers.ts';
import { withDatabaseOf } from './people.ts';
import { photos } from './photos.ts';
import { readProcesses } from './processes.ts';
import { converterPath, createClient, type Product, startProduct, uploadFile } from './product.ts';
import { pickByShare } from './random.ts';
import type { Bench, Line } from './report.ts';
import { drawArrivals, simulateLane } from './simulate-lane.ts';

type LaneName = 'image' | 'model' | 'video';

interface Sample {
  readonly name: string;
  readonly lane: LaneName;
  /** Part of all tasks of a day; an assumption (docs/capacity.md). */
  readonly share: number;
  readonly path: string;
  readonly options: Record<string, unknown>;
}

const kinds: readonly Sample[] = [
  { name: 'convert', lane: 'image', share: 0.4, path: converterPath, options: { format: 'webp' } },
  { name: 'compress', lane: 'image', share: 0.2, path: '/web/picture/compress', options: { targetKb: 200 } },
  { name: 'resize', lane: 'image', share: 0.15, path: '/web/picture/resize', options: { width: 1200 } },
  { name: 'cut out', lane: 'model', share: 0.12, path: '/web/cutImage/newCutImage', options: {} },
  { name: 'read text', lane: 'model', share: 0.06, path: '/web/imageTotext', options: {} },
  { name: 'clip', lane: 'video', share: 0.07, path: '/web/video/formatmp4/newFormatmp4', options: { format: 'mp4' } },
];
const tasksADay = 1_000_000;
/** Of the busiest hour, as a multiple of the mean of the day. */
const peak = 2.5;
/** How much of the time the places of a lane may be taken in the busiest hour. */
const wantedLoad = 0.7;
const rounds = 12;
const checkTasks = 200;
const checkLoad = 0.75;

interface Measured extends Sample {
  /** Seconds that each task held its place. */
  readonly seconds: readonly number[];
  /** CPU seconds of the children a task. */
  readonly cpu: number;
}

interface Ended {
  readonly waited: number;
  readonly ran: number;
}

interface Inputs {
  readonly photo: Uint8Array;
  readonly clip: string;
}

/** CPU seconds so far of the children, of the server process itself, and of PostgreSQL. */
function readCpu({ pid }: Product) {
  const spent = { children: 0, server: 0, postgres: 0 };
  for (const one of readProcesses(pid))
    spent[one.pid === pid ? 'server' : one.name === 'postgres' ? 'postgres' : 'children'] += one.cpuSeconds;
  return spent;
}

type Cpu = ReturnType<typeof readCpu>;

async function send(product: Product, { photo, clip }: Inputs, kind: Sample, wait: number): Promise<string> {
  const client = createClient(product.url);
  const isClip = kind.lane === 'video';
  const file = isClip ? await uploadFile(client, clip) : await client.upload(photo, 'photo.jpg');
  const body = { [isClip ? 'videoUrl' : 'imageUrl']: file, wait, ...kind.options };
  return (await client.post<Task>(kind.path, body)).taskId;
}

/** What the database says of tasks, in the order in which they came. Waits until all have ended. */
const readEnds = (product: Product, ids: readonly string[]): Promise<Ended[]> =>
  withDatabaseOf(product, async ({ pool }) => {
    for (;;) {
      const { rows } = await pool.query<Ended>(
        `select extract(epoch from started_at - created_at)::float8 as waited,
          extract(epoch from ended_at - started_at)::float8 as ran
          from task where id = any($1::uuid[]) and status = 'done' order by created_at`,
        [ids],
      );
      if (rows.length === ids.length) return rows;
      const { rowCount } = await pool.query("select from task where status in ('failed', 'cancelled')");
      if (rowCount) throw new Error(`${rowCount} tasks failed`);
      await sleep(500);
    }
  });

interface Costs {
  readonly measured: readonly Measured[];
  /** CPU seconds of the server process, and of PostgreSQL, a task. */
  readonly server: number;
  readonly postgres: number;
}

/** Each kind alone, one task after another. The first of each, which loads code and networks, does not count. */
async function measureCosts(product: Product, inputs: Inputs): Promise<Costs> {
  const measured: Measured[] = [];
  const others: Pick<Cpu, 'server' | 'postgres'>[] = [];
  for (const kind of kinds) {
    await readEnds(product, [await send(product, inputs, kind, 15)]);
    const before = readCpu(product);
    const ids: string[] = [];
    for (let round = 0; round < rounds; round++) ids.push(await send(product, inputs, kind, 15));
    const after = readCpu(product);
    const perTask = (part: keyof Cpu) => (after[part] - before[part]) / rounds;
    const seconds = (await readEnds(product, ids)).map(({ ran }) => ran);
    measured.push({ ...kind, seconds, cpu: perTask('children') });
    others.push({ server: perTask('server'), postgres: perTask('postgres') });
  }
  const mixed = (part: 'server' | 'postgres') => others.reduce((sum, one, at) => sum + one[part] * kinds[at]!.share, 0);
  return { measured, server: mixed('server'), postgres: mixed('postgres') };
}

const ofLane = ({ measured }: Costs, lane: LaneName) => measured.filter(one => one.lane === lane);
const shareOf = (list: readonly Measured[]) => list.reduce((sum, { share }) => sum + share, 0);
/** Mean over a lane's kinds, by their share. */
const mixOf = (list: readonly Measured[], read: (one: Measured) => number) =>
  list.reduce((sum, one) => sum + one.share * read(one), 0) / shareOf(list);

/** The same arrivals at the image lane of this machine, which has one place, and at the simulated lane. */
async function checkSimulation(product: Product, inputs: Inputs, costs: Costs): Promise<Line> {
  const list = ofLane(costs, 'image');
  const random = mulberry32(7);
  const rate = checkLoad / mixOf(list, ({ seconds }) => mean(seconds));
  const arrivals = drawArrivals(() => rate, { seconds: checkTasks / rate, highest: rate, random });
  const startedAt = performance.now();
  const sending: Promise<string>[] = [];
  for (const at of arrivals) {
    await sleep(Math.max(0, startedAt + at * 1000 - performance.now()));
    sending.push(send(product, inputs, pickByShare(random, list), 0));
  }
  const ends = await readEnds(product, await Promise.all(sending));
  const real = ends.map(({ waited }) => waited);
  // The tasks took a little longer beside the ones that were being sent; the lane is simulated with what they took.
  const seconds = ends.map(({ ran }) => ran);
  const draws = Array.from({ length: 50 }, () =>
    simulateLane({ kinds: [{ share: 1, seconds }], places: 1, arrivals, random }),
  );
  const means = draws.map(mean);
  const p90s = draws.map(waits => quantile(waits, 0.9));
  const shown = (middle: number, nine: number) => `mean ${middle.toFixed(2)} s, p90 ${nine.toFixed(2)} s`;
  const off = mean(real) / median(means) - 1;
  return {
    what: `Waits of ${arrivals.length} tasks at an image lane with one place, ${Math.round(checkLoad * 100)} % taken`,
    ours: shown(mean(real), quantile(real, 0.9)),
    rival: `simulated, median of ${draws.length} draws: ${shown(median(means), median(p90s))}`,
    aim: 'mean ± 30 %',
    isMet: Math.abs(off) <= 0.3,
  };
}

const day = 86_400;
/** A cosine wave between 0 and 1 to this power has a mean of 1 / `peak`. */
const waveSharpness = 1.724;
/** The rate of tasks by the second of the day, in tasks a second: a wave whose top is the peak. */
function rateAt(second: number): number {
  const wave = (1 - Math.cos((2 * Math.PI * second) / day)) / 2;
  return (tasksADay / day) * peak * wave ** waveSharpness;
}

function planDay(costs: Costs): Line[] {
  const highest = (peak * tasksADay) / day;
  const random = mulberry32(11);
  const lanes = (['image', 'model', 'video'] as const).map(lane => {
    const list = ofLane(costs, lane);
    const share = shareOf(list);
    const places = Math.ceil((highest * share * mixOf(list, ({ seconds }) => mean(seconds))) / wantedLoad);
    const cores = (highest * share * mixOf(list, ({ cpu }) => cpu)) / wantedLoad;
    const arrivals = drawArrivals(second => rateAt(second) * share, {
      seconds: day,
      highest: highest * share,
      random,
    });
    const waits = simulateLane({ kinds: list, places, arrivals, random });
    return { lane, places, cores, tasks: arrivals.length, p95: quantile(waits, 0.95), max: quantile(waits, 1) };
  });
  const total = lanes.reduce((sum, { tasks }) => sum + tasks, 0);
  const others = ([part, name]: readonly ['server' | 'postgres', string]) =>
    `${name} ${((highest * costs[part]) / wantedLoad).toFixed(1)} cores`;
  return [
    {
      what: `${(total / 1e6).toFixed(2)} million tasks in a day whose busiest hour has ${peak} × the mean: cores by the model`,
      ours: [
        ...lanes.map(one => `${one.lane} ${one.cores.toFixed(1)} (${one.places} places)`),
        others(['server', 'api']),
        others(['postgres', 'PostgreSQL']),
      ].join(', '),
      rival: '–',
      aim: 'PostgreSQL ≤ 8 cores',
      isMet: (highest * costs.postgres) / wantedLoad <= 8,
    },
    {
      what: 'The same: simulated waits for a place, 95 % at most, longest',
      ours: lanes.map(({ lane, p95, max }) => `${lane} ${p95.toFixed(1)} s, ${max.toFixed(1)} s`).join('; '),
      rival: '–',
      aim: '95 % ≤ 2 s',
      isMet: lanes.every(({ p95 }) => p95 <= 2),
    },
  ];
}

const describeCosts = ({ measured, server, postgres }: Costs): Line => ({
  what: `One task alone, median of ${rounds}: seconds in its place, and CPU of its children`,
  ours: measured.map(({ name, seconds, cpu }) => `${name} ${median(seconds).toFixed(2)}, ${cpu.toFixed(2)}`).join('; '),
  rival: `server process ${(1000 * server).toFixed(0)} ms, PostgreSQL ${(1000 * postgres).toFixed(0)} ms a task`,
  aim: 'server and PostgreSQL ≤ 50 ms each',
  isMet: Math.max(server, postgres) <= 0.05,
});

export const benchCapacity: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-capacity-'));
  const product = await startProduct({ LANES: 'image:1,model:1,video:1' });
  try {
    const picture = 'testsrc2=s=1280x720:r=25:d=6,noise=alls=8:allf=t';
    const args = ['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'aac', '-t', '6'];
    const clip = makeClip({ folder, name: 'clip.mkv', picture, seconds: 6, args });
    const inputs = { photo: await readFile(photos.friendsWindow), clip };
    const costs = await measureCosts(product, inputs);
    return [describeCosts(costs), await checkSimulation(product, inputs, costs), ...planDay(costs)];
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
