// Overlays pictures on the frames of a clip, adds a subtitle track, or both. Audio is copied if the format can hold it.

import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { maxClipSeconds } from 'contract/clip/formats.ts';
import { type ClipPlan, withoutCopies } from 'contract/clip/plan.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import { noExtras } from 'contract/clip/tracks.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import { AppError } from 'contract/errors.ts';
import type { StreamFacts } from 'contract/facts.ts';
import type { PartProgress } from 'contract/run.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { z } from 'zod';
import { type AddedTrack, type Carried, carryTracks } from './carry-tracks.ts';
import { isHdrEncoded } from './convert-clip.ts';
import { type ClipFile, openArguments, openPart } from './open-arguments.ts';
import { type Matrix, type Overlay, openOverlays, overlayGraph } from './overlay-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg, runFfprobe } from './run-ffmpeg.ts';
import { canMap } from './tone-map.ts';
import { containers, copyVideo, rateOfQuality, soundArguments, videoCodec, videoFilters } from './write-arguments.ts';
import { isCutShort, warningsOf, writePlanned } from './write-planned.ts';

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
  /** A subtitle track to add, before those of the clip. */
  readonly track?: AddedTrack | undefined;
  readonly onProgress: PartProgress;
}

export interface Marked {
  readonly path: string;
  readonly bytes: number;
  readonly facts: ProbedClip;
  readonly plan: ClipPlan;
  readonly warnings: readonly WarningCode[];
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

async function probeMatrix(file: ClipFile, { index, assumedMatrix }: StreamFacts): Promise<Matrix> {
  const asked = ['-select_streams', String(index), '-show_entries', 'stream=color_space'];
  const { streams } = coloursSchema.parse(await runFfprobe([...asked, ...openArguments(file)], dirname(file.path)));
  return matrices[assumedMatrix ?? streams[0]?.color_space ?? ''] ?? 'bt601';
}

const matrixTags = { bt709: 'bt709', bt601: 'smpte170m', smpte240m: 'smpte240m', bt2020: 'bt2020nc' } as const;

interface Job extends Marking {
  readonly plan: ClipPlan;
  readonly wish: ClipWish;
  readonly out: ClipFile;
  readonly canToneMap: boolean;
  readonly carried: Carried;
  readonly spare: Carried;
}

async function pictureArguments({ plan, wish, overlays, file, canToneMap }: Job): Promise<string[]> {
  const { video, size } = plan;
  if (!video || !size) throw new AppError('CLIP_WITHOUT_PICTURE');
  if (video.does === 'copy') return copyVideo(video.stream);
  const isMapped = video.stream.isHdr === true && canToneMap;
  const matrix = isMapped ? 'bt709' : await probeMatrix(file, video.stream);
  // Marks are positioned on frames as displayed, so pixels are made square first. Frames that already have that size pass through unchanged.
  const squared = [`scale=${size.width}:${size.height}:out_range=tv`, 'setsar=1'];
  const filters = [...videoFilters(plan, wish, { canToneMap }), ...squared];
  return [
    ...['-filter_complex', overlayGraph(video.stream.index, filters, overlays, matrix)],
    ...['-map', '[marked]', ...videoCodec(wish.format, rateOfQuality(wish))],
    ...['-colorspace', matrixTags[matrix], '-color_range', 'tv'],
  ];
}

async function write(job: Job): Promise<void> {
  const { file, folder, plan, wish, overlays, carried, out, onProgress } = job;
  const picture = await pictureArguments(job);
  const args = [
    ...openPart(file, { start: 0, taken: maxClipSeconds + 1 }),
    ...openOverlays(overlays),
    ...carried.inputs,
    ...picture,
    ...soundArguments({ plan, wish, rate: rateOfQuality(wish), canToneMap: false }),
    ...carried.outputs,
    ...['-max_muxing_queue_size', '4096'],
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
  const canToneMap = await canMap(plan.video?.stream, folder);
  const out: ClipFile = { path: join(folder, `${name}.${format}`), type: format };
  const tracks = { file: marking.file, facts, plan, format, speed: 1, folder, added: marking.track };
  const inputs = { source: 0, inputs: 1 + overlays.length };
  const carried = await carryTracks({ ...tracks, ...inputs });
  const spare = await carryTracks({ ...tracks, ...inputs, plan: { ...plan, extras: noExtras } });
  const { done, written } = await writePlanned({ ...marking, plan, wish, out, canToneMap, carried, spare }, write);
  const warnings = [
    ...listWarnings({
      'hdr-not-mapped': isHdrEncoded(done.plan) && !canToneMap,
      'cut-short': isCutShort(written, done.plan),
    }),
    ...warningsOf(done.plan),
  ];
  return { path: out.path, bytes: (await stat(out.path)).size, facts: written, plan: done.plan, warnings };
}
