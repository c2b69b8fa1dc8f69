// For tests: clips with several sounds, subtitles and chapters, and what ffprobe finds in a result, times included.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { h264 } from './test-clips.ts';

function run(program: 'ffmpeg' | 'ffprobe', args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(program, ['-v', 'error', ...args], { maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** A flash and a tone at these seconds of every clip, each for a fifth of a second. */
export const beats = [1, 3, 5];
export const beatSeconds = 0.2;
/** The cues of every subtitle track: one that spans the first beat, one in the middle, one at the end. */
export const cues = [
  { start: 0.6, end: 1.4, text: 'first words' },
  { start: 2.5, end: 3.5, text: 'second words' },
  { start: 4.8, end: 5.6, text: 'third words' },
];
export const chapters = [
  { start: 0, end: 2, title: 'Opening; a = b' },
  { start: 2, end: 4, title: 'Middle' },
  { start: 4, end: 6, title: '结尾' },
];

const time = (seconds: number) => `00:00:0${seconds.toFixed(3).replace('.', ',')}`;
const srt = cues.map(({ start, end, text }, at) => `${at + 1}\n${time(start)} --> ${time(end)}\n${text}\n`).join('\n');

/** A subtitle in the format of Blu-rays: a white square of 16 × 16 pixels from 1 to 2 s. */
function makePgs(): Buffer {
  const segment = (type: number, seconds: number, body: readonly number[]) => {
    const head = Buffer.alloc(13);
    head.write('PG', 0, 'ascii');
    head.writeUInt32BE(seconds * 90_000, 2);
    head.writeUInt8(type, 10);
    head.writeUInt16BE(body.length, 11);
    return Buffer.concat([head, Buffer.from(body)]);
  };
  const two = (value: number) => [value >> 8, value & 255];
  const composition = (number: number, objects: readonly number[]) => [
    ...[...two(160), ...two(120), 0x10, ...two(number), objects.length > 0 ? 0x80 : 0, 0, 0],
    ...[objects.length > 0 ? 1 : 0, ...objects],
  ];
  const window = [1, 0, ...two(8), ...two(8), ...two(16), ...two(16)];
  const line = [0, 0x80 | 16, 1, 0, 0];
  const pixels = Array.from({ length: 16 }, () => line).flat();
  const object = [...two(0), 0, 0xc0, 0, ...two(pixels.length + 4), ...two(16), ...two(16), ...pixels];
  return Buffer.concat([
    ...[segment(0x16, 1, composition(0, [...two(0), 0, 0, ...two(8), ...two(8)])), segment(0x17, 1, window)],
    ...[segment(0x14, 1, [0, 0, 1, 235, 128, 128, 255]), segment(0x15, 1, object), segment(0x80, 1, [])],
    ...[segment(0x16, 2, composition(1, [])), segment(0x17, 2, window), segment(0x80, 2, [])],
  ]);
}

export interface TrackRecipe {
  readonly folder: string;
  /** With the extension of its container. */
  readonly name: string;
  readonly video?: readonly string[];
  /** One for each sound: its codec, and the arrangement of its channels. */
  readonly sounds?: readonly (readonly [codec: string, layout: string])[];
  /** One for each subtitle track; pgs for pictures. */
  readonly subtitles?: readonly string[];
  readonly hasChapters?: boolean;
  readonly hasCover?: boolean;
  readonly attachments?: readonly string[];
  readonly args?: readonly string[];
  /** Whether the lowest rows show `patchColours` all the time. */
  readonly hasPatches?: boolean;
}

/** Red, green, blue, yellow, grey. */
const patchColours = ['c83232', '32a050', '3c50c8', 'd2be3c', '787878'];
/** Width and height of a patch in pixels. */
const patchSize = [32, 24] as const;

const drawPatches = () =>
  patchColours
    .map(
      (colour, at) => `,drawbox=x=${at * patchSize[0]}:y=96:w=${patchSize[0]}:h=${patchSize[1]}:c=0x${colour}:t=fill`,
    )
    .join('');

const languages = ['eng', 'ger', 'chi', 'jpn'];

const isBeat = (variable: string) =>
  beats.map(at => `between(${variable},${at},${at + beatSeconds - 0.001})`).join('+');

/** Six seconds with beats. Returns the path. */
export function makeTracks(recipe: TrackRecipe): string {
  const { folder, name, video = h264, sounds = [['aac', 'stereo']], subtitles = [], hasChapters = true } = recipe;
  const path = join(folder, name);
  const [srtPath, pgsPath, tagsPath] = ['words.srt', 'words.sup', 'tags.txt'].map(one => join(folder, one)) as [
    string,
    string,
    string,
  ];
  writeFileSync(srtPath, srt);
  writeFileSync(pgsPath, makePgs());
  const marks = hasChapters
    ? chapters.flatMap(({ start, end, title }) => [
        ...['[CHAPTER]', 'TIMEBASE=1/1000', `START=${start * 1000}`, `END=${end * 1000}`],
        `title=${title.replace(/[;=]/g, found => `\\${found}`)}`,
      ])
    : [];
  writeFileSync(tagsPath, [';FFMETADATA1', 'title=A title', 'artist=An artist', ...marks, ''].join('\n'));
  const picture = `color=black:s=160x120:r=25:d=6,drawbox=c=white:t=fill:enable='${isBeat('t')}'${recipe.hasPatches ? drawPatches() : ''}`;
  const inputs = [
    ...['-f', 'lavfi', '-i', picture],
    ...sounds.flatMap(([, layout], at) => [
      ...['-f', 'lavfi', '-i'],
      `aevalsrc='sin(2*PI*${440 * (at + 1)}*t)*(${isBeat('t')})':s=48000:d=6,aformat=channel_layouts=mono,aformat=channel_layouts=${layout}`,
    ]),
    ...subtitles.flatMap(codec => (codec === 'pgs' ? ['-f', 'sup', '-i', pgsPath] : ['-i', srtPath])),
    ...['-f', 'ffmetadata', '-i', tagsPath],
  ];
  const tags = 1 + sounds.length + subtitles.length;
  const outputs = [
    ...['-map', '0:v', '-c:v:0', ...video.slice(1)],
    ...sounds.flatMap(([codec], at) => [
      ...['-map', `${at + 1}:a`, `-c:a:${at}`, codec, `-metadata:s:a:${at}`, `language=${languages[at]}`],
      ...[`-metadata:s:a:${at}`, `title=Sound ${at + 1}`, `-disposition:a:${at}`, at === 1 ? 'default' : '0'],
    ]),
    ...subtitles.flatMap((codec, at) => [
      ...['-map', `${at + 1 + sounds.length}:s`, `-c:s:${at}`, codec === 'pgs' ? 'copy' : codec],
      ...[`-metadata:s:s:${at}`, `language=${languages.at(-1 - at)}`, `-metadata:s:s:${at}`, `title=Words ${at + 1}`],
      ...[`-disposition:s:${at}`, at === 1 ? 'forced' : '0'],
    ]),
    ...['-map_metadata', String(tags), '-map_chapters', String(tags)],
    ...(recipe.attachments ?? []),
  ];
  run('ffmpeg', ['-nostdin', '-y', ...inputs, ...outputs, '-strict', '-2', ...(recipe.args ?? []), path]);
  return path;
}

const seenSchema = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string().default('unknown'),
      channels: z.number().optional(),
      channel_layout: z.string().optional(),
      disposition: z.object({ default: z.number(), forced: z.number(), attached_pic: z.number() }),
      tags: z.record(z.string(), z.string()).default({}),
    }),
  ),
  chapters: z.array(
    z.object({
      start_time: z.coerce.number(),
      end_time: z.coerce.number(),
      tags: z.record(z.string(), z.string()).default({}),
    }),
  ),
  format: z.object({ tags: z.record(z.string(), z.string()).default({}) }),
});

/** What ffprobe says about a file. */
export const lookAtTracks = (path: string) =>
  seenSchema.parse(
    JSON.parse(run('ffprobe', ['-show_streams', '-show_chapters', '-show_format', '-of', 'json', path]).toString()),
  );

/** The seconds at which the picture flashes. */
export function findFlashes(path: string): number[] {
  const shown = run('ffprobe', [
    ...[
      '-f',
      'lavfi',
      '-i',
      `movie='${path}',signalstats`,
      '-show_entries',
      'frame=best_effort_timestamp_time:frame_tags=lavfi.signalstats.YAVG',
    ],
    ...['-of', 'csv=p=0'],
  ]);
  const frames = shown
    .toString()
    .trim()
    .split('\n')
    .map(line => line.split(',').map(Number) as [number, number]);
  // Levels of ten bits are four times as high.
  const levels = frames.map(([, level]) => level);
  const middle = (Math.min(...levels) + Math.max(...levels)) / 2;
  return frames.filter(([, level], at) => level > middle && (frames[at - 1]?.[1] ?? 0) < middle).map(([at]) => at);
}

/** The seconds from and to which the tones of a sound track last, by a clock that starts with the file's. */
export function findTones(path: string, track: number): { start: number; end: number }[] {
  const filters = 'aresample=async=1:first_pts=0,aformat=channel_layouts=mono:sample_rates=8000:sample_fmts=flt';
  const outputs = ['-map', `0:a:${track}`, '-af', filters, '-f', 'f32le', 'pipe:1'];
  const bytes = run('ffmpeg', ['-nostdin', '-copyts', '-i', path, ...outputs]);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
  const found: { start: number; end: number }[] = [];
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.05) continue;
    const seconds = at / 8000;
    const last = found.at(-1);
    if (last && seconds - last.end <= 0.2) last.end = seconds;
    else found.push({ start: seconds, end: seconds });
  }
  return found;
}

/** The cues of a subtitle track, by the clock of the file. */
export function readTrackCues(path: string, track: number): { start: number; end: number; text: string }[] {
  const script = run('ffmpeg', [
    '-nostdin',
    '-copyts',
    '-i',
    path,
    '-map',
    `0:s:${track}`,
    '-f',
    'srt',
    'pipe:1',
  ]).toString();
  const seconds = (text: string) => {
    const [hours = 0, minutes = 0, rest = 0] = text.replace(',', '.').split(':').map(Number);
    return hours * 3600 + minutes * 60 + rest;
  };
  return [...script.matchAll(/(\S+) --> (\S+)\n([\s\S]*?)\n\n/g)].map(([, start, end, text]) => ({
    start: seconds(start!),
    end: seconds(end!),
    text: text!.replace(/<[^>]*>/g, '').trim(),
  }));
}

/** Mean red, green and blue of the middle of each patch in the first frame from `start` seconds on. */
export function readPatchColours(path: string, start = 0): number[][] {
  const [width, height] = [160, 120];
  const look = [
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-vf',
    `trim=start=${start},scale=${width}:${height}:flags=accurate_rnd+full_chroma_int,format=rgb24`,
  ];
  const pixels = run('ffmpeg', ['-nostdin', '-i', path, ...look, '-f', 'rawvideo', 'pipe:1']);
  return patchColours.map((_, at) => {
    const sums = [0, 0, 0];
    const [left, top, side] = [at * patchSize[0] + 10, 96 + 6, 12];
    for (let y = top; y < top + side; y++)
      for (let x = left; x < left + side; x++)
        for (const channel of [0, 1, 2]) sums[channel]! += pixels[(y * width + x) * 3 + channel]!;
    return sums.map(sum => sum / (side * side));
  });
}
