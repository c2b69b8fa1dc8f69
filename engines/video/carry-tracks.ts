// What a result holds besides its video and sound: subtitles, chapters, the cover, fonts, and the names and languages of all tracks. Text of a file
// reaches ffmpeg in a file of its own, never as an argument.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipFormat } from 'contract/clip/formats.ts';
import type { Loss } from 'contract/clip/loss-words.ts';
import type { ClipPlan } from 'contract/clip/plan.ts';
import type { SubtitlePlan } from 'contract/clip/tracks.ts';
import type { ClipFacts } from 'contract/clip/wish.ts';
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { containerCodeOf, ownNameOf } from 'contract/subtitles/languages.ts';
import { type ClipFile, openArguments, openPart } from './open-arguments.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { type ShiftedTrack, shiftSubtitles } from './shift-subtitles.ts';
import { leaveOut } from './write-arguments.ts';

/** A subtitle track that is added: SubRip in UTF-8. */
export interface AddedTrack {
  readonly path: string;
  /** A tag such as zh-Hant. */
  readonly language: string;
}

export interface Carrying {
  readonly file: ClipFile;
  readonly facts: ClipFacts;
  readonly plan: ClipPlan;
  readonly format: ClipFormat;
  readonly speed: number;
  readonly folder: string;
  /** The index of the clip among ffmpeg's inputs, and the number of inputs that precede those made here. */
  readonly source: number;
  readonly inputs: number;
  readonly added?: AddedTrack | undefined;
}

export interface Carried {
  /** Arguments that open further inputs, after all others. */
  readonly inputs: readonly string[];
  /** Arguments of the output that map and name them. */
  readonly outputs: readonly string[];
  /** What could not be read. */
  readonly losses: readonly Loss[];
}

/** For a result that holds nothing else. */
export const nothingCarried: Carried = { inputs: [], outputs: leaveOut, losses: [] };

/** QuickTime's own list of languages has these names. */
const quickTimeNames: Readonly<Record<string, string>> = {
  ...{ fre: 'fra', swe: 'sve', rum: 'ron', cze: 'ces', slo: 'slk' },
};

const escapeTag = (text: string) => text.replace(/[=;#\\\n]/g, found => `\\${found}`);

type Named = Pick<StreamFacts, 'language' | 'title'>;

/** The tags of a file, its tracks and its chapters in ffmpeg's metadata format. */
function writeTags({ tags = {} }: ClipFacts, tracks: readonly Named[], plan: ClipPlan, format: ClipFormat) {
  const inBoxes = format === 'mp4' || format === 'mov' || format === 'm4a';
  const line = (name: string, text: string | undefined) => (text ? [`${name}=${escapeTag(text)}`] : []);
  const languageOf = (language = '') => (format === 'mov' ? (quickTimeNames[language] ?? language) : language);
  return [
    ';FFMETADATA1',
    ...Object.entries(tags).flatMap(([name, text]) => line(name, text)),
    ...tracks.flatMap(({ language, title }) => [
      '[STREAM]',
      ...line('language', languageOf(language)),
      ...line('title', title),
      // Most players look for the title of an MP4's track there.
      ...(inBoxes ? line('handler_name', title) : []),
    ]),
    ...plan.extras.chapters.flatMap(({ start, end, title }) => [
      ...['[CHAPTER]', 'TIMEBASE=1/1000', `START=${Math.round(start * 1000)}`, `END=${Math.round(end * 1000)}`],
      ...line('title', title),
    ]),
    '',
  ].join('\n');
}

const dispositionOf = ({ isDefault, roles = [] }: Pick<StreamFacts, 'isDefault' | 'roles'>) =>
  [...(isDefault ? ['default'] : []), ...roles].join('+') || '0';

interface CarriedSubtitle {
  readonly about: Pick<StreamFacts, 'language' | 'title' | 'isDefault' | 'roles'>;
  readonly from: string;
  readonly codec: string;
}

/** Names and marks the tracks of the output, in the order in which they are mapped. */
async function nameTracks(work: Carrying, subtitles: readonly CarriedSubtitle[], input: number) {
  const { plan, folder, facts, format, added } = work;
  const video = plan.video?.stream;
  const sounds = plan.sounds.map(({ stream }) => stream);
  const tracks: readonly Named[] = [...(video ? [video] : []), ...sounds, ...subtitles.map(({ about }) => about)];
  const path = join(folder, `tags-${randomUUID()}.txt`);
  await writeFile(path, writeTags(facts, tracks, plan, format));
  const kinds = [
    ...(video ? ['v:0'] : []),
    ...sounds.map((_, at) => `a:${at}`),
    ...subtitles.map((_, at) => `s:${at}`),
  ];
  return {
    opened: [
      '-protocol_whitelist',
      'file',
      '-format_whitelist',
      'ffmetadata',
      '-f',
      'ffmetadata',
      '-i',
      `file:${path}`,
    ],
    named: [
      ...['-map_metadata', String(input), '-map_chapters', String(input)],
      ...kinds.flatMap((kind, at) => [`-map_metadata:s:${kind}`, `${input}:s:${at}`]),
      ...sounds.flatMap((stream, at) => [`-disposition:a:${at}`, dispositionOf(stream)]),
      // An added track is there to be seen, so it is the default.
      ...subtitles.flatMap(({ about }, at) => [
        `-disposition:s:${at}`,
        dispositionOf(added && at > 0 ? { ...about, isDefault: false } : about),
      ]),
    ],
  };
}

const longestCoverSide = 1600;

/** Writes the cover as a JPEG without the metadata of its own. Returns false if it cannot be read. */
async function writeCover({ file, folder }: Carrying, cover: StreamFacts, path: string): Promise<boolean> {
  const size = `scale=w='min(${longestCoverSide},iw)':h='min(${longestCoverSide},ih)':force_original_aspect_ratio=decrease`;
  const look = ['-map', `0:${cover.index}`, '-frames:v', '1', '-vf', `${size},format=yuvj420p`, '-q:v', '3'];
  const written = ['-map_metadata', '-1', '-update', '1', '-f', 'image2', `file:${path}`];
  try {
    await runFfmpeg([...openArguments(file), ...look, ...written], { folder, seconds: 0 });
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_CORRUPT') return false;
    throw error;
  }
  return existsSync(path);
}

async function carryCover(work: Carrying, input: number) {
  const { cover } = work.plan.extras;
  if (!cover) return { opened: [], mapped: [], losses: [] };
  const path = join(work.folder, `cover-${work.format}.jpg`);
  if (!(await writeCover(work, cover, path)))
    return { opened: [], mapped: [], losses: [{ what: 'cover-left-out', count: 1 } as const] };
  if (work.format === 'mkv') {
    const at = work.plan.extras.fonts.length;
    const about = [`-metadata:s:t:${at}`, 'mimetype=image/jpeg', `-metadata:s:t:${at}`, 'filename=cover.jpg'];
    return { opened: [], mapped: ['-attach', path, ...about], losses: [] };
  }
  const at = work.plan.video ? 1 : 0;
  return {
    opened: ['-protocol_whitelist', 'file', '-format_whitelist', 'jpeg_pipe', '-f', 'jpeg_pipe', '-i', `file:${path}`],
    mapped: ['-map', `${input}:0`, `-c:v:${at}`, 'copy', `-disposition:v:${at}`, 'attached_pic'],
    losses: [],
  };
}

/** Fonts of an MKV. Renderers look for the names inside them, so the file's own name is not needed. */
const carryFonts = ({ plan, source }: Carrying) =>
  plan.extras.fonts.flatMap(({ index, codec }, at) => {
    const mime = codec === 'otf' ? 'application/vnd.ms-opentype' : 'application/x-truetype-font';
    const about = [`mimetype=${mime}`, `filename=font-${at + 1}.${codec}`];
    return ['-map', `${source}:${index}`, '-c:t', 'copy', ...about.flatMap(one => [`-metadata:s:t:${at}`, one])];
  });

/** Containers store three letters, which do not distinguish scripts, so an added track is named as well. */
function describeAdded({ language }: AddedTrack): CarriedSubtitle['about'] {
  const title = ownNameOf(language);
  return { language: containerCodeOf(language), ...(title && { title }), isDefault: true };
}

/** The subtitle tracks of the result in the clip's order, after an added one, and the inputs that they come from. */
async function carrySubtitles(work: Carrying) {
  const { file, plan, folder, speed, inputs, added } = work;
  const { subtitles } = plan.extras;
  const toShift = subtitles.filter(({ does }) => does === 'shift');
  const part = { start: plan.start, taken: plan.taken, speed };
  const { shifted, unread } = await shiftSubtitles(file, toShift, part, folder);
  const opened: string[] = [];
  const tracks: CarriedSubtitle[] = [];
  let next = inputs;
  const open = (args: readonly string[]) => {
    opened.push(...args);
    return next++;
  };
  if (added) {
    const srt = ['-protocol_whitelist', 'file', '-format_whitelist', 'srt', '-f', 'srt', '-i', `file:${added.path}`];
    const codec = { mkv: 'subrip', webm: 'webvtt' }[work.format as string] ?? 'mov_text';
    tracks.push({ about: describeAdded(added), from: `${open(srt)}:0`, codec });
  }
  const isDirect = subtitles.some(({ does }) => does !== 'shift');
  // Copied pictures of a part need its bounds; all other tracks that are taken as they are belong to a whole clip.
  const bounds = subtitles.some(({ does }) => does === 'shift') || plan.start > 0 ? part : { start: 0 };
  const direct = isDirect ? open(openPart(file, bounds)) : -1;
  const fileOf = (track: SubtitlePlan): ShiftedTrack | undefined => shifted.find(one => one.plan === track);
  for (const track of subtitles) {
    const { stream, codec, does } = track;
    if (does !== 'shift') tracks.push({ about: stream, from: `${direct}:${stream.index}`, codec });
    const made = fileOf(track);
    const script = ['-protocol_whitelist', 'file', '-format_whitelist', 'ass', '-f', 'ass'];
    if (made) tracks.push({ about: stream, from: `${open([...script, '-i', `file:${made.path}`])}:0`, codec });
  }
  const mapped = tracks.flatMap(({ from, codec, about }, at) => {
    const isCopied = subtitles.some(({ stream, does }) => stream === about && does === 'copy');
    // A seek ends before the part, and Matroska would move all other tracks for a packet from there.
    const isBefore = isCopied && plan.start > 0 ? [`-bsf:s:${at}`, "noise=drop='lt(pts,0)'"] : [];
    return ['-map', from, `-c:s:${at}`, isCopied ? 'copy' : codec, ...isBefore];
  });
  const losses: Loss[] = unread > 0 ? [{ what: 'subtitles-left-out', count: unread }] : [];
  return { opened, mapped, tracks, next, losses };
}

/** Opens, maps and names everything that the plan keeps besides video and sound. */
export async function carryTracks(work: Carrying): Promise<Carried> {
  const subtitles = await carrySubtitles(work);
  const cover = await carryCover(work, subtitles.next);
  const input = subtitles.next + (cover.opened.length > 0 ? 1 : 0);
  const { opened, named } = await nameTracks(work, subtitles.tracks, input);
  return {
    inputs: [...subtitles.opened, ...cover.opened, ...opened],
    outputs: [...subtitles.mapped, ...carryFonts(work), ...cover.mapped, ...named],
    losses: [...subtitles.losses, ...cover.losses],
  };
}
