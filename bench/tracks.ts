// Sixty conversions of clips with several sounds, subtitles and chapters, of twenty containers and codecs: whether the result has each track, language,
// title and chapter that the plan promised before the run, and how far sound, subtitles and chapters moved against the picture.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ClipPlan, planClip } from 'contract/clip/plan.ts';
import type { ClipWish } from 'contract/clip/wish.ts';
import type { MediaName } from 'contract/media.ts';
import { readContainerCode } from 'contract/subtitles/languages.ts';
import { convertClip } from '../engines/video/convert-clip.ts';
import { probeClip } from '../engines/video/probe-clip.ts';
import { h264 } from '../engines/video/test-clips.ts';
import {
  furthest as furthestLevel,
  greys,
  type HdrTransfer,
  makeHdrPatches,
  readPatches,
  zimg,
} from '../engines/video/test-hdr.ts';
import {
  beats,
  findFlashes,
  findTones,
  lookAtTracks,
  makeTracks,
  readPatchColours,
  readTrackCues,
  type TrackRecipe,
} from '../engines/video/test-tracks.ts';
import type { Bench, Line } from './report.ts';

type Source = Omit<TrackRecipe, 'folder' | 'name'> & { readonly type: MediaName; readonly file?: string };

const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p'];
const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
const both = (codec: string, second = codec): TrackRecipe['sounds'] => [
  [codec, 'stereo'],
  [second, 'stereo'],
];

/** None of these containers has subtitles or chapters that ffmpeg writes. */
const bare = { hasChapters: false } as const;
const sources: readonly Source[] = [
  { type: 'mkv', video: h264, sounds: both('pcm_s16le'), subtitles: ['subrip', 'ass'] },
  {
    type: 'mkv',
    video: hevc,
    sounds: [
      ['ac3', '5.1(side)'],
      ['flac', 'stereo'],
    ],
    subtitles: ['ass', 'pgs'],
  },
  { type: 'mkv', video: vp9, sounds: both('libopus'), subtitles: ['webvtt'] },
  { type: 'mkv', video: ['-c:v', 'mpeg4'], sounds: both('libmp3lame', 'ac3'), subtitles: ['subrip', 'subrip'] },
  {
    type: 'mkv',
    video: ['-c:v', 'mpeg2video'],
    sounds: [
      ['ac3', '5.1(side)'],
      ['eac3', '5.1(side)'],
    ],
    subtitles: ['pgs'],
  },
  { type: 'mkv', video: h264, sounds: both('libvorbis', 'aac'), subtitles: ['subrip'] },
  {
    type: 'mkv',
    video: ['-c:v', 'ffv1'],
    sounds: [
      ['pcm_s24le', '7.1'],
      ['alac', 'stereo'],
    ],
    subtitles: ['ass'],
  },
  { type: 'mp4', video: h264, sounds: both('aac'), subtitles: ['mov_text', 'mov_text'] },
  {
    type: 'mp4',
    video: hevc,
    sounds: [
      ['aac', '5.1'],
      ['ac3', '5.1(side)'],
    ],
    subtitles: ['mov_text'],
  },
  { type: 'mp4', video: ['-c:v', 'mpeg4'], sounds: both('libmp3lame', 'aac') },
  { type: 'mov', video: h264, sounds: both('pcm_s16le', 'aac'), subtitles: ['mov_text'] },
  { type: 'mov', video: ['-c:v', 'prores_ks'], sounds: both('pcm_s24le') },
  { type: 'mov', video: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'], sounds: both('alac') },
  { type: 'webm', video: vp8, sounds: both('libvorbis'), subtitles: ['webvtt'] },
  { type: 'webm', video: vp9, sounds: both('libopus', 'libvorbis'), subtitles: ['webvtt', 'webvtt'] },
  { type: 'avi', video: ['-c:v', 'mpeg4'], sounds: both('libmp3lame', 'pcm_s16le'), ...bare },
  { type: 'ts', video: h264, sounds: both('aac', 'ac3'), ...bare },
  { type: 'mpg', file: 'vob', video: ['-c:v', 'mpeg2video'], sounds: both('mp2'), ...bare },
  { type: 'flv', video: h264, sounds: [['aac', 'stereo']], ...bare },
  { type: 'wmv', file: 'asf', video: ['-c:v', 'wmv2'], sounds: both('wmav2'), ...bare },
];
const wishes: readonly (readonly Partial<ClipWish>[])[] = [
  [{ format: 'mp4' }, { format: 'mkv', start: 0.8, end: 5.5 }, { format: 'webm' }],
  [{ format: 'mkv' }, { format: 'mp4', start: 0.8 }, { format: 'mov' }],
];

/** Seconds by which a beat's tone, a cue and a chapter follow the flash of the same time. */
interface Offsets {
  readonly tones: readonly number[];
  readonly cues: readonly number[];
  readonly chapters: readonly number[];
}

function measure(file: string, shift: number): Offsets {
  const [flash = 0] = findFlashes(file);
  const zero = flash - (beats[0]! - shift);
  const { streams, chapters } = lookAtTracks(file);
  const ofType = (type: string) => streams.filter(({ codec_type: one }) => one === type);
  const texts = ofType('subtitle').flatMap(({ codec_name: codec }, at) => (codec.includes('pgs') ? [] : [at]));
  return {
    tones: ofType('audio').map((_, at) => (findTones(file, at)[0]?.start ?? Number.POSITIVE_INFINITY) - flash),
    // The second cue begins inside of every part.
    cues: texts.map(
      at => (readTrackCues(file, at).find(({ text }) => text === 'second words')?.start ?? 99) - zero + shift - 2.5,
    ),
    chapters: chapters.slice(1).map(({ start_time: start }, at) => start - zero + shift - (at + 1) * 2),
  };
}

/** The promises of a plan, and the ones that the result lacks. */
function compare(plan: ClipPlan, file: string): { promised: number; broken: string[] } {
  const { streams, chapters, format } = lookAtTracks(file);
  const seen = (type: string) =>
    streams.filter(({ codec_type: one, disposition }) => one === type && disposition.attached_pic === 0);
  const promises: [string, unknown, unknown][] = [];
  const promise = (name: string, right: unknown, found: unknown) => promises.push([name, right, found]);
  promise('sounds', plan.sounds.length, seen('audio').length);
  promise('subtitles', plan.extras.subtitles.length, seen('subtitle').length);
  promise(
    'chapters',
    plan.extras.chapters.map(({ title }) => title).join(),
    chapters.map(({ tags }) => tags.title).join(),
  );
  for (const [at, { stream, does, layout }] of plan.sounds.entries()) {
    const sound = seen('audio')[at];
    promise(`language of sound ${at}`, stream.language, readContainerCode(sound?.tags.language ?? ''));
    promise(
      `title of sound ${at}`,
      stream.title ?? '',
      stream.title ? (sound?.tags.title ?? sound?.tags.handler_name) : '',
    );
    promise(`channels of sound ${at}`, does === 'encode' && layout === 'stereo' ? 2 : stream.channels, sound?.channels);
  }
  for (const [at, { stream }] of plan.extras.subtitles.entries())
    promise(
      `language of subtitle ${at}`,
      stream.language,
      readContainerCode(seen('subtitle')[at]?.tags.language ?? ''),
    );
  promise('title', true, format.tags.title === 'A title' || format.tags.title === undefined);
  const broken = promises.filter(([, right, found]) => right !== found);
  return {
    promised: promises.length,
    broken: broken.map(([name, right, found]) => `${name}: ${right}, found ${found}`),
  };
}

const furthest = (found: readonly number[], before: readonly number[]) =>
  Math.max(0, ...found.map((offset, at) => Math.abs(offset - (before[at] ?? before[0] ?? 0))));

interface Tally {
  promised: number;
  readonly broken: string[];
  tone: number;
  cue: number;
  chapter: number;
  /** In levels of 255. */
  colour: number;
}

async function convertAll(source: Source, number: number, home: string, tally: Tally): Promise<number> {
  const folder = path.join(home, String(number));
  await mkdir(folder);
  const clip = makeTracks({ ...source, hasPatches: true, folder, name: `clip.${source.file ?? source.type}` });
  const file = { path: clip, type: source.type };
  const facts = { type: source.type, bytes: (await stat(clip)).size, ...(await probeClip(file)) };
  const before = measure(clip, 0);
  let made = 0;
  for (const [at, one] of wishes[number % wishes.length]!.entries()) {
    const wish = { format: 'mp4', quality: 75, mute: false, speed: 1, ...one } as const;
    const plan = planClip(facts, wish) as ClipPlan;
    const result = await convertClip({ file, facts, wish, folder, name: `made-${at}`, onProgress: () => undefined });
    const { promised, broken } = compare(plan, result.path);
    tally.promised += promised;
    tally.broken.push(...broken.map(words => `${source.type} ${number} to ${wish.format}: ${words}`));
    const after = measure(result.path, wish.start ?? 0);
    tally.tone = Math.max(tally.tone, furthest(after.tones, before.tones));
    tally.cue = Math.max(tally.cue, furthest(after.cues, before.cues));
    tally.chapter = Math.max(tally.chapter, furthest(after.chapters, before.chapters));
    tally.colour = Math.max(
      tally.colour,
      furthestLevel(readPatchColours(result.path), readPatchColours(clip, wish.start)),
    );
    made++;
  }
  return made;
}

const sync = (what: string, seconds: number): Line => ({
  what,
  ours: `${Math.round(seconds * 1000)} ms`,
  rival: 'the same in the source: 0 ms',
  aim: '≤ 20 ms',
  isMet: seconds <= 0.02,
});

const colours = (what: string, levels: number, rival: string, max: number): Line => ({
  what,
  ours: `${levels.toFixed(1)} levels of 255`,
  rival,
  aim: `≤ ${max}`,
  isMet: levels <= max,
});

const hdrNames: Readonly<Record<HdrTransfer, string>> = { smpte2084: 'PQ', 'arib-std-b67': 'HLG' };

/** HDR clips to MP4 at the best quality beside zimg alone: a ramp of greys, and colours within and beyond BT.709. */
async function compareHdr(home: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [transfer, name] of Object.entries(hdrNames) as [HdrTransfer, string][]) {
    const file = { path: makeHdrPatches(transfer, home), type: 'mkv' } as const;
    const facts = { type: file.type, bytes: (await stat(file.path)).size, ...(await probeClip(file)) };
    const wish = { format: 'mp4', quality: 100, mute: false, speed: 1 } as const;
    const onProgress = () => undefined;
    const made = await convertClip({ file, facts, wish, folder: home, name: transfer, onProgress });
    const [ours, right] = [readPatches(made.path), readPatches(file.path, undefined, zimg)];
    const ofGreys = furthestLevel(ours.slice(0, greys.length), right.slice(0, greys.length));
    lines.push(
      colours(`${name} to MP4: greys`, ofGreys, 'zimg alone: 0 levels', 2),
      colours(`${name} to MP4: colours, 8 bits and 4:2:0`, furthestLevel(ours, right), 'zimg alone: 0 levels', 2),
    );
  }
  return lines;
}

export const benchTracks: Bench = async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'bench-tracks-'));
  const tally: Tally = { promised: 0, broken: [], tone: 0, cue: 0, chapter: 0, colour: 0 };
  try {
    let made = 0;
    for (const [number, source] of sources.entries()) made += await convertAll(source, number, home, tally);
    for (const words of tally.broken) console.log(words);
    return [
      {
        what: `${made} conversions of ${sources.length} containers and codecs: tracks, languages, titles, channels and chapters as the page says before the run`,
        ours: `${tally.promised - tally.broken.length} of ${tally.promised}`,
        rival: '–',
        aim: 'all',
        isMet: tally.broken.length === 0,
      },
      sync('The furthest that a sound moved against the picture', tally.tone),
      sync('The furthest that a subtitle moved', tally.cue),
      sync('The furthest that a chapter moved', tally.chapter),
      colours(
        'Five flat colours: the furthest that a channel moved',
        tally.colour,
        'the same in the source: 0 levels',
        2,
      ),
      ...(await compareHdr(home)),
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
