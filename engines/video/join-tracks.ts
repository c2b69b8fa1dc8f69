// Muxes separate video and audio streams, as streaming servers deliver them, without encoding.
import { dirname } from 'node:path';
import { z } from 'zod';
import { type ClipFile, openArguments } from './open-arguments.ts';
import { runFfmpeg, runFfprobe } from './run-ffmpeg.ts';

const startSchema = z.object({ format: z.object({ start_time: z.coerce.number().catch(0) }) });

/** The time of the first packet. */
async function readStart(file: ClipFile): Promise<number> {
  const printed = await runFfprobe(['-show_entries', 'format=start_time', ...openArguments(file)], dirname(file.path));
  return startSchema.safeParse(printed).data?.format.start_time ?? 0;
}

/** How much later the audio starts, in seconds: files of the same format share a clock, others both start at zero. */
const findDelay = async (video: ClipFile, sound: ClipFile) =>
  video.type === sound.type ? (await readStart(sound)) - (await readStart(video)) : 0;

/**
 * Copies a clip to a transport stream. Where the timestamps of another one start again in the middle, they go on in the copy. Throws FILE_CORRUPT.
 */
export async function smoothTimes(file: ClipFile, path: string): Promise<void> {
  // Not Matroska: only here each packet of AAC has its own header, and an advertisement may have another sample rate.
  const args = ['-map', '0:v:0?', '-map', '0:a?', '-c', 'copy', '-f', 'mpegts', `file:${path}`];
  await runFfmpeg([...openArguments(file), ...args], { folder: dirname(path), seconds: 0 });
}

/** Writes both to a file at `path`. Throws FILE_CORRUPT when one of them lacks its stream. */
export async function joinTracks(
  video: ClipFile,
  sound: ClipFile,
  path: string,
  muxer: 'matroska' | 'mpegts',
): Promise<void> {
  // Not `-copyts`: it keeps the jumps of a stream whose timestamps start again, as they do after an advertisement.
  const delay = await findDelay(video, sound);
  const args = [
    ...openArguments(video),
    ...['-itsoffset', delay.toFixed(6)],
    ...openArguments(sound),
    ...['-map', '0:v:0', '-map', '1:a:0', '-c', 'copy', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-avoid_negative_ts', 'make_zero', '-f', muxer, `file:${path}`],
  ];
  await runFfmpeg(args, { folder: dirname(path), seconds: 0 });
}
