// The output formats for clips: which codecs each can hold unchanged, and which ones it gets when a stream is encoded.
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
  /** Video codecs that are copied; none for audio-only formats. */
  readonly video: readonly string[];
  /** Audio codecs that are copied. */
  readonly sound: readonly string[];
  /** Subtitle codecs that are copied. */
  readonly subtitles: readonly string[];
  /** Codecs for encoding; absent: the format has no such stream. */
  readonly makes: {
    readonly video?: 'h264' | 'vp9' | 'gif';
    readonly sound?: 'aac' | 'opus' | 'mp3' | 'pcm_s16le';
    readonly subtitle?: 'mov_text' | 'subrip' | 'webvtt';
  };
  /** What else fits into a file, apart from its tracks. */
  readonly holds: readonly ('sounds' | 'chapters' | 'cover' | 'fonts')[];
  /** Whether a copied stream keeps its rotation and its edit list: a clip filmed upright stays upright, and cut frames stay hidden. */
  readonly keepsEdits: boolean;
}

/** MP4 should play everywhere, so it holds only codecs that do. Matroska holds almost everything. */
export const formatRules: Readonly<Record<ClipFormat, FormatRule>> = {
  mp4: {
    video: ['h264'],
    sound: ['aac'],
    subtitles: ['mov_text'],
    makes: { video: 'h264', sound: 'aac', subtitle: 'mov_text' },
    holds: ['sounds', 'chapters', 'cover'],
    keepsEdits: true,
  },
  mov: {
    video: ['h264', 'hevc', 'prores', 'mpeg4', 'mjpeg'],
    sound: ['aac', 'alac', 'mp3', 'pcm_s16le', 'pcm_s24le'],
    subtitles: ['mov_text'],
    makes: { video: 'h264', sound: 'aac', subtitle: 'mov_text' },
    holds: ['sounds', 'chapters'],
    keepsEdits: true,
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
    subtitles: ['subrip', 'ass', 'ssa', 'webvtt', 'hdmv_pgs_subtitle', 'dvd_subtitle', 'dvb_subtitle'],
    makes: { video: 'h264', sound: 'aac', subtitle: 'subrip' },
    holds: ['sounds', 'chapters', 'cover', 'fonts'],
    keepsEdits: false,
  },
  webm: {
    video: ['vp8', 'vp9', 'av1'],
    sound: ['opus', 'vorbis'],
    subtitles: ['webvtt'],
    makes: { video: 'vp9', sound: 'opus', subtitle: 'webvtt' },
    holds: ['sounds', 'chapters'],
    keepsEdits: false,
  },
  gif: { video: [], sound: [], subtitles: [], makes: { video: 'gif' }, holds: [], keepsEdits: false },
  mp3: {
    video: [],
    sound: ['mp3'],
    subtitles: [],
    makes: { sound: 'mp3' },
    holds: ['chapters', 'cover'],
    keepsEdits: false,
  },
  m4a: {
    video: [],
    sound: ['aac', 'alac'],
    subtitles: [],
    makes: { sound: 'aac' },
    holds: ['chapters', 'cover'],
    keepsEdits: true,
  },
  wav: { video: [], sound: ['pcm_s16le'], subtitles: [], makes: { sound: 'pcm_s16le' }, holds: [], keepsEdits: false },
};

/** Pixel formats that every player decodes. A copied H.264 stream in another one would be black on many phones. */
export const plainPixels = ['yuv420p', 'yuvj420p'];

export const hasPicture = (format: ClipFormat): boolean => formatRules[format].makes.video !== undefined;

/** Longest part of a clip that can be processed at once, longest sound without video, and longest GIF, in seconds. */
export const maxClipSeconds = 900;
export const maxSoundSeconds = 7200;
export const maxGifSeconds = 60;
/** A recording of exactly that length comes out some hundredths longer: a last frame begins in it, and the sound is padded to whole packets. */
export const paddingSeconds = 0.1;
export const isLonger = (seconds: number, max: number): boolean => seconds >= max + paddingSeconds;
/** The longest part that can be converted to a format at once, in seconds. */
export const maxSecondsOf = (format: ClipFormat): number => (hasPicture(format) ? maxClipSeconds : maxSoundSeconds);
/** Pixels of one frame: 8K, so that a frame takes about 50 MB at most. */
export const maxFramePixels = 36_000_000;
/** The longest side that the H.264 encoder supports. */
export const maxFrameSide = 16_384;
/** Phones film slow motion at 240. Headers that claim more are not trusted, since frames would be duplicated to reach that number. */
export const maxFramesPerSecond = 240;
