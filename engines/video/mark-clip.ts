// Overlays pictures on the frames of a clip, adds a subtitle track, or both. Audio is copied if the format can hold it.

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { maxClipSeconds } from 'contract/clip/formats.ts';
import { type ClipFacts, type ClipPlan, type ClipWish, withoutCopies } from 'contract/clip/plan.ts';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import { containerCodeOf, ownNameOf } from 'contract/subtitles/languages.ts';
import { z } from 'zod';
import { isCutShort, isHdrEncoded, requirePlan, writePlanned } from './convert-clip.ts';
import { type ClipFile, openArguments, openPart } from './open-arguments.ts';
import { type Matrix, type Overlay, openOverlays, overlayGraph } from './overlay-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { hasFilters, runFfmpeg, runFfprobe } from './run-ffmpeg.ts';
import {
  containers,
  copyVideo,
  hdrFilterNames,
  rateOfQuality,
  soundArguments,
  videoCodec,
  videoFilters,
} from './write-arguments.ts';

export interface Marking {
  readonly file: ClipFile;
  readonly facts: ClipFacts;
  readonly folder: string;
  /** The result's file name in `folder`, without an extension. */
  readonly name: string;
  readonly format: 'mp4' | 'mkv';
  /** 1..100 */
  readonly quality: number;
  /** Bottom first. Without overlays, video and audio are copied if the format can hold them. */
  readonly overlays: readonly Overlay[];
  /** An SRT file in UTF-8 to add as a subtitle track, and its language as a tag. */
  readonly track?: { readonly path: string; readonly language: string } | undefined;
  readonly onProgress: PartProgress;
}

export interface Marked {
  readonly path: string;
  readonly bytes: number;
  readonly facts: ProbedClip;
  readonly plan: ClipPlan;
  readonly warnings: readonly string[];
}

const coloursSchema = z.object({
  streams: z.array(z.object({ color_space: z.string().optional() })).default([]),
});
const matrices: Readonly<Record<string, Matrix>> = {
  bt709: 'bt709',
  smpte170m: 'bt601',
  bt470bg: 'bt601',
  smpte240m: 'smpte240m',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
};
/** For untagged clips, players assume BT.709 from this height and BT.601 below. */
const leastHdHeight = 720;

async function probeMatrix(file: ClipFile, plan: ClipPlan): Promise<Matrix> {
  const asked = ['-select_streams', String(plan.video?.stream.index), '-show_entries', 'stream=color_space'];
  const { streams } = coloursSchema.parse(await runFfprobe([...asked, ...openArguments(file)], dirname(file.path)));
  const known = matrices[streams[0]?.color_space ?? ''];
  return known ?? ((plan.size?.height ?? 0) >= leastHdHeight ? 'bt709' : 'bt601');
}

const matrixTags = { bt709: 'bt709', bt601: 'smpte170m', smpte240m: 'smpte240m', bt2020: 'bt2020nc' } as const;

interface Job extends Marking {
  readonly plan: ClipPlan;
  readonly wish: ClipWish;
  readonly out: ClipFile;
  readonly canToneMap: boolean;
}

async function pictureArguments({ plan, wish, overlays, file, canToneMap }: Job): Promise<string[]> {
  const { video, size } = plan;
  if (!video || !size) throw new AppError('CLIP_WITHOUT_PICTURE');
  if (video.does === 'copy') return copyVideo(video.stream);
  const isMapped = video.stream.isHdr === true && canToneMap;
  const matrix = isMapped ? 'bt709' : await probeMatrix(file, plan);
  // Marks are positioned on frames as displayed, so pixels are made square first. Frames that already have that size pass through unchanged.
  const squared = [`scale=${size.width}:${size.height}:out_range=tv`, 'setsar=1'];
  const filters = [...videoFilters(plan, wish, { canToneMap }), ...squared];
  return [
    ...['-filter_complex', overlayGraph(video.stream.index, filters, overlays, matrix)],
    ...['-map', '[marked]', ...videoCodec(wish.format, rateOfQuality(wish))],
    ...['-colorspace', matrixTags[matrix], '-color_range', 'tv'],
  ];
}

/** Containers store three letters, which do not distinguish scripts, so the track is named as well. */
function languageArguments(tag: string): string[] {
  const name = ownNameOf(tag);
  return [
    ...['-metadata:s:s:0', `language=${containerCodeOf(tag)}`],
    ...(name ? ['-metadata:s:s:0', `title=${name}`, '-metadata:s:s:0', `handler_name=${name}`] : []),
  ];
}

async function write(job: Job): Promise<void> {
  const { file, folder, plan, wish, overlays, track, out, onProgress } = job;
  const picture = await pictureArguments(job);
  const opened = track ? ['-protocol_whitelist', 'file', '-format_whitelist', 'srt', '-f', 'srt'] : [];
  const subtitles = track
    ? [
        ...['-map', `${overlays.length + 1}:0`, '-c:s', wish.format === 'mkv' ? 'srt' : 'mov_text'],
        ...languageArguments(track.language),
        ...['-disposition:s:0', 'default'],
      ]
    : ['-sn'];
  const args = [
    ...openPart(file, { start: 0, taken: maxClipSeconds + 1 }),
    ...openOverlays(overlays),
    ...(track ? [...opened, '-i', `file:${track.path}`] : []),
    ...picture,
    ...soundArguments({ plan, wish, rate: rateOfQuality(wish), canToneMap: false }),
    ...subtitles,
    ...['-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-max_muxing_queue_size', '4096'],
    ...containers[wish.format],
    `file:${out.path}`,
  ];
  await runFfmpeg(args, { folder, seconds: plan.seconds, onProgress });
}

/** Throws CLIP_WITHOUT_PICTURE, CLIP_TOO_LONG, FILE_CORRUPT or ENGINE_NOT_CONFIGURED. */
export async function markClip(marking: Marking): Promise<Marked> {
  const { facts, folder, name, format, quality, overlays } = marking;
  const wish: ClipWish = { format, quality, mute: false, speed: 1 };
  const planned = requirePlan(facts, wish);
  const plan = overlays.length > 0 ? { ...planned, video: withoutCopies(planned).video } : planned;
  const canToneMap = plan.video?.stream.isHdr === true && (await hasFilters(hdrFilterNames, folder));
  const out: ClipFile = { path: join(folder, `${name}.${format}`), type: format };
  const { done, written } = await writePlanned({ ...marking, plan, wish, out, canToneMap }, write);
  const warnings = [
    ...(isHdrEncoded(done.plan) && !canToneMap ? ['hdr-not-mapped'] : []),
    ...(isCutShort(written, done.plan) ? ['cut-short'] : []),
  ];
  return { path: out.path, bytes: (await stat(out.path)).size, facts: written, plan: done.plan, warnings };
}
