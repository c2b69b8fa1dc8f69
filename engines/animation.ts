// Animations as frames in memory: read from stills and from other animations, written as GIF or WebP.
import { gifEffort } from './encode.ts';
import { roundDelays } from './frames/round-delays.ts';
import type { Picture } from './image.ts';
import { sharp } from './sharp.ts';

/** All frames stacked vertically with four bytes per pixel, as the encoder takes them. */
export interface Frames {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

export interface FrameShape {
  readonly width: number;
  readonly height: number;
  readonly fit: 'contain' | 'cover' | 'fill';
  /** Any CSS colour, or transparent. */
  readonly background: string;
}

/** Reads all frames of a picture, resized to this shape; a still has one. Frames of an animation are composed: each covers the whole canvas. */
export async function readFrames(picture: Picture, shape: FrameShape): Promise<Frames> {
  const { width, height, fit, background } = shape;
  const colour = background === 'transparent' ? { r: 0, g: 0, b: 0, alpha: 0 } : background;
  const started = await (picture.frames > 1 ? picture.startFrames : picture.start)({ paintsColour: true });
  const pipeline = started.ensureAlpha().resize(width, height, { fit, background: colour });
  const flat = background === 'transparent' ? pipeline : pipeline.flatten({ background });
  const { data, info } = await flat.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width, height, count: Math.round(info.height / height) };
}

/** Concatenates frames. All must have the same size. */
export function joinFrames(parts: readonly Frames[]): Frames {
  const [first] = parts;
  if (!first) throw new Error('there are no frames to join');
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.data.length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part.data, at);
    at += part.data.length;
  }
  return { ...first, data, count: parts.reduce((sum, part) => sum + part.count, 0) };
}

const frameBytes = ({ width, height }: Frames) => width * height * 4;

/** Returns the frames with these indexes, in this order; an index may occur several times. */
export function pickFrames(frames: Frames, order: readonly number[]): Frames {
  const size = frameBytes(frames);
  const data = new Uint8Array(size * order.length);
  for (const [at, number] of order.entries())
    data.set(frames.data.subarray(number * size, (number + 1) * size), at * size);
  return { ...frames, data, count: order.length };
}

/** Returns the frames in another size. */
export async function resizeFrames(
  frames: Frames,
  { width, height }: Pick<FrameShape, 'width' | 'height'>,
): Promise<Frames> {
  const raw = {
    width: frames.width,
    height: frames.height * frames.count,
    channels: 4 as const,
    pageHeight: frames.height,
  };
  const input = Buffer.from(frames.data.buffer, frames.data.byteOffset, frames.data.byteLength);
  const data = await sharp(input, { raw, limitInputPixels: false, animated: true })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { data, width, height, count: frames.count };
}

export interface AnimationSettings {
  readonly format: 'gif' | 'webp';
  /** One per frame. */
  readonly delaysMs: readonly number[];
  /** 0 repeats forever. */
  readonly loop: number;
  /** 2..256, GIF only. */
  readonly colours: number;
  /** 0..1, GIF only. */
  readonly dither: number;
  /** 1..100, WebP only. */
  readonly quality: number;
  /** Both sides are scaled by this factor, 0..1. */
  readonly scale: number;
}

/** Writes an animation and returns its size in bytes, the size of a frame in pixels, and the delays as they are stored. */
export async function writeAnimation(frames: Frames, settings: AnimationSettings, path: string) {
  const { width, height, data, count } = frames;
  const { format, delaysMs, loop, colours, dither, quality, scale } = settings;
  const input = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const raw = { width, height: height * count, channels: 4 as const, pageHeight: height };
  const pipeline = sharp(input, { raw, limitInputPixels: false, animated: true });
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const sized = scale < 1 ? pipeline.resize(size.width, size.height, { fit: 'fill' }) : pipeline;
  const delay = roundDelays(delaysMs, format);
  const written =
    format === 'gif'
      ? sized.gif({
          delay,
          loop,
          colours,
          dither,
          effort: gifEffort(size.width * size.height * count),
          // Allows a separate palette for a frame where a shared one would be visible.
          interPaletteMaxError: 1,
          keepDuplicateFrames: true,
        })
      : sized.webp({ delay, loop, quality, effort: 3, minSize: false });
  const info = await written.toFile(path);
  return { ...size, bytes: info.size, delaysMs: delay };
}
