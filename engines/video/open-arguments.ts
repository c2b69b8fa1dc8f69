// The arguments with which ffmpeg and ffprobe open an untrusted file: the demuxer that matches its magic bytes, local files only, and limits on what
// a header may claim.
import { maxFramePixels } from 'contract/clip/formats.ts';
import { AppError } from 'contract/errors.ts';
import { clipTypes, type MediaName, soundTypes } from 'contract/media.ts';

/** ffmpeg's demuxer for each type. Playlists have none: ffmpeg would open the files they reference. */
const demuxers: Readonly<Partial<Record<MediaName, string>>> = {
  mp4: 'mov',
  mov: 'mov',
  '3gp': 'mov',
  m4a: 'mov',
  mkv: 'matroska',
  webm: 'matroska',
  avi: 'avi',
  flv: 'flv',
  wmv: 'asf',
  rmvb: 'rm',
  ts: 'mpegts',
  mpg: 'mpeg',
  dv: 'dv',
  mp3: 'mp3',
  wav: 'wav',
  ogg: 'ogg',
  flac: 'flac',
  aac: 'aac',
  gif: 'gif',
  // Image sequences.
  avif: 'mov',
};

/** Files that declare more streams are refused before memory is allocated for each. */
const maxStreams = 64;

export interface ClipFile {
  /** An absolute path chosen by the server. */
  readonly path: string;
  readonly type: MediaName;
}

/** Input arguments that fix the demuxer and forbid access to any other file, whatever the file contains. */
export function openArguments({ path, type }: ClipFile): string[] {
  const demuxer = demuxers[type];
  if (!demuxer)
    throw new AppError('TYPE_UNSUPPORTED', { accepted: [...clipTypes, ...soundTypes].join(', '), found: type });
  return [
    ['-protocol_whitelist', 'file'],
    ['-format_whitelist', demuxer],
    ['-f', demuxer],
    ['-max_streams', String(maxStreams)],
    ['-max_pixels', String(maxFramePixels)],
    ['-i', `file:${path}`],
  ].flat();
}

/** The same for a part of the file, with timestamps that start at zero. */
export function openPart(
  file: ClipFile,
  part: { readonly start: number; readonly taken?: number | undefined },
): string[] {
  return [
    // Streams of old files lack some timestamps.
    ...['-fflags', '+genpts'],
    ...(part.start > 0 ? ['-ss', part.start.toFixed(3)] : []),
    ...(part.taken !== undefined ? ['-t', part.taken.toFixed(3)] : []),
    ...openArguments(file),
  ];
}
