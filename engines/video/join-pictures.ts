// A clip of pictures, each shown for a while and faded into the next or not.
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import type { FrameShape } from '../animation.ts';
import type { Picture } from '../image.ts';
import { type ProbedClip, probeClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

const framesPerSecond = 25;
/** Hardly to be told from the picture, with colours as fine as its own. */
const pictureQuality = 95;

interface Slideshow {
  readonly pictures: readonly Picture[];
  /** Even sides; the background is a colour. */
  readonly shape: FrameShape;
  /** From the beginning of one picture to that of the next. */
  readonly secondsEach: number;
  /** The last part of those in which it becomes the next; 0 for none. */
  readonly fadeSeconds: number;
  readonly folder: string;
  readonly onProgress: PartProgress;
}

const decodedPart = 0.4;

/**
 * Writes `clip.mp4` into the folder. Each picture is given to ffmpeg twice, when it begins and when it begins to fade, and its filter `framerate` mixes
 * the frames between two different ones; between two equal ones nothing moves. Throws FILE_CORRUPT or STORAGE_FULL.
 */
export async function joinPictures(show: Slideshow): Promise<{ path: string; facts: ProbedClip }> {
  const { pictures, shape, secondsEach, fadeSeconds, folder, onProgress } = show;
  const { width, height, fit, background } = shape;
  const frame = (number: number) => join(folder, `show-${String(number).padStart(5, '0')}.jpg`);
  for (const [index, picture] of pictures.entries()) {
    const resized = picture.start({ paintsColour: true }).resize(width, height, { fit, background });
    await resized
      .flatten({ background })
      .toColourspace('srgb')
      .jpeg({ quality: pictureQuality, chromaSubsampling: '4:4:4' })
      .toFile(frame(index * 2))
      .catch((cause: unknown) => {
        throw new AppError('FILE_CORRUPT', null, { cause });
      });
    await link(frame(index * 2), frame(index * 2 + 1));
    onProgress((decodedPart * (index + 1)) / pictures.length);
  }
  const seconds = pictures.length * secondsEach;
  // What follows the last picture is cut off; without it the last one would be as short as a frame.
  await link(frame(0), frame(pictures.length * 2));
  const hold = secondsEach - (fadeSeconds > 0 ? fadeSeconds : 1 / framesPerSecond / 2);
  const last = pictures.length * 2;
  // The last picture is held to its end: there is nothing to fade into.
  const times = `if(eq(N,${last - 1}),${(seconds - 0.001).toFixed(3)},floor(N/2)*${secondsEach.toFixed(3)}+mod(N,2)*${hold.toFixed(3)})`;
  const between =
    fadeSeconds > 0
      ? `framerate=fps=${framesPerSecond}:interp_start=0:interp_end=255:scene=100:flags=0`
      : `fps=${framesPerSecond}`;
  const filters = [`settb=1/1000`, `setpts='(${times})/TB'`, between, 'format=yuv420p'].join(',');
  const path = join(folder, 'clip.mp4');
  const codec = ['-c:v', 'libx264', '-preset', 'faster', '-crf', '20', '-pix_fmt', 'yuv420p', '-colorspace', 'bt470bg'];
  const source = ['-protocol_whitelist', 'file', '-f', 'image2', '-framerate', '25', '-start_number', '0'];
  await runFfmpeg(
    [
      ...[...source, '-i', `file:${join(folder, 'show-%05d.jpg')}`],
      ...['-vf', filters, ...codec, '-r', String(framesPerSecond), '-t', seconds.toFixed(3), '-an'],
      ...['-movflags', '+faststart', '-f', 'mp4', `file:${path}`],
    ],
    { folder, seconds, onProgress: fraction => onProgress(decodedPart + (1 - decodedPart) * fraction) },
  );
  return { path, facts: await probeClip({ path, type: 'mp4' }) };
}
