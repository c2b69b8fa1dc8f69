// Makes the thumbnails of an image: finds the subject once, decodes once, and crops every frame from that.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaName, media } from 'contract/media.ts';
import type { Output, RunContext, Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { findFocus } from 'engines/faces/find-focus.ts';
import { openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { type Box, chooseCrop, cropAround, type Focus } from 'engines/pixels/choose-crop.ts';
import { writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import type { ThumbnailOptions, thumbnails } from './contract.ts';
import { cutTo, encodeFrame, padTo } from './draw-frame.ts';
import { type FrameSize, listFrames } from './sizes.ts';

type Context = RunContext<ThumbnailOptions>;

const percents = { opened: 5, looked: 30, decoded: 40, drawn: 98 } as const;
/** Upscaling factor from which a warning is given. */
const noticeablyEnlarged = 1.1;

/** Returns the crop of each frame; undefined if the whole image is shown. */
async function chooseCrops(picture: Picture, options: ThumbnailOptions, frames: readonly FrameSize[]) {
  if (options.fit === 'contain') return frames.map(() => undefined);
  const aspect = picture.width / picture.height;
  const { x, y } = options.focus ?? { x: 0.5, y: 0.5 };
  if (options.fit === 'cover') return frames.map(({ width, height }) => cropAround(aspect, width / height, [x, y]));
  const focus: Focus = await findFocus(picture);
  return frames.map(({ width, height }) => chooseCrop(focus, aspect, width / height));
}

/** Returns the scale from the image to the frame. */
function scaleOf({ width, height }: FrameSize, crop: Box | undefined, picture: Picture): number {
  if (!crop) return Math.min(width / picture.width, height / picture.height);
  return Math.max(width / (crop.w * picture.width), height / (crop.h * picture.height));
}

/** Decodes at no more than the size that the largest frame needs; a vector drawing is rendered at that size. */
async function decode(picture: Picture, scale: number) {
  const isDrawing = picture.type === 'svg';
  const factor = isDrawing ? Math.max(1, scale) : Math.min(1, scale);
  const started = picture.start({ paintsColour: true, ...(isDrawing && { scale: factor }) });
  const width = Math.max(1, Math.round(picture.width * factor));
  const height = Math.max(1, Math.round(picture.height * factor));
  const sized = factor === 1 ? started : started.resize(width, height, { fit: 'fill' });
  return readPixels(sized, picture.hasAlpha ? 4 : 3);
}

const nameFrame = (inputName: string, { id, width, height }: FrameSize, type: MediaName) =>
  nameSaved(inputName, type, `-${id}-${width}x${height}`);

async function drawFrames(picture: Picture, context: Context): Promise<Output> {
  const { options, inputs, folder, progress } = context;
  const frames = listFrames(options);
  const crops = await chooseCrops(picture, options, frames);
  progress(percents.looked, 'working');
  const scales = frames.map((frame, i) => scaleOf(frame, crops[i], picture));
  const pixels = await decode(picture, Math.max(...scales));
  progress(percents.decoded, 'working');
  const files: Output['files'][number][] = [];
  for (const [i, frame] of frames.entries()) {
    const crop = crops[i];
    const drawn = crop ? cutTo(pixels, crop, frame) : await padTo(pixels, frame, options);
    const path = join(folder, `frame-${i}.${media[options.format].extensions[0]}`);
    await writeFile(path, await encodeFrame(drawn, options));
    const { width, height } = frame;
    files.push({
      path,
      name: nameFrame(inputs.imageUrl!.name, frame, options.format),
      type: options.format,
      width,
      height,
    });
    progress(percents.decoded + ((percents.drawn - percents.decoded) * (i + 1)) / frames.length, 'working');
  }
  const isEnlarged = picture.type !== 'svg' && Math.max(...scales) > noticeablyEnlarged;
  const warnings = listWarnings({
    'frames-enlarged': isEnlarged,
    'first-frame-only': picture.frames > 1 || picture.pages > 1,
  });
  return {
    files,
    meta: {
      engine: 'smart-crop',
      crops,
      warnings,
    },
  };
}

async function makeThumbnails(context: Context): Promise<Output> {
  const { inputs, folder, progress } = context;
  progress(0, 'reading');
  const picture = await openPicture(inputs.imageUrl!.path);
  progress(percents.opened, 'working');
  return refuseDamage(picture, async () => {
    const output = await drawFrames(picture, context);
    if (media[picture.type].shownByBrowsers) return output;
    const original = picture.start().flatten({ background: '#ffffff' });
    return { ...output, inputPreviewPath: await writePreview(original, join(folder, 'input-preview'), false) };
  });
}

/** Returns the focus for the screen's own `chooseCrop`; writes no files. */
async function tellFocus({ inputs, progress }: RunContext<Record<string, never>>): Promise<Output> {
  progress(0, 'reading');
  const picture = await openPicture(inputs.imageUrl!.path);
  const { faces, interest } = await refuseDamage(picture, () => findFocus(picture));
  return {
    files: [],
    meta: {
      faces,
      interest: { ...interest, values: Buffer.from(interest.values).toString('base64') },
      width: picture.width,
      height: picture.height,
    },
  };
}

export const runs: Runs<typeof thumbnails> = { makeThumbnails, findFocus: tellFocus };
