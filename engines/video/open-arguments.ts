// The arguments with which ffmpeg and ffprobe open a stranger's file: as the type that its first bytes told, from this machine's files
// alone, and with bounds on what a header may claim.
import { maxFramePixels } from 'contract/clip/formats.ts';
import { AppError } from 'contract/errors.ts';
import { clipTypes, type MediaName, soundTypes } from 'contract/media.ts';

/** By type, as ffmpeg names them. A playlist has none: it would make ffmpeg open what it names. */
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
  mp3: 'mp3',
  wav: 'wav',
  ogg: 'ogg',
  flac: 'flac',
  aac: 'aac',
  gif: 'gif',
};

/** A file that claims more tracks is refused before memory is taken for each. */
const maxStreams = 64;

export interface ClipFile {
  /** An absolute path of ours. */
  readonly path: string;
  readonly type: MediaName;
}

/** What ffmpeg may be told of a file before it opens it: whichever bytes follow, it is read as this type and leads to no other file. */
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

/** The same for a part of it, with times that begin at zero. */
export function openPart(
  file: ClipFile,
  part: { readonly start: number; readonly taken?: number | undefined },
): string[] {
  return [
    // Tracks of old files tell only some of their times.
    ...['-fflags', '+genpts'],
    ...(part.start > 0 ? ['-ss', part.start.toFixed(3)] : []),
    ...(part.taken !== undefined ? ['-t', part.taken.toFixed(3)] : []),
    ...openArguments(file),
  ];
}
