// Makes a clip of still pictures, with or without cross-fades.
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import type { FrameShape } from '../animation.ts';
import type { Picture } from '../image.ts';
import { type ProbedClip, probeClip } from './probe-clip.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

const framesPerSecond = 25;
/** JPEG quality of the intermediate frames: visually lossless, without chroma subsampling. */
const pictureQuality = 95;

interface Slideshow {
  readonly pictures: readonly Picture[];
  /** Even sides, and an opaque background colour. */
  readonly shape: FrameShape;
  /** From the start of one picture to the start of the next. */
  readonly secondsEach: number;
  /** Duration of the cross-fade at the end of that time; 0 for none. */
  readonly fadeSeconds: number;
  readonly folder: string;
  readonly onProgress: PartProgress;
}

const decodedPart = 0.4;

/**
 * Writes `clip.mp4` into the folder. Each picture is passed to ffmpeg twice, at its start and at the start of its fade, and the filter `framerate`
 * interpolates between consecutive inputs; between equal ones nothing changes. Throws FILE_CORRUPT or STORAGE_FULL.
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
  // An extra input after the last picture, which is cut off; without it the last picture would be shown for a single frame.
  await link(frame(0), frame(pictures.length * 2));
  const hold = secondsEach - (fadeSeconds > 0 ? fadeSeconds : 1 / framesPerSecond / 2);
  const last = pictures.length * 2;
  // The last picture is held to the end, since there is nothing to fade into.
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
