// Makes the files of the listed clips: cuts of real clips, and photographs under a crop that moves as a hand does, with a sensor's noise.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { mulberry32 } from 'contract/random.ts';
import sharp from 'sharp';
import type { Pixels } from '../../engines/pixels/plane.ts';
import { createNormal } from '../random.ts';
import { type GroundClip, listClips } from './ground.ts';
import { runProgram } from './run-program.ts';
import { type Pose, walkHand } from './shake.ts';

/** Visually lossless, so that what an engine does is not hidden by compression. */
const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-pix_fmt', 'yuv420p', '-threads', '2'];
const rate = 25;
const grain = 2.5;
/** The photograph is read at twice the size of the clip, so that moving by parts of a pixel does not soften it. */
const density = 2;

/** Clips of more than 720 lines are reduced, as messengers do: the lists have the size that is written. */
const cut = ({ source, seconds, width, height }: GroundClip, target: string) => {
  const filters = `crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=${width}:${height}:flags=area`;
  // Seeking before the input would begin at a frame that a stream without key frames cannot decode.
  const part = ['-i', source.file, '-ss', String(source.from), '-t', String(seconds), '-an', '-vf', filters];
  return runProgram('ffmpeg', ['-nostdin', '-y', '-v', 'error', ...part, ...encode, target], path.dirname(target));
};

/** One frame: the photograph seen through the pose, two samples for each pixel, written to `frame` without noise. */
function expose(
  { data, width, height }: Pixels,
  { x: offX, y: offY, turn }: Pose,
  size: { readonly width: number; readonly height: number },
  frame: Float32Array,
): void {
  const cos = Math.cos(turn) * density;
  const sin = Math.sin(turn) * density;
  const startX = width / 2 + offX * density;
  const startY = height / 2 + offY * density;
  const [maxX, maxY, stride] = [width - 1.001, height - 1.001, width * 3];
  frame.fill(0);
  let at = 0;
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, at += 3)
      for (let part = 0.25; part < 1; part += 0.5) {
        const u = x - size.width / 2 + part;
        const v = y - size.height / 2 + part;
        const fromX = Math.max(0, Math.min(maxX, startX + u * cos - v * sin));
        const fromY = Math.max(0, Math.min(maxY, startY + u * sin + v * cos));
        const left = Math.floor(fromX);
        const top = Math.floor(fromY);
        const right = fromX - left;
        const below = fromY - top;
        const i = top * stride + left * 3;
        const j = i + stride;
        for (let channel = 0; channel < 3; channel++) {
          const above = data[i + channel]! + (data[i + 3 + channel]! - data[i + channel]!) * right;
          const under = data[j + channel]! + (data[j + 3 + channel]! - data[j + channel]!) * right;
          frame[at + channel]! += (above + (under - above) * below) / 2;
        }
      }
}

/** A slow pan across the photograph with the hand's shake on it. */
function planPath(seed: number, seconds: number, free: { x: number; y: number }): readonly Pose[] {
  const random = mulberry32(seed);
  const heading = 2 * Math.PI * random();
  const reach = { x: Math.cos(heading) * free.x * 0.8, y: Math.sin(heading) * free.y * 0.8 };
  const shakes = walkHand(random, { sway: 6, tremor: 1.2, turn: 0.006 }, seconds, rate);
  return shakes.map(({ x, y, turn }, k) => {
    const part = k / (shakes.length - 1) - 0.5;
    const smooth = part * (1.5 - 2 * part * part);
    return { x: x + 2 * reach.x * smooth, y: y + 2 * reach.y * smooth, turn };
  });
}

/** Grain that is drawn once and read from another place for each frame: to draw it anew would take longer than all the rest. */
function drawGrain(random: () => number): Float32Array {
  const normal = createNormal(random);
  return Float32Array.from({ length: 1_000_003 }, () => grain * normal());
}

async function writeFrame(
  program: ChildProcess,
  frame: Float32Array,
  noise: Float32Array,
  from: number,
): Promise<void> {
  const bytes = Buffer.alloc(frame.length);
  let place = from;
  for (let i = 0; i < frame.length; i++) {
    bytes[i] = Math.max(0, Math.min(255, Math.round(frame[i]! + noise[place]!)));
    place = place + 1 === noise.length ? 0 : place + 1;
  }
  if (!program.stdin!.write(bytes)) await once(program.stdin!, 'drain');
}

async function move(clip: GroundClip, target: string): Promise<void> {
  const { width, height } = clip;
  const room = { width: Math.round(width * density * 1.6), height: Math.round(height * density * 1.6) };
  const fitted = sharp(clip.source.file).rotate().removeAlpha().toColourspace('srgb');
  const { data, info } = await fitted
    .resize({ ...room, fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { data, width: info.width, height: info.height };
  const free = { x: picture.width / density / 2 - width / 2 - 20, y: picture.height / density / 2 - height / 2 - 20 };
  const seed = [...clip.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(rate), '-i', 'pipe:0'];
  const program = spawn('ffmpeg', ['-nostdin', '-y', '-v', 'error', ...raw, ...encode, target], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(program, 'close');
  const frame = new Float32Array(width * height * 3);
  const random = mulberry32(seed + 1);
  const noise = drawGrain(random);
  for (const pose of planPath(seed, clip.seconds, free)) {
    expose(picture, pose, clip, frame);
    await writeFrame(program, frame, noise, Math.floor(random() * noise.length));
  }
  program.stdin!.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

/** Makes the clips that are missing and whose sources are there; the real ones first, since they take less time. */
export async function makeClips(): Promise<void> {
  const clips = listClips();
  const [real, made] = [clips.filter(({ kind }) => kind !== 'made'), clips.filter(({ kind }) => kind === 'made')];
  for (const clip of [...real, ...made]) {
    if (existsSync(clip.file) || !existsSync(clip.source.file)) continue;
    console.log(`${clip.kind === 'made' ? 'moving over' : 'cutting'} ${clip.name}`);
    mkdirSync(path.dirname(clip.file), { recursive: true });
    // Under a name of its own: several checkouts may make the same clip at the same time.
    const unfinished = clip.file.replace(/\.mp4$/, `.${process.pid}.mp4`);
    try {
      await (clip.kind === 'made' ? move : cut)(clip, unfinished);
      renameSync(unfinished, clip.file);
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
}
