// Frames of a clip at even steps, side by side on one JPEG: the film of a timeline.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FilmPlan, planFilm } from 'contract/clip/views.ts';
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { sharp } from '../sharp.ts';
import { type ClipFile, openPart } from './open-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** A clip of fewer megapixels is decoded from end to end, some seconds' work; of a longer one only key frames are. */
const mostDecoded = 800;
/** Files that are opened by one program: more would hold a decoder's memory each. */
const openedAtOnce = 6;
const usualFrameRate = 25;
const quality = 72;

interface Film {
  readonly file: ClipFile;
  readonly picture: StreamFacts;
  readonly plan: FilmPlan;
  readonly folder: string;
}

const framePath = ({ folder }: Film, number: number) => join(folder, `frame-${number}.jpg`);
const scaleOf = ({ plan: { cell } }: Film) => `scale=${cell.width}:${cell.height}:flags=area,setsar=1`;
const written = ['-q:v', '3', '-f', 'image2'];

/** Every frame is decoded, and those in the middle of their steps are kept. */
async function decodeAll(film: Film): Promise<void> {
  const { file, picture, plan, folder } = film;
  // Rounded up, a frame counts from the first step that begins after it: each step shows what a player shows at its time.
  const rate = [
    `setpts=PTS-${(plan.stepSeconds / 2).toFixed(6)}/TB`,
    `fps=fps=${(1 / plan.stepSeconds).toFixed(6)}:round=up:start_time=0`,
  ];
  const look = [
    '-map',
    `0:${picture.index}`,
    '-vf',
    [...rate, scaleOf(film)].join(','),
    '-frames:v',
    String(plan.count),
  ];
  const target = ['-start_number', '0', `file:${join(folder, 'frame-%d.jpg')}`];
  await runFfmpeg([...openPart(file, { start: 0 }), ...look, ...written, ...target], {
    folder,
    seconds: 0,
  });
}

/** The key frame before the middle of each step: nothing between key frames is decoded. */
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
      ...['-map', `${input}:${picture.index}`, '-frames:v', '1', '-vf', scaleOf(film)],
      // A key frame before the moment that was sought has a time below zero, and would be dropped.
      ...['-fps_mode', 'passthrough'],
      ...[...written, '-update', '1', `file:${framePath(film, number)}`],
    ]);
    await runFfmpeg([...inputs, ...outputs], { folder, seconds: 0 }).catch(passDamage);
  }
}

/** A stretch that cannot be decoded leaves a gap in the film, which its neighbours fill. */
function passDamage(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'FILE_CORRUPT')) throw error;
}

/** Joins the frames in rows. A frame that is missing is shown as the one before it, or the first there is. */
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
 * Writes the film that `planFilm` lays out to `path`, in whose folder frames are left. Throws CLIP_WITHOUT_PICTURE, and FILE_CORRUPT when
 * not one frame can be decoded.
 */
export async function writeFilm(file: ClipFile, facts: ProbedClip, path: string): Promise<void> {
  const picture = facts.streams?.find(({ kind }) => kind === 'video');
  const plan = planFilm(facts);
  if (!picture || !plan) throw new AppError('CLIP_WITHOUT_PICTURE');
  const film: Film = { file, picture, plan, folder: dirname(path) };
  const { width = 0, height = 0, seconds = 0 } = facts;
  const megapixels = ((width * height) / 1e6) * (picture.framesPerSecond || usualFrameRate) * seconds;
  if (megapixels > mostDecoded) await decodeKeys(film);
  // Some codecs mark no frame as a key frame.
  if (!existsSync(framePath(film, 0))) await decodeAll(film).catch(passDamage);
  await joinFrames(film, path);
}
