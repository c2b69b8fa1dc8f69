// Facts about the input files of a run: probed once, stored with each file, and used wherever the size of a run matters (price, deadline, pace,
// forecast).
import { z } from 'zod';
import type { MediaName } from './media.ts';
import { media } from './media.ts';

const count = z.number().int().nonnegative();

/** Text out of a file: one line without control characters. */
const label = z.string().max(200);

/** What a stream is for, apart from being the default one, by ffmpeg's names. */
export const trackRoles = ['forced', 'original', 'dub', 'comment', 'hearing_impaired', 'visual_impaired'] as const;

/** One stream of a clip or audio file. Fields that do not apply are absent. */
const streamFactsSchema = z.object({
  kind: z.enum(['video', 'sound', 'subtitle', 'other']),
  /** ffmpeg's name for it, such as h264 or aac. */
  codec: z.string(),
  /** Its index in the file. */
  index: count,
  isDefault: z.boolean().exactOptional(),
  roles: z.array(z.enum(trackRoles)).exactOptional(),
  /** ISO 639-2, such as eng; absent if undetermined. */
  language: z.string().max(3).exactOptional(),
  title: label.exactOptional(),
  /** What a stream of the kind "other" holds; chapters: the titles of chapters, which the file's facts list. */
  holds: z.enum(['cover', 'font', 'attachment', 'data', 'chapters']).exactOptional(),
  bitsPerSecond: z.number().nonnegative().exactOptional(),
  /** Video: pixel format, such as yuv420p. */
  pixelFormat: z.string().exactOptional(),
  /** Video: clockwise rotation as players apply it. The file's width and height are those after rotation. */
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).exactOptional(),
  /** Video: average frame rate. */
  framesPerSecond: z.number().nonnegative().exactOptional(),
  /** Video: variable frame rate, as written by phones and screen recorders. */
  isVariable: z.boolean().exactOptional(),
  /** Video: all frames have the same time, as in raw video that was put into a container without times. They follow each other at the frame rate. */
  isUntimed: z.boolean().exactOptional(),
  /** Video: high dynamic range, which ordinary screens cannot display. */
  isHdr: z.boolean().exactOptional(),
  /** HDR video that does not say its matrix or primaries. */
  lacksHdrColours: z.boolean().exactOptional(),
  /** The matrix that players assume of a video that does not say its own; RGB has none, and gets this one. */
  assumedMatrix: z.enum(['bt709', 'smpte170m']).exactOptional(),
  /** VP8 and VP9 with an alpha channel, which ffmpeg's own decoders leave out. */
  hasAlpha: z.boolean().exactOptional(),
  isInterlaced: z.boolean().exactOptional(),
  /** An edit list hides the start, as after a cut without encoding. A container without edit lists would play it again. */
  hasHiddenStart: z.boolean().exactOptional(),
  /** Audio. */
  channels: count.exactOptional(),
  hertz: count.exactOptional(),
  /** ffmpeg's name for the arrangement of the channels, such as 5.1(side). */
  layout: z.string().max(60).exactOptional(),
});
export type StreamFacts = z.output<typeof streamFactsSchema>;

const chapterSchema = z.object({ start: z.number(), end: z.number(), title: label.exactOptional() });
/** In seconds of the clip. */
export type Chapter = z.output<typeof chapterSchema>;

/** The tags of a file that its maker wrote for others to read; place, device and comments are not among them. */
export const fileTags = ['title', 'artist', 'album', 'album_artist', 'composer', 'genre', 'track', 'disc'] as const;

/** Facts about one file. Fields that do not apply or are missing from its header are absent. */
export const fileFactsSchema = z.object({
  type: z.enum(Object.keys(media) as [MediaName, ...MediaName[]]),
  bytes: count,
  /** Displayed size of one frame in pixels, with orientation applied. */
  width: count.exactOptional(),
  height: count.exactOptional(),
  /** Frames of an animation, pages of a document; 1 for a still picture. */
  frames: count.exactOptional(),
  /** Duration of a clip, audio file or animation. */
  seconds: z.number().nonnegative().exactOptional(),
  /** Streams of a clip, in file order. */
  streams: z.array(streamFactsSchema).exactOptional(),
  chapters: z.array(chapterSchema).exactOptional(),
  tags: z.partialRecord(z.enum(fileTags), label).exactOptional(),
  /** The end of the clip cannot be read: it is truncated, or its frame index is wrong. */
  isDamaged: z.boolean().exactOptional(),
  /** A clip with more edits, tags, chapters or programs than any recording has: nothing opens it. */
  isTooComplex: z.boolean().exactOptional(),
});
export type FileFacts = z.output<typeof fileFactsSchema>;

/** Payload field → facts about its files, in order. */
export type RunFacts = Readonly<Record<string, readonly FileFacts[]>>;

/** Options and facts of one run: everything that a contract's functions depend on. */
export interface RunSize {
  readonly options: Readonly<Record<string, unknown>>;
  readonly facts: RunFacts;
}

/** Megapixels of one frame of the first file of `field`; undefined if its header does not say. */
export function megapixelsOf(facts: RunFacts, field: string): number | undefined {
  const file = facts[field]?.[0];
  return file?.width && file.height ? (file.width * file.height) / 1e6 : undefined;
}
