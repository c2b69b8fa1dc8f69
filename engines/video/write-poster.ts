// Extracts one frame of a clip as an image: a small one for lists and for players that cannot show the clip, or one of a given size.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { Size } from 'contract/mark/place.ts';
import { type ClipFile, openPart } from './open-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

const longestSide = 960;
/** Time of the poster in seconds, because the first frames of many clips are black. */
const usualSeconds = 1;

/** Writes the frame at `start` seconds, or the first one where none begins later. */
async function writeAt(file: ClipFile, start: number, look: readonly string[], path: string): Promise<void> {
  const target = ['-an', '-sn', '-dn', '-frames:v', '1', ...look, '-update', '1', '-f', 'image2', `file:${path}`];
  const write = (from: number) =>
    runFfmpeg([...openPart(file, { start: from }), ...target], { folder: dirname(path), seconds: 0 });
  await write(start);
  // Beyond the last frame ffmpeg exits with 0 without writing anything: a song with a still picture has one frame, at its beginning.
  if (start > 0 && !existsSync(path)) await write(0);
}

/** Writes a JPEG to `path`. Returns whether there was a frame: a header may declare frames that do not exist. */
export async function writePoster(
  file: ClipFile,
  { seconds = 0, streams = [] }: ProbedClip,
  path: string,
): Promise<boolean> {
  const picture = streams.find(({ kind }) => kind === 'video');
  if (!picture) return false;
  const size = `w='min(${longestSide},iw)':h='min(${longestSide},ih)'`;
  const scaled = `scale=${size}:force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1`;
  const look = ['-map', `0:${picture.index}`, '-vf', scaled, '-q:v', '4'];
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
  const look = ['-map', `0:${picture?.index ?? 0}`, '-vf', `scale=${size.width}:${size.height},setsar=1`];
  await writeAt(file, at, look, path);
}
