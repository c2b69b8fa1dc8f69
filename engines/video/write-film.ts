// The film strip of a timeline: frames of a clip at equal steps, side by side in one JPEG.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FilmPlan, planFilm } from 'contract/clip/views.ts';
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { sharp } from '../sharp.ts';
import { type ClipFile, openPart } from './open-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { canMap, jpegColours, toneMap } from './tone-map.ts';

/** A clip with fewer megapixels in total is decoded completely, which takes some seconds; of a longer one only key frames are decoded. */
const mostDecoded = 800;
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
const lookOf = ({ plan: { cell }, picture, isMapped }: Film) =>
  [
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
  const look = [
    '-map',
    `0:${picture.index}`,
    '-vf',
    [...rate, lookOf(film)].join(','),
    '-frames:v',
    String(plan.count),
  ];
  const target = ['-start_number', '0', `file:${join(folder, 'frame-%d.jpg')}`];
  await runFfmpeg([...openPart(file, { start: 0 }), ...look, ...written, ...target], {
    folder,
    seconds: 0,
  });
}

/** Seeks to the key frame before the middle of each step, without decoding frames in between. */
async function decodeKeys(film: Film): Promise<void> {
  const { file, picture, plan, folder } = film;
  const numbers = Array.from({ length: plan.count }, (_, number) => number);
  for (let at = 0; at < numbers.length; at += openedAtOnce) {
    const some = numbers.slice(at, at + openedAtOnce);
    const inputs = some.flatMap(number => [
      ...['-skip_frame', 'nokey', '-noaccurate_seek', '-threads', '1'],
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
  const found = Array.from({ length: plan.count }, (_, number) => existsSync(framePath(film, number)));
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
  if (megapixels > mostDecoded) await decodeKeys(film);
  // Some codecs do not mark key frames.
  if (!existsSync(framePath(film, 0))) await decodeAll(film).catch(passDamage);
  await joinFrames(film, path);
}
