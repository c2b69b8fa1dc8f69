// The text subtitles of a part of a clip: each track is read as Advanced SubStation, which holds whatever the others do, and its times are moved.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SubtitlePlan } from 'contract/clip/tracks.ts';
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { type ClipFile, openArguments } from './open-arguments.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

export interface ShiftedPart {
  readonly start: number;
  readonly taken: number;
  readonly speed: number;
}

/** Text of a film has some hundred kilobytes; a track beyond this is not read. */
const maxBytes = 16 * 1024 * 1024;

const cue = /^(Dialogue: *[^,]*,)(\d+):(\d\d):(\d\d)\.(\d\d),(\d+):(\d\d):(\d\d)\.(\d\d)(,.*)$/;

const secondsOf = ([hours, minutes, seconds, hundredths]: readonly (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(hundredths) / 100;

function writeTime(seconds: number): string {
  const all = Math.round(seconds * 100);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(all / 360_000)}:${pad(Math.floor(all / 6000) % 60)}:${pad(Math.floor(all / 100) % 60)}.${pad(all % 100)}`;
}

/** The script with the cues of the part only, at the times of the result; undefined if the part has none. */
export function shiftScript(script: string, { start, taken, speed }: ShiftedPart): string | undefined {
  let kept = 0;
  const lines = script.split(/\r?\n/).flatMap(line => {
    if (!line.startsWith('Dialogue:')) return [line];
    const match = cue.exec(line);
    if (!match) return [];
    const [from, to] = [secondsOf(match.slice(2, 6)) - start, secondsOf(match.slice(6, 10)) - start];
    if (to <= 0 || from >= taken) return [];
    kept++;
    const times = [Math.max(0, from), Math.min(taken, to)].map(seconds => writeTime(seconds / speed));
    return [`${match[1]}${times.join(',')}${match[10]}`];
  });
  return kept > 0 ? lines.join('\n') : undefined;
}

const readScript = async (path: string) =>
  (await stat(path)).size <= maxBytes ? await readFile(path, 'utf8') : undefined;

/** Writes these tracks as scripts. A track that cannot be read makes all of them fail. */
async function extract(file: ClipFile, tracks: readonly SubtitlePlan[], pathOf: (at: SubtitlePlan) => string) {
  const outputs = tracks.flatMap(track => [
    ...['-map', `0:${track.stream.index}`, '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-c:s', track.stream.codec === 'ass' ? 'copy' : 'ass', '-f', 'ass', `file:${pathOf(track)}`],
  ]);
  await runFfmpeg([...openArguments(file), ...outputs], { folder: join(pathOf(tracks[0]!), '..'), seconds: 0 });
}

/** Writes a text track to a file that subtitle readers know. Throws FILE_CORRUPT, also beyond the limit. */
export async function extractTrack(file: ClipFile, { index, codec }: StreamFacts, folder: string): Promise<string> {
  // SubRip is written as it was; what has styles, and all that ffmpeg turns into them, as a script.
  const format = codec === 'subrip' || codec === 'srt' ? 'srt' : 'ass';
  const path = join(folder, `track-${index}.${format}`);
  const written = ['-map', `0:${index}`, '-map_metadata', '-1', '-map_chapters', '-1', '-c:s', format, '-f', format];
  await runFfmpeg([...openArguments(file), ...written, `file:${path}`], { folder, seconds: 0 });
  if ((await stat(path)).size > maxBytes) throw new AppError('FILE_CORRUPT');
  return path;
}

export interface ShiftedTrack {
  readonly plan: SubtitlePlan;
  readonly path: string;
}

/** Returns the tracks with cues in the part, and how many could not be read. */
export async function shiftSubtitles(
  file: ClipFile,
  tracks: readonly SubtitlePlan[],
  part: ShiftedPart,
  folder: string,
): Promise<{ shifted: ShiftedTrack[]; unread: number }> {
  const pathOf = ({ stream }: SubtitlePlan) => join(folder, `subtitles-${stream.index}.ass`);
  const shifted: ShiftedTrack[] = [];
  let unread = 0;
  const isRead = (error: unknown) => {
    if (error instanceof AppError && error.code === 'FILE_CORRUPT') return false;
    throw error;
  };
  const isWhole = tracks.length > 0 && (await extract(file, tracks, pathOf).then(() => true, isRead));
  for (const plan of tracks) {
    const isThere = isWhole || (await extract(file, [plan], pathOf).then(() => true, isRead));
    const script = isThere ? await readScript(pathOf(plan)) : undefined;
    const moved = script === undefined ? undefined : shiftScript(script, part);
    if (script === undefined) unread++;
    if (moved === undefined) continue;
    await writeFile(pathOf(plan), moved);
    shifted.push({ plan, path: pathOf(plan) });
  }
  return { shifted, unread };
}
