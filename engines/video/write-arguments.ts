// The arguments with which ffmpeg writes a planned clip: filters, codecs and the container. Pure functions that only output numbers and fixed names,
// never text from users.

import { crfOfQuality, soundBitsOf, surroundShare } from 'contract/clip/expect-bytes.ts';
import { type ClipFormat, formatRules } from 'contract/clip/formats.ts';
import type { ClipPlan } from 'contract/clip/plan.ts';
import type { ClipWish, TrackPlan } from 'contract/clip/wish.ts';
import type { StreamFacts } from 'contract/facts.ts';
import { nameMatrix } from './assumed-matrix.ts';
import type { PartCut } from './cut-part.ts';
import { deinterlace } from './deinterlace.ts';
import { toneMap } from './tone-map.ts';

/** ffmpeg's muxers and their options. */
export const containers: Readonly<Record<ClipFormat, readonly string[]>> = {
  // The index comes first, so that a clip can play while it downloads.
  mp4: ['-movflags', '+faststart', '-f', 'mp4'],
  mov: ['-movflags', '+faststart', '-f', 'mov'],
  mkv: ['-f', 'matroska'],
  webm: ['-f', 'webm'],
  gif: ['-loop', '0', '-f', 'gif'],
  mp3: ['-f', 'mp3'],
  m4a: ['-movflags', '+faststart', '-f', 'ipod'],
  wav: ['-f', 'wav'],
};

/** Fills gaps in the sound with silence and starts it at the part's own zero, so that it stays in sync with the picture. */
export const keepInSync = 'aresample=async=1:first_pts=0';

/** atempo preserves the pitch. It would skip samples beyond a factor of two, so several are chained. */
export function tempoFilters(speed: number): string[] {
  const steps = Math.max(1, Math.ceil(Math.abs(Math.log2(speed)) - 1e-9));
  return speed === 1 ? [] : Array.from({ length: steps }, () => `atempo=${(speed ** (1 / steps)).toFixed(6)}`);
}

export interface VideoNeeds {
  /** Whether this ffmpeg build can convert HDR to SDR. */
  readonly canToneMap: boolean;
  /** How a part of the clip is cut out; absent for all of it. */
  readonly cut?: PartCut | undefined;
}

/**
 * Limits the frame rate to a constant maximum. The filter `fps` would also duplicate frames: for a gap, or a last frame with a declared duration of
 * 49 days, it produces a hundred million of them from a ten-kilobyte file.
 */
export function thinFrames(perSecond: number): string[] {
  const rate = perSecond.toFixed(3);
  const step = (time: string) => `floor(${time}*${rate}+0.001)`;
  return [
    `select='isnan(prev_selected_t)+gt(${step('t')},${step('prev_selected_t')})'`,
    `setpts='${step('T')}/(${rate}*TB)'`,
  ];
}

/** Whether an encoded video stays transparent. GIF gets its pixel format from the palette. */
const staysTransparent = ({ hasAlpha }: StreamFacts, format: ClipFormat) =>
  hasAlpha === true && (format === 'webm' || format === 'gif');

/** The input option for a video to be encoded: only libvpx decodes the alpha channel of VP8 and VP9. */
export const decodeAlpha = (stream: StreamFacts | undefined, format: ClipFormat): string[] =>
  stream && staysTransparent(stream, format)
    ? [`-c:${stream.index}`, stream.codec === 'vp8' ? 'libvpx' : 'libvpx-vp9']
    : [];

/** Arguments that copy this video as the output's first. The alpha channel needs its mark, which is lost with all other metadata. */
export const copyVideo = ({ index, hasAlpha }: StreamFacts): string[] => [
  ...['-map', `0:${index}`, '-c:v', 'copy'],
  ...(hasAlpha ? ['-metadata:s:v:0', 'alpha_mode=1'] : []),
];

/** The filters of an encoded video track, in order. ffmpeg rotates frames upright before the first one. */
export function videoFilters(plan: ClipPlan, wish: Wish, { canToneMap, cut }: VideoNeeds): string[] {
  const { video, size, isResized, framesPerSecond } = plan;
  const scale = size && `scale=${size.width}:${size.height}:flags=${wish.format === 'gif' ? 'lanczos' : 'bicubic'}`;
  return [
    ...(cut?.picture ?? []),
    ...(video ? nameMatrix(video.stream) : []),
    ...(video ? deinterlace(video.stream) : []),
    ...(wish.speed === 1 ? [] : [`setpts=PTS/${wish.speed}`]),
    // A sped-up clip could exceed the frame rate that players support; a GIF has the requested rate.
    ...(wish.speed > 1 || wish.format === 'gif' ? thinFrames(framesPerSecond) : []),
    ...(isResized && scale ? [scale, 'setsar=1'] : []),
    ...(video && canToneMap ? toneMap(video.stream) : []),
    // H.264 and VP9 with chroma subsampling need even sides. Cropping one line keeps the frame sharper than resampling.
    ...(isResized ? [] : ['crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0']),
    ...(wish.format === 'gif'
      ? []
      : [`format=${video && staysTransparent(video.stream, wish.format) ? 'yuva420p' : 'yuv420p'}`]),
  ];
}

/** Rate control of the encoder: constant quality, or a bitrate in one of two passes. */
export type Rate = { readonly crf: number } | { readonly kilobits: number; readonly pass: 1 | 2 };

const vp9Crf = (quality: number) => Math.round(56 - 0.32 * quality);

/** Constant quality for a format's codec. */
export const rateOfQuality = ({ format, quality }: Pick<ClipWish, 'format' | 'quality'>): Rate => ({
  crf: formatRules[format].makes.video === 'vp9' ? vp9Crf(quality) : crfOfQuality(quality),
});

export function videoCodec(format: ClipFormat, rate: Rate): string[] {
  const isVp9 = formatRules[format].makes.video === 'vp9';
  const codec = isVp9
    ? ['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '5', '-row-mt', '1']
    : // A profile for every video would be asked of the cover, too, which is copied, and nothing would be written.
      ['-c:v', 'libx264', '-preset', 'faster', '-profile:v:0', 'high'];
  const bits =
    'crf' in rate
      ? ['-crf', String(rate.crf), ...(isVp9 ? ['-b:v', '0'] : [])]
      : ['-b:v', `${rate.kilobits}k`, '-pass', String(rate.pass), '-passlogfile', 'pass'];
  // By default frames are moved to multiples of the mean frame's length, away from their sound.
  return [...codec, ...bits, '-fps_mode', 'vfr', '-enc_time_base', '1:90000'];
}

/** The highest common sample rate. A header that claims more would turn gaps of silence into gigabytes. */
const maxHertz = 192_000;
const usualHertz = 48_000;

/** The encoder of a sound track, the `at`th of the result. */
function soundCodec(format: ClipFormat, { stream, layout }: TrackPlan, kilobits: number, at: number): string[] {
  const codecs = { aac: 'aac', opus: 'libopus', mp3: 'libmp3lame', pcm_s16le: 'pcm_s16le' };
  const codec = formatRules[format].makes.sound ?? 'aac';
  const isSurround = layout !== undefined && layout !== 'stereo';
  return [
    ...[`-c:a:${at}`, codecs[codec]],
    ...(codec === 'pcm_s16le' ? [] : [`-b:a:${at}`, `${kilobits}k`]),
    ...(codec === 'opus' && isSurround ? [`-mapping_family:a:${at}`, '1'] : []),
    ...((stream.hertz ?? usualHertz) > maxHertz ? [`-ar:a:${at}`, String(usualHertz)] : []),
  ];
}

/** What arguments need to know of a wish. */
type Wish = Pick<ClipWish, 'format' | 'quality' | 'speed'>;

export interface Writing extends VideoNeeds {
  readonly plan: ClipPlan;
  readonly wish: Wish;
  readonly rate: Rate;
  /** Absent: the codec's default. */
  readonly soundKilobits?: number | undefined;
}

function videoArguments(writing: Writing): string[] {
  const { plan, wish, rate } = writing;
  const { video } = plan;
  if (!video) return [];
  // Apple players accept HEVC only under this tag.
  const tag = video.stream.codec === 'hevc' && wish.format === 'mov' ? ['-tag:v', 'hvc1'] : [];
  if (video.does === 'copy') return [...copyVideo(video.stream), ...tag];
  const filters = videoFilters(plan, wish, writing).join(',');
  return ['-map', `0:${video.stream.index}`, '-filter:v:0', filters, ...videoCodec(wish.format, rate)];
}

/** Their encoders write packets before the first sample. */
const primed: ReadonlySet<string> = new Set(['aac', 'mp3']);

/** Matroska would move all other tracks for packets before the first sample, but not the chapters. */
const withoutPriming = (format: ClipFormat, codec: string, at: number) =>
  format === 'mkv' && primed.has(codec) ? [`-bsf:a:${at}`, "noise=drop='lt(pts,0)'"] : [];

/** Arguments for all sound tracks, which come from the input with the number `source`. */
export function soundArguments({ plan, wish, soundKilobits, cut }: Writing, source = 0): string[] {
  const { format } = wish;
  const made = formatRules[format].makes.sound ?? '';
  return plan.sounds.flatMap((sound, at) => {
    const { stream, does, layout } = sound;
    const map = ['-map', `${source}:${stream.index}`];
    if (does === 'copy') return [...map, `-c:a:${at}`, 'copy', ...withoutPriming(format, stream.codec, at)];
    const filters = [
      ...(cut?.sound ?? []),
      keepInSync,
      ...tempoFilters(wish.speed),
      ...(layout ? [`aformat=channel_layouts=${layout}`] : []),
    ];
    const kilobits = soundKilobits ?? Math.round((soundBitsOf(wish) * surroundShare(sound)) / 1000);
    const codec = [...soundCodec(format, sound, kilobits, at), ...withoutPriming(format, made, at)];
    return [...map, `-filter:a:${at}`, filters.join(','), ...codec];
  });
}

/** Ends the copied sound of a part. */
const boundCopies = ({ plan, cut }: Writing) =>
  plan.sounds.some(({ does }) => does === 'copy') ? (cut?.copied ?? []) : [];

/** Leaves out subtitles, attachments, chapters and all metadata. */
export const leaveOut = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'];

/** All arguments that follow the inputs, up to the container. `others`: what the output holds besides video and sound. */
export const encodeArguments = (writing: Writing, others: readonly string[] = leaveOut): string[] => [
  ...videoArguments(writing),
  ...soundArguments(writing),
  ...boundCopies(writing),
  ...others,
  ...['-max_muxing_queue_size', '4096'],
];

/** The same with the container, for the output `path`. */
export const writeArguments = (writing: Writing, path: string, others?: readonly string[]): string[] => [
  ...encodeArguments(writing, others),
  ...containers[writing.wish.format],
  `file:${path}`,
];

const proxyKilobits = 96;
const proxyFrameRate = 25;

/** A small preview copy: encoded fast, with a key frame every second for quick seeking. */
export function proxyArguments(writing: Writing, path: string): string[] {
  const { plan, wish } = writing;
  const rate = Math.max(1, Math.round(Math.min(proxyFrameRate, plan.framesPerSecond)));
  const filters = plan.video && [...videoFilters(plan, wish, writing), ...thinFrames(rate)];
  const codec = ['-c:v', 'libx264', '-preset', 'superfast', '-tune', 'fastdecode', '-profile:v', 'main'];
  const picture = ['-map', `0:${plan.video?.stream.index}`, '-vf', filters?.join(',') ?? '', ...codec];
  return [
    ...(plan.video ? [...picture, '-crf', '27', '-force_key_frames', 'expr:gte(t,n_forced)'] : []),
    ...soundArguments({ ...writing, soundKilobits: proxyKilobits }),
    ...leaveOut,
    ...['-max_muxing_queue_size', '4096'],
    ...containers[wish.format],
    `file:${path}`,
  ];
}

/** The first of two passes: encodes only the video and keeps only its statistics. */
export const firstPassArguments = (writing: Writing): string[] => [
  ...videoArguments(writing),
  ...['-an', '-sn', '-dn', '-f', 'null', '-'],
];

/**
 * ffmpeg weighs a change by the pixels that it replaces, so those of the last picture would not count, and a last scene that stands still would have
 * the colours of others. The frame behind it, in a colour that hardly any clip has, replaces all of them.
 */
const countLast = 'tpad=stop=1:color=0xfe02fd';

/** Generates a GIF palette from all frames of the inputs, weighted towards moving areas. Each input has a writing of its own. */
export function paletteArguments(writings: readonly Writing[], path: string): string[] {
  const inputs = writings.map((writing, at) => {
    const { plan, wish } = writing;
    return `[${at}:${plan.video?.stream.index ?? 0}]${videoFilters(plan, wish, writing).join(',')}[part${at}]`;
  });
  const joined = writings.map((_, at) => `[part${at}]`).join('');
  const generated = `${joined}concat=n=${writings.length},${countLast},palettegen=stats_mode=diff`;
  const written = ['-frames:v', '1', '-update', '1', '-f', 'image2', `file:${path}`];
  return ['-filter_complex', [...inputs, generated].join(';'), ...written];
}

/** The frames of a GIF from the first input with the palette of the second. */
export const gifFrames = (writing: Writing): string[] => [
  '-filter_complex',
  `[0:${writing.plan.video?.stream.index ?? 0}]${videoFilters(writing.plan, writing.wish, writing).join(',')}[frames];` +
    '[frames][1:v]paletteuse=dither=sierra2_4a:diff_mode=rectangle',
  ...leaveOut,
];

export const gifArguments = (writing: Writing, path: string): string[] => [
  ...gifFrames(writing),
  ...containers.gif,
  `file:${path}`,
];
