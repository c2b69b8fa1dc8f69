// For tests: clips that ffmpeg itself draws and plays, and a look at the pixels and samples of what is made of them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import type { MediaName } from 'contract/media.ts';

/** Why tests of clips cannot run here; undefined where they can. As root on Debian or Ubuntu the test run has installed ffmpeg. */
export const whyNoClips: string | undefined =
  spawnSync('ffmpeg', ['-version']).status === 0 ? undefined : 'ffmpeg is not installed and cannot be by this account';
if (whyNoClips) process.emitWarning(`tests of clips are skipped: ${whyNoClips}`);

function runTool(program: 'ffmpeg' | 'ffprobe', args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Four quarters of one colour each, like the fixture pictures: red, green, blue, yellow. */
export const quartersOf = (size: string, seconds: number, fps = 25) =>
  [
    `color=0xdc2828:s=${size}:r=${fps}:d=${seconds}`,
    'drawbox=x=iw/2:y=0:w=iw/2:h=ih/2:c=0x28b43c:t=fill',
    'drawbox=x=0:y=ih/2:w=iw/2:h=ih/2:c=0x283cdc:t=fill',
    'drawbox=x=iw/2:y=ih/2:w=iw/2:h=ih/2:c=0xe6d232:t=fill',
  ].join(',');

export interface ClipRecipe {
  readonly folder: string;
  /** With the extension of its container. */
  readonly name: string;
  /** A lavfi source; null for sound alone. */
  readonly picture?: string | null;
  /** null for a silent clip. */
  readonly sound?: string | null;
  readonly seconds?: number;
  /** Codecs, container and whatever is odd about it. */
  readonly args?: readonly string[];
}

const fastest = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
export const h264 = ['-c:v', 'libx264', ...fastest];

/** Writes a clip and answers its path. */
export function makeClip({
  folder,
  name,
  picture,
  sound,
  seconds = 1,
  args = [...h264, '-c:a', 'aac'],
}: ClipRecipe): string {
  const path = join(folder, name);
  const sources = [
    ...(picture === null ? [] : ['-f', 'lavfi', '-i', picture ?? quartersOf('160x120', seconds)]),
    ...(sound === null ? [] : ['-f', 'lavfi', '-i', sound ?? `sine=frequency=440:duration=${seconds}`]),
  ];
  runTool('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...sources, ...args, path]);
  return path;
}

/** Raw RGB of one frame, scaled to 2 × 2 pixels: the colours of the four quarters. */
export function lookAtQuarters(path: string, atSeconds = 0): number[][] {
  const seek = atSeconds > 0 ? ['-ss', String(atSeconds)] : [];
  const frame = [
    '-frames:v',
    '1',
    '-vf',
    'format=gbrp,scale=2:2:flags=area',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    'pipe:1',
  ];
  const bytes = runTool('ffmpeg', ['-v', 'error', '-nostdin', ...seek, '-i', path, ...frame]);
  return [0, 1, 2, 3].map(at => [...bytes.subarray(at * 3, at * 3 + 3)]);
}

/** Raw RGB of one frame. */
export function readFrame(path: string, atSeconds = 0): { data: Buffer; width: number; height: number } {
  const size = ['-select_streams', 'v:0', '-show_entries', 'stream=width,height', '-of', 'csv=p=0'];
  const [width = 0, height = 0] = runTool('ffprobe', ['-v', 'error', ...size, path])
    .toString()
    .split(',')
    .map(Number);
  const frame = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
  const data = runTool('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, '-ss', String(atSeconds), ...frame]);
  return { data, width, height };
}

/** The text of the first subtitle track. */
export const readTrack = (path: string): string =>
  runTool('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, '-map', '0:s:0', '-f', 'srt', 'pipe:1']).toString();

/** Frames of the picture track, and seconds from the first to the end of the last. */
export function countFrames(path: string): { frames: number; times: number[] } {
  const asked = ['-select_streams', 'v:0', '-show_entries', 'frame=best_effort_timestamp_time', '-of', 'csv=p=0'];
  const lines = runTool('ffprobe', ['-v', 'error', ...asked, path])
    .toString()
    .trim()
    .split('\n');
  const times = lines.map(line => Number.parseFloat(line)).filter(Number.isFinite);
  return { frames: times.length, times };
}

/** Samples of the sound at 8 kHz, one channel, between -1 and 1. */
export function listen(path: string): Float32Array {
  const asked = ['-map', '0:a:0', '-ac', '1', '-ar', '8000', '-f', 'f32le', 'pipe:1'];
  const bytes = runTool('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, ...asked]);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4)));
}

/** The frequency of a tone in hertz, from how often the samples of its middle half cross zero. */
export function pitchOf(samples: Float32Array): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  const crossings = middle.reduce((sum, now, at) => sum + Number(at > 0 && now >= 0 && middle[at - 1]! < 0), 0);
  return (crossings / middle.length) * 8000;
}

/** The tags that a file carries, of all its tracks and its own. */
export const readTags = (path: string): string =>
  runTool('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format_tags:stream_tags:chapter',
    '-of',
    'json',
    path,
  ]).toString();

/** Every container with the codecs that such files mostly have, and the type that its bytes must tell. */
export const containers: readonly { name: string; type: MediaName; args: readonly string[] }[] = [
  { name: 'a.mp4', type: 'mp4', args: [...h264, '-c:a', 'aac'] },
  { name: 'a.mov', type: 'mov', args: [...h264, '-c:a', 'pcm_s16le'] },
  { name: 'a.mkv', type: 'mkv', args: [...h264, '-c:a', 'aac'] },
  {
    name: 'a.webm',
    type: 'webm',
    args: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
  },
  { name: 'a.avi', type: 'avi', args: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'] },
  { name: 'a.flv', type: 'flv', args: ['-c:v', 'flv', '-c:a', 'libmp3lame', '-ar', '44100'] },
  { name: 'a.wmv', type: 'wmv', args: ['-c:v', 'wmv2', '-c:a', 'wmav2', '-f', 'asf'] },
  { name: 'a.rm', type: 'rmvb', args: ['-c:v', 'rv20', '-c:a', 'ac3', '-f', 'rm'] },
  { name: 'a.ts', type: 'ts', args: [...h264, '-c:a', 'aac'] },
  { name: 'a.m2ts', type: 'ts', args: [...h264, '-c:a', 'ac3', '-mpegts_m2ts_mode', '1', '-f', 'mpegts'] },
  { name: 'a.mpg', type: 'mpg', args: ['-c:v', 'mpeg2video', '-c:a', 'mp2', '-f', 'vob'] },
  { name: 'a.3gp', type: '3gp', args: [...h264, '-c:a', 'aac', '-f', '3gp'] },
];
