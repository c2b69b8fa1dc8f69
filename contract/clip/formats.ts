// The formats that clips are written in: which codecs each holds as they are, and which it is given where they must be made anew.
import type { MediaName } from '../media.ts';

export const clipFormats = [
  'mp4',
  'mov',
  'mkv',
  'webm',
  'gif',
  'mp3',
  'm4a',
  'wav',
] as const satisfies readonly MediaName[];
export type ClipFormat = (typeof clipFormats)[number];

interface FormatRule {
  /** Video codecs that are copied; none for a format of sound alone. */
  readonly video: readonly string[];
  /** Sound codecs that are copied. */
  readonly sound: readonly string[];
  /** The codecs that are written otherwise; absent: the format has no such track. */
  readonly makes: { readonly video?: 'h264' | 'vp9' | 'gif'; readonly sound?: 'aac' | 'opus' | 'mp3' | 'pcm_s16le' };
  /** Whether a copied track keeps its turn, so that a clip filmed upright stays upright. */
  readonly keepsTurn: boolean;
}

/** MP4 is the format that plays everywhere, so it takes only what plays everywhere. Matroska holds nearly all there is. */
export const formatRules: Readonly<Record<ClipFormat, FormatRule>> = {
  mp4: { video: ['h264'], sound: ['aac'], makes: { video: 'h264', sound: 'aac' }, keepsTurn: true },
  mov: {
    video: ['h264', 'hevc', 'prores', 'mpeg4', 'mjpeg'],
    sound: ['aac', 'alac', 'mp3', 'pcm_s16le', 'pcm_s24le'],
    makes: { video: 'h264', sound: 'aac' },
    keepsTurn: true,
  },
  mkv: {
    video: [
      'h264',
      'hevc',
      'vp8',
      'vp9',
      'av1',
      'mpeg4',
      'mpeg2video',
      'mpeg1video',
      'theora',
      'vc1',
      'mjpeg',
      'prores',
    ],
    sound: ['aac', 'mp3', 'opus', 'vorbis', 'flac', 'ac3', 'eac3', 'dts', 'alac', 'pcm_s16le', 'pcm_s24le'],
    makes: { video: 'h264', sound: 'aac' },
    keepsTurn: false,
  },
  webm: {
    video: ['vp8', 'vp9', 'av1'],
    sound: ['opus', 'vorbis'],
    makes: { video: 'vp9', sound: 'opus' },
    keepsTurn: false,
  },
  gif: { video: [], sound: [], makes: { video: 'gif' }, keepsTurn: false },
  mp3: { video: [], sound: ['mp3'], makes: { sound: 'mp3' }, keepsTurn: false },
  m4a: { video: [], sound: ['aac', 'alac'], makes: { sound: 'aac' }, keepsTurn: false },
  wav: { video: [], sound: ['pcm_s16le'], makes: { sound: 'pcm_s16le' }, keepsTurn: false },
};

/** The pixels that every player decodes. A copied H.264 track of another kind would stay black on many phones. */
export const plainPixels = ['yuv420p', 'yuvj420p'];

export const hasPicture = (format: ClipFormat): boolean => formatRules[format].makes.video !== undefined;

/** The longest part of a clip that is worked on at once, and the longest GIF, in seconds. */
export const maxClipSeconds = 900;
export const maxGifSeconds = 60;
/** Pixels of one frame: 8K, so that one frame is never more than some 50 MB. */
export const maxFramePixels = 36_000_000;
/** The longest side that the encoder of H.264 takes. */
export const maxFrameSide = 16_384;
/** Phones film slow motion at 240. A header that claims more is not believed: frames would be made up to that number. */
export const mostFramesPerSecond = 240;
