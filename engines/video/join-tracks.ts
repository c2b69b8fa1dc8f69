// Muxes separate video and audio streams, as streaming servers deliver them, without encoding.
import { dirname } from 'node:path';
import { type ClipFile, openArguments } from './open-arguments.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** Writes both to a Matroska file at `path`. Throws FILE_CORRUPT when one of them lacks its stream. */
export async function joinTracks(video: ClipFile, sound: ClipFile, path: string): Promise<void> {
  // Files of the same format share a clock; otherwise the audio starts at zero, whatever the video's timestamps.
  const clock = video.type === sound.type ? ['-copyts'] : [];
  const args = [
    ...clock,
    ...openArguments(video),
    ...openArguments(sound),
    ...['-map', '0:v:0', '-map', '1:a:0', '-c', 'copy', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-avoid_negative_ts', 'make_zero', '-f', 'matroska', `file:${path}`],
  ];
  await runFfmpeg(args, { folder: dirname(path), seconds: 0 });
}
