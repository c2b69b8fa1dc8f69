// Decodes a part of a clip into raw pixels in memory, for animations.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { requirePlan } from 'contract/clip/require-plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import type { FrameShape, Frames } from '../animation.ts';
import { checkFrames } from '../formats/picture-limits.ts';
import { cutPart } from './cut-part.ts';
import type { ClipFile } from './open-arguments.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { canMap } from './tone-map.ts';
import { decodeAlpha, videoFilters } from './write-arguments.ts';

interface ClipFrames {
  readonly file: ClipFile;
  readonly facts: ClipFacts;
  /** In seconds of the clip. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly framesPerSecond: number;
  /** Undefined: the default size of a GIF made from the clip. */
  readonly shape: FrameShape | undefined;
  readonly folder: string;
  readonly onProgress: PartProgress;
}

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);

/** Filters that fit a frame into a shape. They contain only numbers and fixed words. */
function fitFilters({ width, height, fit, background }: FrameShape): string[] {
  if (fit === 'fill') return [`scale=${width}:${height}:flags=lanczos`];
  const side = `force_original_aspect_ratio=${fit === 'cover' ? 'increase' : 'decrease'}`;
  const scale = `scale=${width}:${height}:flags=lanczos:${side}`;
  if (fit === 'cover') return [scale, `crop=${width}:${height}`];
  const colour = background === 'transparent' ? 0 : Number.parseInt(background.slice(1), 16) || 0;
  const opacity = background === 'transparent' ? 0 : 1;
  return [
    scale,
    'format=rgba',
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=0x${colour.toString(16).padStart(6, '0')}@${opacity}`,
  ];
}

/** The last frame lasts until the end of the part, which may lie between two frames, or before the end of the first. */
function delaysOf(count: number, framesPerSecond: number, seconds: number): number[] {
  const each = 1000 / framesPerSecond;
  const last = seconds * 1000 - each * (count - 1);
  return [...new Array<number>(count - 1).fill(each), Math.min(last, each * 2)];
}

/**
 * Decodes a part of a clip. `folder` needs four bytes of disk space per pixel. Throws CLIP_WITHOUT_PICTURE, CLIP_RANGE_EMPTY, GIF_TOO_LONG,
 * FRAMES_TOO_MANY or FILE_CORRUPT.
 */
export async function readClipFrames({
  file,
  facts,
  start,
  end,
  framesPerSecond,
  shape,
  folder,
  onProgress,
}: ClipFrames) {
  const wish: ClipWish = { format: 'gif', quality: 75, speed: 1, mute: true, start, end, fps: framesPerSecond };
  const plan = requirePlan(facts, wish);
  const { width, height } = shape ?? { width: even(plan.size!.width), height: even(plan.size!.height) };
  const count = Math.max(1, Math.round(plan.seconds * plan.framesPerSecond));
  checkFrames(width, height, count);
  const canToneMap = await canMap(plan.video?.stream, folder);
  const cut = cutPart(file, plan, plan.video?.stream);
  // The shape's size replaces the plan's, which would scale the frame down first.
  const filters = videoFilters({ ...plan, size: undefined, isResized: true }, wish, { canToneMap, cut });
  const fitted = [...filters, ...fitFilters(shape ?? { width, height, fit: 'fill', background: 'transparent' })];
  const path = join(folder, 'frames.rgba');
  const look = ['-map', `0:${plan.video!.stream.index}`, '-vf', [...fitted, 'setsar=1', 'format=rgba'].join(',')];
  // All frames of an animation have the same duration, so gaps in the clip are filled by repeating the previous frame. `count` limits that.
  const steady = ['-r', String(plan.framesPerSecond), '-fps_mode', 'cfr', '-frames:v', String(count)];
  const written = ['-an', '-sn', '-dn', ...steady, '-f', 'rawvideo', `file:${path}`];
  const opened = [...decodeAlpha(plan.video?.stream, wish.format), ...cut.input];
  await runFfmpeg([...opened, ...look, ...written], { folder, seconds: plan.seconds, onProgress });
  const data = await readFile(path);
  await rm(path);
  const frames: Frames = { data, width, height, count: Math.floor(data.length / (width * height * 4)) };
  if (frames.count === 0) throw new AppError('FILE_CORRUPT', { why: 'no frames' });
  return { frames, delaysMs: delaysOf(frames.count, plan.framesPerSecond, plan.seconds) };
}
