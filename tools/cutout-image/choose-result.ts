// What kind of picture the options ask for, and what is behind the subject.
import { AppError } from 'contract/errors.ts';
import type { InputFile } from 'contract/run.ts';
import type { Backdrop } from 'engines/cutout/backdrop.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { openOwn } from 'engines/preview.ts';
import type { CutoutCallOptions } from './contract.ts';
import { drawBackground } from './draw-background.ts';

type ReturnType = NonNullable<CutoutCallOptions['returnType']>;

/** A drawn background is soft: more pixels than these would show nothing more. */
const mostDrawnPixels = 1200;

/** Refuses TRANSPARENCY_UNSUPPORTED when the cutout on nothing is asked for in a format that cannot hold it. */
export function chooseReturnType(options: CutoutCallOptions, hasBackgroundPicture: boolean): ReturnType {
  const { returnType, format, backgroundBlur, backgroundColor, backgroundId } = options;
  const hasBackground = hasBackgroundPicture || !!(backgroundBlur || backgroundColor || backgroundId);
  if (returnType === 'rgba' && format === 'jpg') throw new AppError('TRANSPARENCY_UNSUPPORTED', { format: 'JPG' });
  return returnType ?? (hasBackground || format === 'jpg' ? 'composite' : 'rgba');
}

async function openBackground(input: InputFile): Promise<Backdrop> {
  const picture = await openPicture(input.path);
  // Decoded once ahead: damage must be told of this picture, not of the one that is cut.
  await refuseDamage(picture, () => picture.start().resize(8, 8, { fit: 'fill' }).raw().toBuffer());
  return { kind: 'picture', start: () => picture.start({ paintsColour: true }) };
}

/** The first of picture, drawn background, blur and colour that is named; white when none is. */
export async function chooseBackground(
  options: CutoutCallOptions,
  input: InputFile | undefined,
  { width, height }: Pixels,
): Promise<Backdrop> {
  const { backgroundId, backgroundBlur, backgroundColor = '#ffffff' } = options;
  if (input) return openBackground(input);
  if (backgroundId) {
    const { svg, grain } = drawBackground(backgroundId, width, height, mostDrawnPixels);
    return { kind: 'picture', start: () => openOwn(Buffer.from(svg)), grain };
  }
  if (backgroundBlur) return { kind: 'blur', strength: backgroundBlur };
  return { kind: 'colour', colour: backgroundColor };
}
