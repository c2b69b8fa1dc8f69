// Writes a GIF of at most a size: colours and hardly visible changes are given up before pixels.
import { writeFile } from 'node:fs/promises';
import type { Frames } from 'engines/animation.ts';
import { canHoldFrames } from 'engines/formats/picture-limits.ts';
import { fitGif } from 'engines/gif/fit-gif.ts';
import type { Picture } from 'engines/image.ts';
import { openOwn } from 'engines/preview.ts';
import type { ConvertOptions } from './contract.ts';
import { resultSize, shapeAndColour } from './shape.ts';
import type { Written } from './written.ts';

/** Whether the frames fit into memory; otherwise only the dimensions can be reduced. */
export function canFitGif(picture: Picture, options: ConvertOptions): boolean {
  const { width, height } = resultSize(picture, options);
  return canHoldFrames(width, height, picture.frames);
}

/** The frames as the options shape them. */
async function shapeFrames(picture: Picture, options: ConvertOptions): Promise<Frames> {
  const shaped = await shapeAndColour(picture, options, null, 'gif');
  const rgba = shaped.toColourspace('srgb').ensureAlpha().raw();
  const { data, info } = await rgba.toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  return { data, width: info.width, height, count: Math.round(info.height / height) };
}

interface FittedFile extends Written {
  readonly hasFewerColours: boolean;
  readonly isReduced: boolean;
}

/** Writes to `path`. `onAttempt` receives the number of each file that is written, from 1. Throws TARGET_SIZE_IMPOSSIBLE. */
export async function fitGifFile(
  picture: Picture,
  options: ConvertOptions,
  { targetBytes, path, onAttempt }: { targetBytes: number; path: string; onAttempt: (number: number) => void },
): Promise<FittedFile> {
  const frames = await shapeFrames(picture, options);
  const { delaysMs, loop } = picture.timing ?? { delaysMs: [0], loop: 1 };
  const { file, width, height, hasFewerColours } = await fitGif({
    frames,
    delaysMs: frames.count > 1 ? delaysMs : [0],
    loop,
    targetBytes,
    mayScale: true,
    onAttempt,
  });
  await writeFile(path, file);
  return {
    width,
    height,
    bytes: file.length,
    usesQuality: false,
    keepsProfile: false,
    look: openOwn,
    hasFewerColours,
    isReduced: width < frames.width,
  };
}
