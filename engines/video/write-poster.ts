// Extracts one frame of a clip as an image: a small one for lists and for players that cannot show the clip, or one of a given size.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { maxClipSeconds } from 'contract/clip/formats.ts';
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import type { Size } from 'contract/mark/place.ts';
import { nameMatrix } from './assumed-matrix.ts';
import { cutPart } from './cut-part.ts';
import type { ClipFile } from './open-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { canMap, jpegColours, toneMap } from './tone-map.ts';

const longestSide = 960;
/** Time of the poster in seconds, because the first frames of many clips are black. */
const usualSeconds = 1;

/** The arguments that read one frame of a track, the one at `start` seconds or the next after it, with the given filters. */
function readOne(file: ClipFile, index: number, start: number, filters: readonly string[]): string[] {
  const cut = cutPart(file, { start, taken: maxClipSeconds }, undefined);
  const look = [...cut.picture, ...filters, 'setsar=1'].join(',');
  return [...cut.input, '-map', `0:${index}`, '-an', '-sn', '-dn', '-frames:v', '1', '-vf', look, '-update', '1'];
}

interface Look {
  readonly index: number;
  readonly filters: readonly string[];
  readonly options?: readonly string[];
}

/** Writes the frame at `start` seconds, or the first one where none begins later. */
async function writeAt(file: ClipFile, start: number, { index, filters, options = [] }: Look, path: string) {
  const write = (from: number) => {
    const args = [...readOne(file, index, from, filters), ...options, '-f', 'image2', `file:${path}`];
    return runFfmpeg(args, { folder: dirname(path), seconds: 0 });
  };
  await write(start);
  // Beyond the last frame ffmpeg exits with 0 without writing anything: a song with a still picture has one frame, at its beginning.
  if (start > 0 && !existsSync(path)) await write(0);
}

/** The filters that make HDR look right on ordinary screens. */
const mapFor = async (picture: StreamFacts, path: string) =>
  (await canMap(picture, dirname(path))) ? toneMap(picture) : [];

/** Writes a JPEG to `path`. Returns whether there was a frame: a header may declare frames that do not exist. */
export async function writePoster(
  file: ClipFile,
  { seconds = 0, streams = [] }: ProbedClip,
  path: string,
): Promise<boolean> {
  const picture = streams.find(({ kind }) => kind === 'video');
  if (!picture) return false;
  const size = `w='min(${longestSide},iw)':h='min(${longestSide},ih)'`;
  const scale = `scale=${size}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const mapped = await mapFor(picture, path);
  const look = {
    index: picture.index,
    filters: [...nameMatrix(picture), scale, ...mapped, ...jpegColours],
    options: ['-q:v', '4'],
  };
  try {
    await writeAt(file, Math.min(usualSeconds, seconds / 3), look, path);
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_CORRUPT') return false;
    throw error;
  }
  return existsSync(path);
}

/** Writes a PNG of the given size with the frame at `at` seconds, or with the first frame if there is none. */
export async function writeFrame(
  file: ClipFile,
  { streams = [] }: ProbedClip,
  path: string,
  { at, size }: { readonly at: number; readonly size: Size },
): Promise<void> {
  const picture = streams.find(({ kind }) => kind === 'video');
  const mapped = picture ? await mapFor(picture, path) : [];
  const named = picture ? nameMatrix(picture) : [];
  const look = { index: picture?.index ?? 0, filters: [...named, `scale=${size.width}:${size.height}`, ...mapped] };
  await writeAt(file, at, look, path);
}
