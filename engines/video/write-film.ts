// The film strip of a timeline: frames of a clip at equal steps, side by side in one JPEG.
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FilmPlan, planFilm } from 'contract/clip/views.ts';
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { z } from 'zod';
import { sharp } from '../sharp.ts';
import { nameMatrix } from './assumed-matrix.ts';
import { type ClipFile, openArguments, openPart } from './open-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg, runFfprobe } from './run-ffmpeg.ts';
import { canMap, jpegColours, toneMap } from './tone-map.ts';

/** A clip with fewer megapixels in total is decoded completely, which takes some seconds; of a longer one only key frames are decoded. */
const maxDecoded = 800;
/** With more key frames in a step of the film, seeking to one of them is faster than decoding them all. */
const maxKeysInStep = 2;
/** Seconds at the start of a clip in which its key frames are counted. */
const countedSeconds = 20;
/** Inputs per ffmpeg process: each holds a decoder's memory. */
const openedAtOnce = 6;
const usualFrameRate = 25;
const quality = 72;

interface Film {
  readonly file: ClipFile;
  readonly picture: StreamFacts;
  readonly plan: FilmPlan;
  /** HDR is converted for ordinary screens. */
  readonly isMapped: boolean;
  readonly folder: string;
}

const framePath = ({ folder }: Film, number: number) => join(folder, `frame-${number}.jpg`);
/** Which steps have a frame of their own. */
const findFrames = (film: Film): boolean[] =>
  Array.from({ length: film.plan.count }, (_, number) => existsSync(framePath(film, number)));
const lookOf = ({ plan: { cell }, picture, isMapped }: Film) =>
  [
    ...nameMatrix(picture),
    `scale=${cell.width}:${cell.height}:flags=area`,
    ...(isMapped ? toneMap(picture) : []),
    ...jpegColours,
    'setsar=1',
  ].join(',');
const written = ['-q:v', '3', '-f', 'image2'];

/** Decodes every frame and keeps the one in the middle of each step. */
async function decodeAll(film: Film): Promise<void> {
  const { file, picture, plan, folder } = film;
  // With rounding up, a frame belongs to the first step that starts after it, so each step shows what a player shows at its time.
  const rate = [
    `setpts=PTS-${(plan.stepSeconds / 2).toFixed(6)}/TB`,
    `fps=fps=${(1 / plan.stepSeconds).toFixed(6)}:round=up:start_time=0`,
  ];
  const look = ['-map', `0:${picture.index}`, '-vf', [...rate, lookOf(film)].join(',')];
  const target = ['-frames:v', String(plan.count), '-start_number', '0', `file:${join(folder, 'frame-%d.jpg')}`];
  await runFfmpeg([...openPart(file, { start: 0 }), ...look, ...written, ...target], { folder, seconds: 0 });
}

const onlyKeys = ['-skip_frame', 'nokey'];
const keyName = /^key-(\d+)\.jpg$/;

/** Decodes the key frames in one pass, and keeps for each step the last one before its middle, which is missing where it is the one of the step before. */
async function decodeKeys(film: Film): Promise<void> {
  const { file, picture, plan, folder } = film;
  const { stepSeconds } = plan;
  // A bound for clips with many key frames in a part of them.
  const some = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${(stepSeconds / 8).toFixed(6)})'`;
  const look = ['-map', `0:${picture.index}`, '-vf', [some, lookOf(film)].join(',')];
  // Named by their time in milliseconds.
  const target = [
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1:1000',
    '-frame_pts',
    '1',
    `file:${join(folder, 'key-%d.jpg')}`,
  ];
  await runFfmpeg([...onlyKeys, ...openPart(file, { start: 0 }), ...look, ...written, ...target], {
    folder,
    seconds: 0,
  }).catch(passDamage);
  const times = readdirSync(folder).flatMap(name => keyName.exec(name)?.[1] ?? []);
  for (const time of times.map(Number).sort((one, other) => one - other)) {
    const number = Math.max(0, Math.ceil(time / 1000 / stepSeconds - 0.5));
    renameSync(join(folder, `key-${time}.jpg`), framePath(film, number));
  }
}

const packetsSchema = z.object({ packets: z.array(z.object({ flags: z.string().catch('') })).default([]) });

/** Whether a step of the film has so many key frames that most need not be decoded, as in clips whose frames are all key frames. */
async function hasManyKeys({ file, picture, plan: { stepSeconds, count }, folder }: Film): Promise<boolean> {
  const counted = ['-select_streams', String(picture.index), '-read_intervals', `%+${countedSeconds}`];
  const args = [...counted, '-show_entries', 'packet=flags', ...openArguments(file)];
  const { packets } = packetsSchema.parse(await runFfprobe(args, folder).catch(() => ({})));
  const keys = packets.filter(({ flags }) => flags.includes('K')).length;
  return (keys / Math.min(countedSeconds, count * stepSeconds)) * stepSeconds > maxKeysInStep;
}

/** Seeks to the key frame before the middle of each step. */
async function seekKeys(film: Film): Promise<void> {
  const { file, picture, plan, folder } = film;
  const numbers = Array.from({ length: plan.count }, (_, number) => number);
  for (let at = 0; at < numbers.length; at += openedAtOnce) {
    const some = numbers.slice(at, at + openedAtOnce);
    const inputs = some.flatMap(number => [
      ...[...onlyKeys, '-noaccurate_seek', '-threads', '1'],
      ...openPart(file, { start: (number + 0.5) * plan.stepSeconds }),
    ]);
    const outputs = some.flatMap((number, input) => [
      ...['-map', `${input}:${picture.index}`, '-frames:v', '1', '-vf', lookOf(film)],
      // The key frame precedes the requested time, so its timestamp is negative and it would be dropped.
      ...['-fps_mode', 'passthrough'],
      ...[...written, '-update', '1', `file:${framePath(film, number)}`],
    ]);
    await runFfmpeg([...inputs, ...outputs], { folder, seconds: 0 }).catch(passDamage);
  }
}

/** Ignores a damaged stretch; its gap in the film is filled by neighbouring frames. */
function passDamage(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'FILE_CORRUPT')) throw error;
}

/** Tiles the frames in rows. A missing frame is replaced by the previous one, or the first that exists. */
async function joinFrames(film: Film, path: string): Promise<void> {
  const { plan } = film;
  const { width, height } = plan.cell;
  const found = findFrames(film);
  const first = found.indexOf(true);
  if (first < 0) throw new AppError('FILE_CORRUPT');
  const cells = found.map((_, number) => {
    const shown = Math.max(first, found.lastIndexOf(true, number));
    const [column, row] = [number % plan.columns, Math.floor(number / plan.columns)];
    return { input: framePath(film, shown), left: column * width, top: row * height };
  });
  const sheet = { width: plan.columns * width, height: plan.rows * height, channels: 3 as const, background: '#000' };
  await sharp({ create: sheet }).composite(cells).jpeg({ quality, mozjpeg: true }).toFile(path);
}

/**
 * Writes the film that `planFilm` lays out to `path`, leaving frames in its folder. Throws CLIP_WITHOUT_PICTURE, and FILE_CORRUPT when no frame can
 * be decoded.
 */
export async function writeFilm(file: ClipFile, facts: ProbedClip, path: string): Promise<void> {
  const picture = facts.streams?.find(({ kind }) => kind === 'video');
  const plan = planFilm(facts);
  if (!picture || !plan) throw new AppError('CLIP_WITHOUT_PICTURE');
  const folder = dirname(path);
  const film: Film = { file, picture, plan, folder, isMapped: await canMap(picture, folder) };
  const { width = 0, height = 0, seconds = 0 } = facts;
  const megapixels = ((width * height) / 1e6) * (picture.framesPerSecond || usualFrameRate) * seconds;
  if (megapixels > maxDecoded) await ((await hasManyKeys(film)) ? seekKeys(film) : decodeKeys(film));
  // Some codecs do not mark key frames.
  if (!findFrames(film).includes(true)) await decodeAll(film).catch(passDamage);
  await joinFrames(film, path);
}
