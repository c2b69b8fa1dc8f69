// Clips through the product beside the bare ffmpeg command with the same arguments: what the walls, the queue and the looks at the result
// cost, and how much quicker a copy is than an encode. VIDEO_SECONDS shortens the clip for a first look.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ClipPlan, planClip } from 'contract/clip/plan.ts';
import type { UploadSignature } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { openPart } from '../engines/video/open-arguments.ts';
import { probeClip } from '../engines/video/probe-clip.ts';
import { makeClip } from '../engines/video/test-clips.ts';
import { rateOfQuality, writeArguments } from '../engines/video/write-arguments.ts';
import { median } from './numbers.ts';
import { type Client, createClient, startProduct } from './product.ts';
import type { Bench } from './report.ts';

const seconds = Number(process.env.VIDEO_SECONDS ?? 60);
const rounds = 3;
const pollMs = 50;
const wish = { format: 'mp4', quality: 75, mute: false, speed: 1 } as const;
const converter = '/web/video/formatmp4/newFormatmp4';

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** Sends a file in parts, as large ones are. Answers its path. */
async function upload({ post }: Client, file: string): Promise<string> {
  const bytes = await readFile(file);
  const name = path.basename(file);
  const signed = await post<UploadSignature>('/web/tos/new-get-signature-norecord', {
    fileName: name,
    fileSize: bytes.length,
  });
  const { key, uploadId, partSize } = signed;
  for (let number = 1; (number - 1) * partSize < bytes.length; number++) {
    const part = uploadId
      ? await post<{ url: string; headers: Record<string, string> }>('/web/tos/part', {
          key,
          uploadId,
          partNumber: number,
        })
      : signed;
    const body = uploadId ? bytes.subarray((number - 1) * partSize, number * partSize) : bytes;
    const sent = await fetch(part.url, { method: 'PUT', headers: part.headers, body });
    if (!sent.ok) throw new Error(`a part was refused: ${sent.status}`);
    if (!uploadId) break;
  }
  await post('/web/tos/complete', { key, uploadId });
  return key;
}

/** From the call to its end. */
async function convert(client: Client, url: string, videoUrl: string): Promise<void> {
  const key = { 'idempotency-key': randomUUID() };
  let task = await client.post<Task>(converter, { videoUrl, wait: 15 }, key);
  while (task.status === 'queued' || task.status === 'running') {
    await sleep(pollMs);
    const reply = await fetch(`${url}/web/task/${task.taskId}`, { headers: client.headers });
    task = ((await reply.json()) as { data: Task }).data;
  }
  if (task.status !== 'done') throw new Error(`the clip was not converted: ${task.error?.error}`);
}

/** The command that the product runs in the end, and nothing around it. */
async function runBare(file: string, folder: string): Promise<void> {
  const clip = { path: file, type: 'avi' } as const;
  const plan = planClip(await probeClip(clip), wish) as ClipPlan;
  const writing = { plan, wish, rate: rateOfQuality(wish), canToneMap: false };
  const args = [...openPart(clip, { start: 0 }), ...writeArguments(writing, path.join(folder, 'bare.mp4'))];
  // As nice as a child of the product, so that a busy machine slows both alike.
  const command = ['-n', '10', 'ffmpeg', '-nostdin', '-y', '-loglevel', 'error', ...args];
  await promisify(execFile)('nice', command, { cwd: folder });
}

export const benchVideo: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-video-'));
  const product = await startProduct();
  try {
    const client = createClient(product.url);
    const picture = `testsrc2=s=1920x1080:r=25:d=${seconds},noise=alls=12:allf=t`;
    const old = makeClip({
      folder,
      name: 'old.avi',
      picture,
      seconds,
      args: ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'],
    });
    const modern = makeClip({ folder, name: 'modern.mkv', picture, seconds });
    const [oldUrl, modernUrl] = [await upload(client, old), await upload(client, modern)];
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
    ];
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
