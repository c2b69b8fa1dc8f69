// Rotates, mirrors, straightens and crops one image, and saves it in its own or another format.
import { join } from 'node:path';
import type { Output, Run, Runs } from 'contract/run.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { gifEffort } from 'engines/encode.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { keepTiming, type MovingFormat, movingFormat } from 'engines/frames/moving.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { fromPixels } from 'engines/preview.ts';
import { nameSaved, savePicture } from 'engines/save-picture.ts';
import type { CropOptions, crop } from './contract.ts';
import { placeCrop, turnSize } from './frame.ts';

const decodedPercent = 30;
const croppedPercent = 60;

/** Returns the rotated and mirrored pixels. Works on decoded pixels, because a sharp pipeline rotates by an angle before it mirrors. */
async function turnPixels(
  picture: Picture,
  { turn, mirror, flip }: CropOptions,
  keepsProfile: boolean,
): Promise<RawPixels> {
  const channels = (await isSeenThrough(picture)) ? 4 : 3;
  const started = picture.start({ keepsProfile, paintsColour: true });
  const pixels = await readPixels(keepsProfile ? started.keepIccProfile() : started, channels);
  if (turn === 0 && !mirror && !flip) return pixels;
  const turned = turn === 0 ? pixels : await readPixels(fromPixels(pixels).rotate(turn), channels);
  return mirror || flip ? readPixels(fromPixels(turned).flop(mirror).flip(flip), channels) : turned;
}

async function cutPixels(turned: RawPixels, options: CropOptions): Promise<RawPixels> {
  const channels = turned.channels === 4 ? 4 : 3;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const straight =
    options.angle === 0 ? turned : await readPixels(fromPixels(turned).rotate(options.angle, { background }), channels);
  return readPixels(fromPixels(straight).extract(placeCrop(turned, straight, options)), channels);
}

/** An animation stays animated only if nothing but a crop is requested; otherwise its first frame is used. */
const stillMoving = (picture: Picture, { turn, mirror, flip, angle, format }: CropOptions) =>
  turn === 0 && !mirror && !flip && angle === 0 ? movingFormat(picture, format) : undefined;

async function cropAnimation(
  picture: Picture,
  type: MovingFormat,
  options: CropOptions,
  folder: string,
  inputName: string,
): Promise<Output> {
  const box = placeCrop(picture, picture, options);
  const path = join(folder, `cropped.${type}`);
  const frames = (await picture.startFrames()).extract(box);
  const effort = gifEffort(box.width * box.height * picture.frames);
  const timing = keepTiming(picture, type);
  await (type === 'gif' ? frames.gif({ effort, ...timing }) : frames.webp({ quality: 90, ...timing })).toFile(path);
  const { width, height } = box;
  return { files: [{ path, name: nameSaved(inputName, type, '-crop'), type, width, height }], meta: { warnings: [] } };
}

const run: Run<CropOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  const output = await refuseDamage(picture, async (): Promise<Output> => {
    const moving = stillMoving(picture, options);
    if (moving) return cropAnimation(picture, moving, options, folder, input.name);
    const keepsProfile = canKeepProfile(picture.metadata, 'webp');
    const turned = await turnPixels(picture, options, keepsProfile);
    progress(decodedPercent, 'working');
    const pixels = await cutPixels(turned, options);
    progress(croppedPercent, 'writing');
    const wishes = { format: options.format, keepsProfile, followsSource: true };
    const { losses, ...saved } = await savePicture({
      picture,
      inputName: input.name,
      pixels,
      folder,
      wishes,
      suffix: '-crop',
    });
    const { width, height } = turnSize(picture, options.turn);
    return { ...saved, meta: { turnedWidth: width, turnedHeight: height, warnings: losses } };
  });
  progress(100, 'writing');
  return output;
};

export const runs: Runs<typeof crop> = { crop: run };
