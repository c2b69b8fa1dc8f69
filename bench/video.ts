// Clips through the product, compared with the plain ffmpeg command with the same arguments: the cost of the sandbox, the queue and the
// inspection of the result, how much faster a copy is than an encode, and how much two encodes delay a visitor with a picture.
// VIDEO_SECONDS shortens the clip for a quick run; the whole takes about five minutes on two cores.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ClipPlan, planClip } from 'contract/clip/plan.ts';
import type { Task } from 'contract/task.ts';
import { openPart } from '../engines/video/open-arguments.ts';
import { probeClip } from '../engines/video/probe-clip.ts';
import { h264, makeClip } from '../engines/video/test-clips.ts';
import { rateOfQuality, writeArguments } from '../engines/video/write-arguments.ts';
import { median, timeOf } from './numbers.ts';
import { makePhoto } from './pictures.ts';
import {
  type Client,
  converterPath,
  createClient,
  findTask,
  type Product,
  startProduct,
  uploadFile,
} from './product.ts';
import type { Bench } from './report.ts';

const seconds = Number(process.env.VIDEO_SECONDS ?? 60);
const rounds = 2;
const pictures = 9;
/** A page hears of progress by events; polls more often than this cost the encoder its CPU, and would be what is measured. */
const pollMs = 500;

const wish = { format: 'mp4', quality: 75, mute: false, speed: 1 } as const;
/** A phone's bit rate: without a bound, a minute of noise exceeds the limit of an upload. */
export const h264OfPhone = [...h264, '-b:v', '16M', '-maxrate', '16M', '-bufsize', '16M'];
const converter = '/web/video/formatmp4/newFormatmp4';

/** From the call to its end. */
async function convert(client: Client, url: string, videoUrl: string): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  let task = await client.post<Task>(converter, { videoUrl, wait: 15 }, key);
  while (task.status === 'queued' || task.status === 'running') {
    await sleep(pollMs);
    task = await findTask(client, url, task.taskId);
  }
  if (task.status !== 'done') throw new Error(`the clip was not converted: ${task.error?.error}`);
}

/** Only the command that the product finally runs. */
async function runBare(file: string, folder: string): Promise<void> {
  const clip = { path: file, type: 'avi' } as const;
  const plan = planClip(await probeClip(clip), wish) as ClipPlan;
  const writing = { plan, wish, rate: rateOfQuality(wish), canToneMap: false };
  const args = [...openPart(clip, { start: 0 }), ...writeArguments(writing, path.join(folder, 'bare.mp4'))];
  // In a session of the same priority as the product's children have, so that a busy machine slows both equally.
  const lowered = 'echo 9 > /proc/self/autogroup; exec nice -n 19 ffmpeg -nostdin -y -loglevel error "$@"';
  await promisify(execFile)('setsid', ['--wait', 'sh', '-c', lowered, 'sh', ...args], { cwd: folder });
}

const addressOf = (visitor: number) => ({ 'x-forwarded-for': `198.18.0.${visitor}` });
const isOpen = ({ status }: Task) => status === 'queued' || status === 'running';

/** Encodes repeatedly for one visitor until `look`, which receives the status of the task, returns that it is over. */
async function keepEncoding(
  { url }: Product,
  videoUrl: string,
  visitor: number,
  look: (task: Task) => boolean,
): Promise<void> {
  const client = createClient(url);
  for (let isOver = false; !isOver; ) {
    let task = await client.post<Task>(converter, { videoUrl, wait: 0 }, addressOf(visitor));
    while (isOpen(task) && !isOver) {
      await sleep(pollMs * 4);
      task = await findTask(client, url, task.taskId);
      isOver = look(task);
    }
    if (isOpen(task)) await client.post(`/web/task/${task.taskId}/cancel`, {}, addressOf(visitor));
    else if (task.status !== 'done') throw new Error(`a clip was not converted: ${task.error?.error}`);
  }
}

/** Seconds for a visitor's single picture alone, and during the encodes of two others. */
async function measurePicture(product: Product, clip: string): Promise<{ idle: number[]; beside: number[] }> {
  const client = createClient(product.url);
  const imageUrl = await client.upload(await makePhoto(4000, 3000, 1), 'photo.jpg');
  const convertOne = async () => {
    const task = await client.post<Task>(converterPath, { imageUrl, format: 'webp', wait: 15 }, addressOf(1));
    if (task.status !== 'done') throw new Error(`the picture was ${task.status} after 15 s`);
  };
  const measure = async (count: number) => {
    const times: number[] = [];
    for (let n = 0; n < count; n++) times.push(await timeOf(convertOne));
    return times;
  };
  await measure(2);
  const before = await measure(pictures);
  const running = new Map<number, boolean>();
  let isOver = false;
  const encoding = [2, 3].map(visitor =>
    keepEncoding(product, clip, visitor, ({ status, progress }) => {
      running.set(visitor, status === 'running' && progress > 42);
      return isOver;
    }),
  );
  const all = Promise.all(encoding);
  try {
    while (![2, 3].every(visitor => running.get(visitor))) await Promise.race([sleep(pollMs), all]);
    const beside = await measure(pictures);
    isOver = true;
    await all;
    return { idle: [...before, ...(await measure(pictures))], beside };
  } finally {
    isOver = true;
  }
}

export const benchVideo: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-video-'));
  const product = await startProduct({ TRUST_PROXY: '1' });
  try {
    const client = createClient(product.url);
    const picture = `testsrc2=s=1920x1080:r=25:d=${seconds},noise=alls=12:allf=t`;
    const old = makeClip({
      folder,
      name: 'old.avi',
      picture,
      seconds,
      args: ['-c:v', 'mpeg4', '-b:v', '40M', '-c:a', 'libmp3lame'],
    });
    const modern = makeClip({ folder, name: 'modern.mkv', picture, seconds, args: [...h264OfPhone, '-c:a', 'aac'] });
    const [oldUrl, modernUrl] = [await uploadFile(client, old), await uploadFile(client, modern)];
    const times: { ours: number; bare: number; copied: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      times.push({
        ours: await timeOf(() => convert(client, product.url, oldUrl)),
        bare: await timeOf(() => runBare(old, folder)),
        copied: await timeOf(() => convert(client, product.url, modernUrl)),
      });
    }
    const encode = median(times.map(({ ours, bare }) => ours / bare));
    const copy = median(times.map(({ ours, copied }) => copied / ours));
    const { idle, beside } = await measurePicture(product, oldUrl);
    const slowed = median(beside) / median(idle);
    const middle = (name: 'ours' | 'bare' | 'copied') => median(times.map(time => time[name])).toFixed(1);
    return [
      {
        what: `${seconds} s of 1080p, MPEG-4 to H.264, from the call to its end`,
        ours: `${middle('ours')} s, ${encode.toFixed(3)} ×`,
        rival: `the bare ffmpeg command: ${middle('bare')} s`,
        aim: '≤ 1.05 ×',
        isMet: encode <= 1.05,
      },
      {
        what: `${seconds} s of 1080p, H.264 and AAC from mkv to mp4`,
        ours: `${middle('copied')} s, ${copy.toFixed(3)} × of the encode`,
        rival: `the encode: ${middle('ours')} s`,
        aim: '≤ 0.05 ×',
        isMet: copy <= 0.05,
      },
      {
        what: `A picture of 12 megapixels to WebP while clips of two others are encoded, ${pictures} times`,
        ours: `${median(beside).toFixed(2)} s, ${slowed.toFixed(2)} ×`,
        rival: `the same on an idle machine: ${median(idle).toFixed(2)} s`,
        aim: '≤ 1.3 ×',
        isMet: slowed <= 1.3,
      },
    ];
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
