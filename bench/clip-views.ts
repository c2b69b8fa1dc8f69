// How long a person waits for the first view of a one-minute clip: a still frame, the timeline's film strip, and a preview for clips that
// browsers cannot play, each from its call to its bytes, compared with plain ffmpeg commands. VIDEO_SECONDS shortens the clip for a quick
// run.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { viewCallPath } from 'contract/clip/views.ts';
import { showFilm, showPoster } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { makeClip } from '../engines/video/test-clips.ts';
import { timeOf } from './numbers.ts';
import { createClient, findTask, startProduct, uploadFile } from './product.ts';
import type { Bench, Line } from './report.ts';
import { h264OfPhone } from './video.ts';

const seconds = Number(process.env.VIDEO_SECONDS ?? 60);
const pollMs = 50;

const ffmpeg = (args: readonly string[], folder: string) =>
  promisify(execFile)('ffmpeg', ['-nostdin', '-y', '-loglevel', 'error', ...args], { cwd: folder });

const compare = (what: string, ours: number, rival: string, bare: number, max: number): Line => ({
  what,
  ours: `${ours.toFixed(2)} s, ${(ours / bare).toFixed(2)} ×`,
  rival: `${rival}: ${bare.toFixed(2)} s`,
  aim: `≤ ${max} ×`,
  isMet: ours <= bare * max,
});

export const benchClipViews: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-views-'));
  const product = await startProduct();
  try {
    const client = createClient(product.url);
    const picture = `testsrc2=s=1920x1080:r=25:d=${seconds},noise=alls=12:allf=t`;
    const clip = makeClip({ folder, name: 'clip.mkv', picture, seconds, args: [...h264OfPhone, '-c:a', 'aac'] });
    const key = await uploadFile(client, clip);
    const show = async (route: { readonly path: string }) => {
      const reply = await fetch(`${product.url}${route.path}?key=${key}`, { headers: client.headers });
      const bytes = (await reply.arrayBuffer()).byteLength;
      if (!reply.ok || bytes === 0) throw new Error(`${route.path}: ${reply.status}`);
    };
    const preview = async () => {
      let task = await client.post<Task>(viewCallPath, { videoUrl: key, wait: 15 });
      while (task.status === 'queued' || task.status === 'running') {
        await sleep(pollMs);
        task = await findTask(client, product.url, task.taskId);
      }
      const link = task.result?.files[0]?.url;
      if (!link) throw new Error(`there is no preview: ${task.error?.error}`);
      // A player starts with the first piece.
      await fetch(link, { headers: { range: 'bytes=0-1048575' } }).then(reply => reply.arrayBuffer());
    };
    const scale = ['-vf', "scale='min(960,iw)':-2", '-frames:v', '1', 'frame.jpg'];
    const bare = {
      frame: await timeOf(() => ffmpeg(['-ss', '1', '-i', clip, ...scale], folder)),
      decode: await timeOf(() => ffmpeg(['-i', clip, '-an', '-f', 'null', '-'], folder)),
      copy: await timeOf(() => ffmpeg(['-i', clip, '-c', 'copy', '-movflags', '+faststart', 'copy.mp4'], folder)),
    };
    const ours = {
      frame: await timeOf(() => show(showPoster)),
      film: await timeOf(() => show(showFilm)),
      again: await timeOf(() => show(showFilm)),
      preview: await timeOf(preview),
    };
    const length = `${seconds} s of 1080p`;
    return [
      compare(`${length}: the facts and a still frame`, ours.frame, 'one frame by ffmpeg', bare.frame, 4),
      compare(`${length}: its film, 60 frames`, ours.film, 'decoding all of it', bare.decode, 0.5),
      compare(`${length}: its film when it is asked for again`, ours.again, 'one frame by ffmpeg', bare.frame, 0.5),
      compare(`${length} in an mkv: a preview, to its first piece`, ours.preview, 'a copy by ffmpeg', bare.copy, 5),
    ];
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
