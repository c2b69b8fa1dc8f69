// Converts a clip or a part of it: copies the streams that fit the target format, encodes the others, and probes the result before accepting it.

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClipPlan, withoutCopies } from 'contract/clip/plan.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import { AppError } from 'contract/errors.ts';
import { type PartProgress, within } from 'contract/run.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { carryTracks, nothingCarried } from './carry-tracks.ts';
import { correctBitrate, type Fit, fitBitrate, fitSoundBitrate, minSoundKilobits } from './fit-bitrate.ts';
import type { ClipFile } from './open-arguments.ts';
import type { ProbedClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { canMap } from './tone-map.ts';
import { openWanted, writingOf } from './wanted-part.ts';
import { firstPassArguments, gifArguments, paletteArguments, writeArguments } from './write-arguments.ts';
import { checkWritten, isCutShort, lacksSound, type Planned, warningsOf, writePlanned } from './write-planned.ts';

export interface Conversion {
  readonly file: ClipFile;
  readonly facts: ClipFacts;
  readonly wish: ClipWish;
  readonly folder: string;
  /** The result's file name in `folder`, without an extension. */
  readonly name: string;
  readonly onProgress: PartProgress;
}

export interface Converted {
  readonly path: string;
  readonly bytes: number;
  readonly facts: ProbedClip;
  /** The plan as carried out; more may have been encoded than planned. */
  readonly plan: ClipPlan;
  readonly warnings: readonly WarningCode[];
}

/** Whether HDR is encoded, which needs tone mapping. */
export const isHdrEncoded = ({ video }: ClipPlan): boolean => video?.does === 'encode' && video.stream.isHdr === true;

interface Job extends Conversion, Planned {
  readonly canToneMap: boolean;
}

const stepOf = (job: Job, onProgress: PartProgress) => ({
  folder: job.folder,
  seconds: job.plan.seconds,
  onProgress,
});

async function writeOnce(job: Job, soundKilobits?: number): Promise<void> {
  const { inputs, outputs } = job.carried;
  const args = [
    ...openWanted(job),
    ...inputs,
    ...writeArguments(writingOf(job, { soundKilobits }), job.out.path, outputs),
  ];
  await runFfmpeg(args, stepOf(job, job.onProgress));
}

async function writeGif(job: Job): Promise<void> {
  const palette = join(job.folder, 'palette.png');
  const writing = writingOf(job);
  await runFfmpeg(
    [...openWanted(job), ...paletteArguments([writing], palette)],
    stepOf(job, within(job.onProgress, 0, 0.4)),
  );
  // Without any frame there is no palette, and ffmpeg still exits with 0.
  if (!existsSync(palette)) throw new AppError('FILE_CORRUPT', { why: 'no frames' });
  const inputs = [...openWanted(job), '-f', 'png_pipe', '-i', `file:${palette}`];
  await runFfmpeg([...inputs, ...gifArguments(writing, job.out.path)], stepOf(job, within(job.onProgress, 0.4, 1)));
}

const sizeTolerance = 0.03;
/** Where the first pass and each attempt at the second pass end, as overall progress. */
const triesEnd = [0.85, 0.94, 1];
const firstPassEnd = 0.35;

/** Two-pass encoding, repeating the second pass if it misses the target size, which happens with short clips. */
async function writeToSize(job: Job, fit: Fit, wantedBytes: number): Promise<boolean> {
  const { soundKilobits } = fit;
  let kilobits = fit.videoKilobits;
  const writing = (pass: 1 | 2) => writingOf(job, { soundKilobits, rate: { kilobits, pass } });
  const first = stepOf(job, within(job.onProgress, 0, firstPassEnd));
  await runFfmpeg([...openWanted(job), ...firstPassArguments(writing(1))], first);
  let from = firstPassEnd;
  for (const until of triesEnd) {
    const second = stepOf(job, within(job.onProgress, from, until));
    const written = writeArguments(writing(2), job.out.path, job.carried.outputs);
    await runFfmpeg([...openWanted(job), ...job.carried.inputs, ...written], second);
    const { size: made } = await stat(job.out.path);
    if (Math.abs(made / wantedBytes - 1) <= sizeTolerance) return true;
    kilobits = correctBitrate({ ...fit, videoKilobits: kilobits }, job.plan, { made, wanted: wantedBytes });
    from = until;
  }
  return false;
}

/** Encodes sound alone, again with less while it is too large: encoders round the bit rate, and some have a least one. */
async function writeSoundToSize(job: Job, kilobits: number, wantedBytes: number): Promise<boolean> {
  let [from, asked] = [0, kilobits];
  for (const until of triesEnd) {
    await writeOnce({ ...job, onProgress: within(job.onProgress, from, until) }, asked);
    const { size: made } = await stat(job.out.path);
    if (made <= wantedBytes * (1 + sizeTolerance)) return true;
    if (asked === minSoundKilobits) return false;
    asked = Math.max(minSoundKilobits, Math.floor((asked * wantedBytes) / made));
    from = until;
  }
  return false;
}

const mebibyte = 1024 * 1024;

/** Encodes to a target size, scaling down when the bitrate is too low. Throws TARGET_SIZE_IMPOSSIBLE. */
async function convertToSize(job: Job, wantedBytes: number): Promise<{ job: Job; warnings: WarningCode[] }> {
  const { plan, facts, wish } = job;
  const fit = plan.video ? fitBitrate(plan, wantedBytes) : fitSoundBitrate(plan, wantedBytes);
  if ('impossible' in fit) {
    const [bestKb, targetKb] = [fit.impossible.minBytes, wantedBytes].map(bytes => Math.ceil(bytes / 1024));
    throw new AppError('TARGET_SIZE_IMPOSSIBLE', { bestKb, targetKb });
  }
  if (!plan.video) {
    const isMet = await writeSoundToSize(job, fit.soundKilobits, wantedBytes);
    return { job, warnings: isMet ? [] : ['size-missed'] };
  }
  const { shortSide } = fit;
  const smaller = shortSide === undefined ? plan : requirePlan(facts, { ...wish, width: undefined, shortSide });
  const sized = { ...job, plan: withoutCopies(smaller) };
  const isMet = await writeToSize(sized, fit, wantedBytes);
  // A clip may stay below its target even when it is encoded losslessly, which is not a miss.
  const isTooLarge = !isMet && (await stat(job.out.path)).size > wantedBytes * (1 + sizeTolerance);
  const warnings = listWarnings({ 'dimensions-reduced': shortSide !== undefined, 'size-missed': isTooLarge });
  return { job: sized, warnings };
}

/**
 * Converts a clip. `facts` are those of `file`. Throws CLIP_WITHOUT_PICTURE, CLIP_WITHOUT_SOUND, CLIP_RANGE_EMPTY, CLIP_TOO_LONG,
 * GIF_TOO_LONG, RESULT_TOO_LARGE, TARGET_SIZE_IMPOSSIBLE, FILE_CORRUPT or ENGINE_NOT_CONFIGURED.
 */
export async function convertClip(conversion: Conversion): Promise<Converted> {
  const { facts, wish, folder, name } = conversion;
  const plan = requirePlan(facts, wish);
  // Copying may fail, and then HDR is encoded after all.
  const canToneMap = await canMap(plan.video?.stream, folder);
  const out: ClipFile = { path: join(folder, `${name}.${wish.format}`), type: wish.format };
  const { format, speed } = wish;
  const carrying = { file: conversion.file, facts, plan, format, speed, folder, source: 0, inputs: 1 };
  const carried = wish.isPreview || format === 'gif' ? nothingCarried : await carryTracks(carrying);
  const job: Job = { ...conversion, plan, out, canToneMap, carried };
  const warnings: WarningCode[] = [];
  const wantedBytes = (wish.targetMb ?? 0) * mebibyte;
  const encodes = (plan.video ?? plan.sounds[0])?.does === 'encode';
  let done: Job = job;
  let written: ProbedClip | undefined;
  if (wish.format === 'gif') await writeGif(job);
  else if (wantedBytes > 0 && encodes && wish.format !== 'wav') {
    const sized = await convertToSize(job, wantedBytes);
    warnings.push(...sized.warnings);
    done = sized.job;
  } else ({ done, written } = await writePlanned(job, one => writeOnce(one)));
  written ??= await checkWritten(out, done.plan);
  if (!canToneMap && isHdrEncoded(done.plan)) warnings.unshift('hdr-not-mapped');
  if (isCutShort(written, done.plan)) warnings.push('cut-short');
  const made = lacksSound(written, done.plan) ? { ...done.plan, sounds: [] } : done.plan;
  warnings.push(...warningsOf(made));
  return { path: out.path, bytes: (await stat(out.path)).size, facts: written, plan: made, warnings };
}
