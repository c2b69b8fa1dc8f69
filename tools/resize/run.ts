// Resizes one image. Animations keep their frames, and vector drawings are rendered at the new size.
import { join } from 'node:path';
import type { Output, Run, Runs } from 'contract/run.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { checkSides, gifEffort } from 'engines/encode.ts';
import { checkPixels } from 'engines/formats/picture-limits.ts';
import { keepTiming, type MovingFormat, movingFormat } from 'engines/frames/moving.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { nameSaved, sameFormat, savePicture } from 'engines/save-picture.ts';
import type { ResizeOptions, resize } from './contract.ts';
import { newSize } from './new-size.ts';

const openedPercent = 5;
const resizedPercent = 60;

interface Size {
  readonly width: number;
  readonly height: number;
}

const nameFor = (name: string, type: MovingFormat, { width, height }: Size) =>
  nameSaved(name, type, `-${width}x${height}`);

async function resizeAnimation(
  picture: Picture,
  type: MovingFormat,
  size: Size,
  fit: 'cover' | 'fill',
  folder: string,
) {
  const path = join(folder, `resized.${type}`);
  const frames = (await picture.startFrames()).resize({ ...size, fit });
  const timing = keepTiming(picture, type);
  const pixels = size.width * size.height * picture.frames;
  await (type === 'gif'
    ? frames.gif({ effort: gifEffort(pixels), ...timing })
    : frames.webp({ quality: 85, ...timing })
  ).toFile(path);
  return path;
}

const run: Run<ResizeOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  const size = newSize(picture, options);
  const { type } = picture;
  const moving = movingFormat(picture, options.format);
  const format = moving ?? (options.format === 'same' ? sameFormat(type, picture.hasAlpha) : options.format);
  checkPixels(size.width, size.height, moving ? picture.frames : 1);
  checkSides(format, size.width, size.height);
  progress(openedPercent, 'working', { until: resizedPercent, usualMs: 800, name: 'resize' });
  const fit = options.fit === 'cover' ? 'cover' : 'fill';
  const sizes = { inputWidth: picture.width, inputHeight: picture.height };
  const work = async (): Promise<Output> => {
    if (moving) {
      const path = await resizeAnimation(picture, moving, size, fit, folder);
      return {
        files: [{ path, name: nameFor(input.name, moving, size), type: moving, ...size }],
        meta: { ...sizes, warnings: [] },
      };
    }
    const keepsProfile = canKeepProfile(picture.metadata, 'webp');
    const channels = (await isSeenThrough(picture)) ? 4 : 3;
    const scale = type === 'svg' ? Math.max(size.width / picture.width, size.height / picture.height) : 1;
    const started = picture.start({ keepsProfile, paintsColour: true, scale }).resize({ ...size, fit });
    const pixels = await readPixels(keepsProfile ? started.keepIccProfile() : started, channels);
    progress(resizedPercent, 'writing');
    const wishes = { format: options.format, keepsProfile, followsSource: true };
    const suffix = `-${size.width}x${size.height}`;
    const { losses, ...saved } = await savePicture({ picture, inputName: input.name, pixels, folder, wishes, suffix });
    return { ...saved, meta: { ...sizes, warnings: losses } };
  };
  const output = await refuseDamage(picture, work, { animated: moving !== undefined });
  progress(100, 'writing');
  return output;
};

export const runs: Runs<typeof resize> = { resize: run };
