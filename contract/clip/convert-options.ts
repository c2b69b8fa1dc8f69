// The options of a conversion, as clients send them to the converter and to the call that measures its size.
import { z } from 'zod';
import { clipFormats } from './formats.ts';

const seconds = z.number().min(0).max(86_400);

const trackList = z.array(z.number().int().min(0).max(1000)).max(32);

export const convertOptions = z.object({
  format: z.enum(clipFormats).default('mp4'),
  /** Width of the result in pixels; the height follows from the aspect ratio. */
  width: z.number().int().min(16).max(4096).optional(),
  /** The shorter side of the result, never above the clip's own: 720 for 720p, for portrait clips too. */
  shortSide: z.number().int().min(120).max(4320).optional(),
  /** 100 is visually lossless, 50 is small and soft. Copied tracks keep their quality. */
  quality: z.number().int().min(1).max(100).default(75),
  /** Encodes the video, or the sound of mp3 and m4a, at that quality even if it could be copied, to make the file smaller. */
  reencode: z.boolean().default(false),
  /** Target size in megabytes of 1024 × 1024 bytes, within 3 %. Not for GIF and WAV. */
  targetMb: z.number().min(0.05).max(500).optional(),
  /** The part to convert, in seconds of the clip. Default: all of it. */
  start: seconds.optional(),
  end: seconds.optional(),
  mute: z.boolean().default(false),
  /** 2 is twice as fast; the pitch of the sound is kept. */
  speed: z.number().min(0.25).max(4).default(1),
  /** Frames per second of a GIF. */
  fps: z.number().int().min(1).max(30).optional(),
  /**
   * The sound and subtitle tracks to keep, by their `index` in the facts of the file. Default: all that the format holds; a sound file holds the
   * first one given, otherwise the default one.
   */
  sounds: trackList.optional(),
  subtitles: trackList.optional(),
  /** false: leaves the chapters out. */
  chapters: z.boolean().default(true),
  /** all: keeps 5.1 and the like where the format can; stereo: mixes them into two channels. */
  channels: z.enum(['all', 'stereo']).default('all'),
});
export type ConvertOptions = z.output<typeof convertOptions>;
