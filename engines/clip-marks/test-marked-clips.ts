// For tests and benches: clips that pan over photographs with a mark blended in, and the same clips without it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { subtitleStyle } from 'contract/subtitles/style.ts';
import type { z } from 'zod';
import { drawCues } from '../draw-mark/draw-cues.ts';
import { sharp } from '../sharp.ts';

export interface MarkedClip {
  /** Lossless, without the mark. */
  readonly cleanPath: string;
  /** H.264, with the mark. */
  readonly path: string;
  /** Opacity of the mark at each pixel, 0..255. */
  readonly opacity: Uint8Array;
  readonly width: number;
  readonly height: number;
}

function runFfmpegNow(args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], {
    maxBuffer: 2 ** 31 - 1,
  });
  if (status !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Reads all frames as RGB, one after the other. */
export const readAll = (path: string, filters?: string): Buffer =>
  runFfmpegNow(['-i', path, ...(filters ? ['-vf', filters] : []), '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1']);

export interface ClipRecipe {
  readonly folder: string;
  readonly name: string;
  /** A photograph of at least 1280 × 720, and the motion of a window of that size over it: `x` and `y` as expressions of the frame number `n`. */
  readonly photo: string;
  readonly x: string;
  readonly y: string;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** An SVG of the clip's size, with the mark's colours; `opacity` is applied to all of it. */
  readonly svg: string;
  readonly opacity: number;
  /** When the mark is shown: an ffmpeg expression over `t`. */
  readonly when?: string;
  /** Displacement of the mark in pixels: ffmpeg expressions over `t`. */
  readonly shift?: { readonly x: string; readonly y: string };
  /** Further filters before the mark, such as noise. */
  readonly filters?: string;
  readonly sound?: boolean;
}

type Scene = Omit<ClipRecipe, 'svg' | 'opacity' | 'when' | 'shift' | 'sound'>;

/** Encodes the clip without a mark, lossless. */
function makeCleanClip({ folder, name, photo, x, y, width, height, seconds, filters }: Scene): string {
  const path = join(folder, `${name}-clean.mkv`);
  const window = `crop=1280:720:x='${x}':y='${y}',scale=${width}:${height}:flags=area,setsar=1${filters ? `,${filters}` : ''}`;
  // Decoded once and repeated, which costs less than reading the photograph for each frame.
  const still = `loop=loop=${Math.round(seconds * 25) - 1}:size=1:start=0,setpts=N/25/TB`;
  const lossless = ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast'];
  runFfmpegNow(['-framerate', '25', '-i', photo, '-vf', `${still},${window},format=yuv420p`, ...lossless, path]);
  return path;
}

const ordinary = ['-c:v', 'libx264', '-crf', '20', '-preset', 'veryfast'];

/** Encodes the clip without a mark with the same settings as the marked one. */
export function encodeClean({ cleanPath }: Pick<MarkedClip, 'cleanPath'>): string {
  const path = cleanPath.replace(/\.mkv$/, '.mp4');
  runFfmpegNow(['-i', cleanPath, '-pix_fmt', 'yuv420p', ...ordinary, path]);
  return path;
}

export async function makeMarkedClip(recipe: ClipRecipe): Promise<MarkedClip> {
  const { folder, name, width, height, seconds, svg, opacity, when, shift = { x: '0', y: '0' }, sound } = recipe;
  const [path, markPath] = ['.mp4', '.png'].map(end => join(folder, name + end)) as [string, string];
  const cleanPath = makeCleanClip(recipe);
  const drawn = sharp(Buffer.from(svg)).ensureAlpha();
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true });
  for (let i = 3; i < data.length; i += 4) data[i] = Math.round(data[i]! * opacity);
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  await sharp(data, { raw }).png().toFile(markPath);
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  const overlay = `[0:v][1:v]overlay=x='${shift.x}':y='${shift.y}'${when ? `:enable='${when}'` : ''},format=yuv420p[v]`;
  runFfmpegNow([
    ...['-i', cleanPath, '-i', markPath, ...(sound ? tone : []), '-filter_complex', overlay, '-map', '[v]'],
    ...(sound ? ['-map', '2:a', '-c:a', 'aac'] : []),
    ...ordinary,
    path,
  ]);
  return {
    cleanPath,
    path,
    opacity: Uint8Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]!),
    width,
    height,
  };
}

export interface SubtitledClip {
  readonly cleanPath: string;
  readonly path: string;
  /** Each line: its opacity at each pixel, 0..255, its first frame and the one after its last. */
  readonly lines: readonly { readonly opacity: Uint8Array; readonly from: number; readonly to: number }[];
}

interface DrawnCue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly style?: z.input<typeof subtitleStyle>;
}

/** Makes a clip with subtitles in the usual style, white with a black outline and a soft shadow; `cues` are in seconds. */
export async function makeSubtitledClip(scene: Scene, cues: readonly DrawnCue[]): Promise<SubtitledClip> {
  const { folder, name, width, height } = scene;
  const cleanPath = makeCleanClip(scene);
  const path = join(folder, `${name}.mp4`);
  const inputs: string[] = [];
  const filters: string[] = [];
  const lines: SubtitledClip['lines'][number][] = [];
  for (const [at, cue] of cues.entries()) {
    const { sheet, left, top } = (await drawCues([cue], subtitleStyle.parse(cue.style ?? {}), { width, height }))!;
    const file = join(folder, `${name}-${at}.png`);
    const raw = { width: sheet.width, height: sheet.height, channels: 4 as const };
    await sharp(sheet.data, { raw }).png().toFile(file);
    inputs.push('-i', file);
    const when = `gte(t,${cue.start})*lt(t,${cue.end})`;
    filters.push(`[${at === 0 ? '0:v' : `v${at}`}][${at + 1}:v]overlay=${left}:${top}:enable='${when}'[v${at + 1}]`);
    const opacity = new Uint8Array(width * height);
    for (let i = 0; i < sheet.width * sheet.height; i++)
      opacity[(top + Math.floor(i / sheet.width)) * width + left + (i % sheet.width)] = sheet.data[i * 4 + 3]!;
    lines.push({ opacity, from: Math.ceil(cue.start * 25), to: Math.ceil(cue.end * 25) });
  }
  const drawn = `${filters.join(';')};[v${cues.length}]format=yuv420p[v]`;
  runFfmpegNow(['-i', cleanPath, ...inputs, '-filter_complex', drawn, '-map', '[v]', ...ordinary, path]);
  return { cleanPath, path, lines };
}

/** Returns the peak signal-to-noise ratio in dB over the pixels covered by the mark, in all frames. */
export function compareBeneath(a: Uint8Array, b: Uint8Array, { opacity }: Pick<MarkedClip, 'opacity'>): number {
  let [squares, count] = [0, 0];
  const frame = opacity.length * 3;
  for (let start = 0; start + frame <= Math.min(a.length, b.length); start += frame)
    for (let i = 0; i < opacity.length; i++) {
      if (opacity[i]! < 5) continue;
      for (let c = start + i * 3; c < start + i * 3 + 3; c++) squares += (a[c]! - b[c]!) ** 2;
      count += 3;
    }
  return 10 * Math.log10((255 * 255 * count) / squares);
}
