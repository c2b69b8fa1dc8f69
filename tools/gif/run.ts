// Joins images into an animation or a clip, makes an animation from part of a clip, and splits animations.
import { join } from 'node:path';
import { maxClipSeconds } from 'contract/clip/formats.ts';
import { AppError } from 'contract/errors.ts';
import { type InputFile, type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { type Frames, joinFrames, pickFrames, readFrames } from 'engines/animation.ts';
import { checkFrames } from 'engines/formats/picture-limits.ts';
import { openPicture, type Picture, refuseDamage } from 'engines/image.ts';
import { fillSheet, putOver } from 'engines/pixels/composite.ts';
import { fromPixels } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { joinPictures } from 'engines/video/join-pictures.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { readClipFrames } from 'engines/video/read-clip-frames.ts';
import { writePoster } from 'engines/video/write-poster.ts';
import {
  type ClipOptions,
  type FilmOptions,
  type gif,
  type MakeOptions,
  maxSplitFrames,
  type SplitOptions,
} from './contract.ts';
import { writeToFit } from './fit-file.ts';
import { countLoops, delaysOf, orderFrames } from './timing.ts';

/** Default longer side in pixels, as chats and pages show it. */
const defaultLongEdge = 800;
const clipLongEdge = 1920;
const readPercent = 50;
/** Longer side of a frame on the sheet of all frames, in pixels. */
const filmFramePixels = 132;

/**
 * Returns the size of the frames: the requested one, with the first image's aspect ratio if only one side is given; or the first image's, limited to
 * `longEdge`.
 */
export function sizeOf(
  first: Pick<Picture, 'width' | 'height'>,
  { width, height }: Pick<MakeOptions, 'width' | 'height'>,
  longEdge = defaultLongEdge,
) {
  const ratio = first.width / first.height;
  if (width && height) return { width, height };
  if (width) return { width, height: Math.max(1, Math.round(width / ratio)) };
  if (height) return { width: Math.max(1, Math.round(height * ratio)), height };
  const scale = Math.min(1, longEdge / Math.max(first.width, first.height));
  return { width: Math.max(1, Math.round(first.width * scale)), height: Math.max(1, Math.round(first.height * scale)) };
}

const openAll = async (files: readonly InputFile[]): Promise<Picture[]> => {
  const pictures: Picture[] = [];
  for (const file of files) pictures.push(await openPicture(file.path));
  return pictures;
};

interface Opened {
  readonly frames: Frames;
  readonly delaysMs: readonly number[];
  /** Name of the first file. */
  readonly name: string;
}

async function openPictures({ options, lists, progress }: RunContext<MakeOptions>): Promise<Opened> {
  const files = lists.list ?? [];
  const pictures = await openAll(files);
  const size = sizeOf(pictures[0]!, options);
  const counts = pictures.map(picture => picture.frames);
  const total = counts.reduce((sum, count) => sum + count, 0);
  checkFrames(size.width, size.height, options.boomerang ? Math.max(1, total * 2 - 2) : total);

  const parts: Frames[] = [];
  for (const [index, picture] of pictures.entries()) {
    const read = () => readFrames(picture, { ...size, fit: options.fit, background: options.background });
    parts.push(await refuseDamage(picture, read, { animated: picture.frames > 1 }));
    progress((readPercent * (index + 1)) / pictures.length, 'reading');
  }
  const delays = pictures.flatMap((picture, index) =>
    delaysOf({ count: parts[index]!.count, ownMs: picture.timing?.delaysMs }, index, options),
  );
  return { frames: joinFrames(parts), delaysMs: delays, name: files[0]!.name };
}

async function openClip({ options, inputs, folder, progress }: RunContext<MakeOptions>): Promise<Opened> {
  const file = inputs.videoUrl!;
  const { start, end, fps, fit, background, delayMs } = options;
  const facts = { type: file.type, bytes: file.bytes, ...(await probeClip(file)) };
  const seen = { width: facts.width ?? 1, height: facts.height ?? 1 };
  const isSized = options.width !== undefined || options.height !== undefined;
  const isShaped = options.width !== undefined && options.height !== undefined;
  const shape = isSized ? { ...sizeOf(seen, options), fit: isShaped ? fit : ('fill' as const), background } : undefined;
  const onProgress = partOf(progress, 0, readPercent, 'reading');
  const read = { file, facts, start, end, framesPerSecond: fps, shape, folder, onProgress };
  const clip = await readClipFrames(read);
  const { frames } = clip;
  // A boomerang has nearly twice as many frames.
  if (options.boomerang) checkFrames(frames.width, frames.height, Math.max(1, frames.count * 2 - 2));
  const delaysMs = delayMs === undefined ? clip.delaysMs : new Array<number>(frames.count).fill(delayMs);
  return { frames, delaysMs, name: file.name };
}

const make: Run<MakeOptions> = async (context): Promise<Output> => {
  const { options, inputs, folder, progress } = context;
  progress(0, 'reading');
  const { frames: all, delaysMs: delays, name: inputName } = await (inputs.videoUrl ? openClip : openPictures)(context);
  const order = orderFrames(delays.length, options);
  const { format, colors, dither, quality, maxKb } = options;
  const settings = {
    format,
    delaysMs: order.map(number => delays[number]!),
    loop: countLoops(options.loop),
    colours: colors,
    dither,
    quality,
    scale: 1,
  };
  const path = join(folder, `animation.${format}`);
  const frames = pickFrames(all, order);
  const written = await writeToFit(frames, settings, maxKb && maxKb * 1024, path, number =>
    progress(readPercent + (100 - readPercent) * (1 - 0.7 ** number), 'writing'),
  );
  const { width, height, bytes, warnings } = written;
  const durationSeconds = written.delaysMs.reduce((sum, ms) => sum + ms, 0) / 1000;
  const name = nameSaved(inputName, format, '-animation');
  return {
    files: [{ path, name, type: format, width, height, durationSeconds }],
    meta: {
      frames: order.length,
      outputBytes: bytes,
      warnings: [...warnings, ...listWarnings({ 'one-frame': order.length === 1 })],
    },
  };
};

/** Opens an animation to be split. Refuses NOT_ANIMATED and FRAMES_TOO_MANY. */
async function openAnimation(input: InputFile): Promise<Picture> {
  const picture = await openPicture(input.path);
  const { width, height, frames: count } = picture;
  if (count < 2) throw new AppError('NOT_ANIMATED');
  checkFrames(width, height, count);
  if (count > maxSplitFrames) throw new AppError('FRAMES_TOO_MANY', { count, most: maxSplitFrames, width, height });
  return picture;
}

const split: Run<SplitOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openAnimation(input);
  const { width, height, frames: count, timing } = picture;
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const wanted = options.frames ? all.filter(number => options.frames!.includes(number)) : all;
  if (wanted.length === 0) throw new AppError('FRAMES_MISSING', { count });
  const read = () => readFrames(picture, { width, height, fit: 'fill', background: 'transparent' });
  const frames = await refuseDamage(picture, read, { animated: true });
  const digits = String(count).length;
  const files: Output['files'][number][] = [];
  for (const number of wanted) {
    const one = pickFrames(frames, [number - 1]);
    const label = String(number).padStart(digits, '0');
    const path = join(folder, `frame-${label}.png`);
    await fromPixels({ ...one, channels: 4 })
      .png()
      .toFile(path);
    files.push({ path, name: nameSaved(input.name, 'png', `-${label}`), type: 'png', width, height });
    progress(30 + (70 * files.length) / wanted.length, 'writing');
  }
  const delaysMs = delaysOf({ count, ownMs: timing?.delaysMs }, 0, {});
  return { files, meta: { frames: count, delaysMs, loop: timing?.loop ?? 0, warnings: [] } };
};

const film: Run<FilmOptions> = async ({ inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const picture = await openAnimation(inputs.imageUrl!);
  const scale = Math.min(1, filmFramePixels / Math.max(picture.width, picture.height));
  const cell = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const read = () => readFrames(picture, { ...cell, fit: 'fill', background: 'transparent' });
  const frames = await refuseDamage(picture, read, { animated: true });
  const columns = Math.ceil(Math.sqrt(frames.count));
  const rows = Math.ceil(frames.count / columns);
  const sheet = fillSheet(columns * cell.width, rows * cell.height, 'transparent');
  for (let index = 0; index < frames.count; index++)
    putOver(sheet, {
      sheet: pickFrames(frames, [index]),
      left: (index % columns) * cell.width,
      top: Math.floor(index / columns) * cell.height,
    });
  const path = join(folder, 'film.webp');
  const { width, height } = await fromPixels({ ...sheet, channels: 4 })
    .webp({ quality: 70, effort: 2 })
    .toFile(path);
  return {
    files: [{ path, name: 'film.webp', type: 'webp', width, height }],
    meta: { frames: frames.count, columns, rows, cell },
  };
};

const even = (pixels: number) => Math.max(2, Math.floor(pixels / 2) * 2);

const clip: Run<ClipOptions> = async ({ options, lists, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const files = lists.list ?? [];
  const { secondsEach, fadeSeconds, fit, background, reverse } = options;
  if (files.length * secondsEach > maxClipSeconds)
    throw new AppError('CLIP_TOO_LONG', { maxMinutes: maxClipSeconds / 60 });
  const opened = await openAll(files);
  const pictures = reverse ? opened.reverse() : opened;
  const size = sizeOf(pictures[0]!, options, clipLongEdge);
  const shape = { width: even(size.width), height: even(size.height), fit, background };
  const onProgress = partOf(progress, 2, 96, 'working');
  const fade = Math.min(fadeSeconds, secondsEach);
  const made = await joinPictures({ pictures, shape, secondsEach, fadeSeconds: fade, folder, onProgress });
  const poster = join(folder, 'poster.jpg');
  const hasPoster = await writePoster({ path: made.path, type: 'mp4' }, made.facts, poster);
  const { seconds = 0 } = made.facts;
  progress(100, 'writing');
  return {
    files: [
      {
        path: made.path,
        name: nameSaved(files[0]!.name, 'mp4', '-clip'),
        type: 'mp4',
        width: shape.width,
        height: shape.height,
        durationSeconds: seconds,
        ...(hasPoster && { previewPath: poster }),
      },
    ],
    meta: { pictures: files.length, warnings: [] },
  };
};

export const runs: Runs<typeof gif> = { make, clip, split, film };
