// Which tracks, chapters and pictures of a clip a format can hold besides its video, and what is left out.
import type { Chapter, StreamFacts } from '../facts.ts';
import { type ClipFormat, formatRules, hasPicture } from './formats.ts';
import type { Loss, LossWarning } from './loss-words.ts';
import type { ClipFacts, ClipWish, TrackPlan } from './wish.ts';

export interface SubtitlePlan {
  readonly stream: StreamFacts;
  /** shift: text whose times are those of a part, or of another speed. */
  readonly does: 'copy' | 'encode' | 'shift';
  /** ffmpeg's name for the codec in the result. */
  readonly codec: string;
}

/** What a result holds besides its video and its sounds. */
export interface Extras {
  readonly subtitles: readonly SubtitlePlan[];
  /** In seconds of the result. */
  readonly chapters: readonly Chapter[];
  readonly cover: StreamFacts | undefined;
  readonly fonts: readonly StreamFacts[];
}

export const noExtras: Extras = { subtitles: [], chapters: [], cover: undefined, fonts: [] };

/** The codecs whose cues are text, by ffmpeg's names. */
const textCodecs: ReadonlySet<string> = new Set(
  'subrip srt ass ssa webvtt mov_text text microdvd sami realtext jacosub subviewer subviewer1 mpl2 pjs stl vplayer'.split(
    ' ',
  ),
);
const pictureCodecs: ReadonlySet<string> = new Set(['hdmv_pgs_subtitle', 'dvd_subtitle', 'dvb_subtitle', 'xsub']);
const styledCodecs: ReadonlySet<string> = new Set(['ass', 'ssa']);

/** Whether the cues of a subtitle track can be read as text. */
export const isTextTrack = ({ kind, codec }: StreamFacts): boolean => kind === 'subtitle' && textCodecs.has(codec);

/** The arrangements of more than two channels that each encoder can write and players know. */
const layouts: Readonly<Record<'aac' | 'opus' | 'mp3' | 'pcm_s16le', readonly string[]>> = {
  aac: ['3.0', 'quad', '4.0', '5.0', '5.1', '7.1'],
  opus: ['3.0', 'quad', '5.0', '5.1', '6.1', '7.1'],
  mp3: [],
  pcm_s16le: ['2.1', '3.0', 'quad', '4.0', '5.0', '5.1', '6.1', '7.1'],
};
/** For streams that do not tell. */
const usualLayouts: Readonly<Record<number, string>> = { 3: '3.0', 4: 'quad', 5: '5.0', 6: '5.1', 7: '6.1', 8: '7.1' };

/** The arrangement of the channels of encoded sound; undefined for one or two channels, which stay as they are. */
export function layoutOf(
  { channels = 2, layout }: StreamFacts,
  { format, channels: wanted }: Pick<ClipWish, 'format' | 'channels'>,
): string | undefined {
  if (channels <= 2) return undefined;
  // Decoders tell the surround channels at the side from those at the back, which encoders do not.
  const own = layout?.replace(/\(.*\)$/, '') ?? usualLayouts[channels] ?? '';
  const known = layouts[formatRules[format].makes.sound ?? 'mp3'];
  return wanted === 'stereo' || !known.includes(own) ? 'stereo' : own;
}

function planSubtitle(stream: StreamFacts, format: ClipFormat, isShifted: boolean, speed: number) {
  const { subtitles: copied, makes } = formatRules[format];
  const isText = textCodecs.has(stream.codec);
  // Pictures and their times are in the same packets, which can be moved, but not slowed down.
  if (copied.includes(stream.codec) && (!isShifted || (!isText && speed === 1)))
    return { stream, does: 'copy', codec: stream.codec } as const;
  if (!isText || makes.subtitle === undefined) return undefined;
  const codec = copied.includes(stream.codec) ? stream.codec.replace('ssa', 'ass') : makes.subtitle;
  return { stream, does: isShifted ? 'shift' : 'encode', codec } as const;
}

/** In seconds: what is left of a chapter that is shorter than this is the rest of a rounded time. */
const shortest = 0.01;

/** The chapters that the part includes, in seconds of a result that plays at `speed`. */
function cutChapters(
  chapters: readonly Chapter[],
  { start, taken, speed }: { readonly start: number; readonly taken: number; readonly speed: number },
): Chapter[] {
  const place = (seconds: number) => Math.min(taken, Math.max(0, seconds - start)) / speed;
  return chapters
    .map(chapter => ({ ...chapter, start: place(chapter.start), end: place(chapter.end) }))
    .filter(({ start: from, end }) => end - from >= shortest);
}

interface ExtrasPlan {
  readonly extras: Extras;
  readonly losses: readonly Loss[];
}

interface Part {
  readonly start: number;
  readonly taken: number;
  readonly isWhole: boolean;
}

const count = (what: LossWarning, number: number): Loss[] => (number > 0 ? [{ what, count: number }] : []);

/** What the result holds besides video and sound, and which of these tracks and files it cannot hold. */
export function planExtras(facts: ClipFacts, wish: ClipWish, { start, taken, isWhole }: Part): ExtrasPlan {
  const { format, speed } = wish;
  const { holds } = formatRules[format];
  const streams = facts.streams ?? [];
  const wanted = streams.filter(({ kind, index }) => kind === 'subtitle' && (wish.subtitles?.includes(index) ?? true));
  const plans = wanted.map(stream => planSubtitle(stream, format, !isWhole || speed !== 1, speed));
  const subtitles = plans.filter(plan => plan !== undefined);
  const lost = wanted.filter((_, at) => plans[at] === undefined);
  const plain = subtitles.filter(({ stream, codec }) => styledCodecs.has(stream.codec) && codec !== 'ass');
  const chapters = wish.chapters === false ? [] : cutChapters(facts.chapters ?? [], { start, taken, speed });
  const held = (what: StreamFacts['holds']) => streams.filter(({ holds: one }) => one === what);
  const [cover] = held('cover');
  const fonts = holds.includes('fonts') ? held('font') : [];
  const others = held('attachment').length + held('font').length - fonts.length;
  const isPictures = ({ codec }: StreamFacts) => pictureCodecs.has(codec);
  return {
    extras: {
      subtitles,
      chapters: holds.includes('chapters') ? chapters : [],
      cover: holds.includes('cover') ? cover : undefined,
      fonts,
    },
    losses: [
      ...count('subtitles-left-out', lost.filter(stream => !isPictures(stream)).length),
      ...count('picture-subtitles-left-out', lost.filter(isPictures).length),
      ...count('subtitle-styles-lost', plain.length),
      ...count('chapters-left-out', holds.includes('chapters') ? 0 : chapters.length),
      ...count('cover-left-out', cover && !holds.includes('cover') ? 1 : 0),
      ...(hasPicture(format)
        ? [...count('attachments-left-out', others), ...count('data-left-out', held('data').length)]
        : []),
    ],
  };
}

/** The tracks beyond the main ones that a format has no room for, and channels that are mixed into two. */
export function listSoundLosses(
  streams: readonly StreamFacts[],
  sounds: readonly TrackPlan[],
  wish: ClipWish,
): readonly Loss[] {
  const wanted = streams.filter(
    ({ kind, index }) => kind === 'sound' && !wish.mute && (wish.sounds?.includes(index) ?? true),
  );
  const isReduced = ({ does, layout }: TrackPlan) =>
    does === 'encode' && layout === 'stereo' && wish.channels !== 'stereo';
  const videos = hasPicture(wish.format) ? streams.filter(({ kind }) => kind === 'video').length - 1 : 0;
  return [
    ...count('sounds-left-out', wanted.length - sounds.length),
    ...count('channels-reduced', sounds.filter(isReduced).length),
    ...count('videos-left-out', videos),
  ];
}
