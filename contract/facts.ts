// What is known about the files of a run before it begins: probed once, kept with each file, and read by everything that asks how
// large a run is (price, deadline, pace, forecast).
import { z } from 'zod';
import type { MediaName } from './media.ts';
import { media } from './media.ts';

const count = z.number().int().nonnegative();

/** One track of a clip or of a sound file. What its kind does not have is absent. */
const streamFactsSchema = z.object({
  kind: z.enum(['video', 'sound', 'subtitle', 'other']),
  /** As ffmpeg names it, such as h264 or aac. */
  codec: z.string(),
  /** Its number in the file. */
  index: count,
  isDefault: z.boolean().exactOptional(),
  bitsPerSecond: z.number().nonnegative().exactOptional(),
  /** Video: the layout and depth of its pixels, such as yuv420p. */
  pixelFormat: z.string().exactOptional(),
  /** Video: clockwise, as a player turns it. Width and height of the file are those after the turn. */
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).exactOptional(),
  /** Video: on the mean. */
  framesPerSecond: z.number().nonnegative().exactOptional(),
  /** Video: frames that do not follow each other evenly, as phones and screen recorders write them. */
  isVariable: z.boolean().exactOptional(),
  /** Video: a brightness range that ordinary screens cannot show. */
  isHdr: z.boolean().exactOptional(),
  isInterlaced: z.boolean().exactOptional(),
  /** Sound. */
  channels: count.exactOptional(),
  hertz: count.exactOptional(),
});
export type StreamFacts = z.output<typeof streamFactsSchema>;

/** Facts of one file. What its type does not have, or its header does not tell, is absent. */
export const fileFactsSchema = z.object({
  type: z.enum(Object.keys(media) as [MediaName, ...MediaName[]]),
  bytes: count,
  /** Pixels of one frame as it is seen, orientation applied. */
  width: count.exactOptional(),
  height: count.exactOptional(),
  /** Frames of an animation, pages of a document; 1 for a still picture. */
  frames: count.exactOptional(),
  /** Length of a clip or of sound. */
  seconds: z.number().nonnegative().exactOptional(),
  /** Tracks of a clip, in the file's order. */
  streams: z.array(streamFactsSchema).exactOptional(),
  /** A clip whose end cannot be read: it was cut off, or the list of its frames is wrong. */
  isDamaged: z.boolean().exactOptional(),
});
export type FileFacts = z.output<typeof fileFactsSchema>;

/** Payload field → facts of its files, in their order. */
export type RunFacts = Readonly<Record<string, readonly FileFacts[]>>;

/** Options and facts of one run: all that a contract's functions may ask. */
export interface RunSize {
  readonly options: Readonly<Record<string, unknown>>;
  readonly facts: RunFacts;
}

/** Megapixels of one frame of the first file of `field`; undefined when its header does not tell. */
export function megapixelsOf(facts: RunFacts, field: string): number | undefined {
  const file = facts[field]?.[0];
  return file?.width && file.height ? (file.width * file.height) / 1e6 : undefined;
}
