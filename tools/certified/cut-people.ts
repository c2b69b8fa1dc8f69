// Cuts out people, without other objects: as a cutout, as a matte, or over a background.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type Output, partOf, type RunContext } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { composeCutout } from 'engines/cutout/compose-cutout.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { keepFaces } from 'engines/matte/keep-faces.ts';
import { findMatte } from 'engines/matte/matte.ts';
import { readPaintedInputs } from 'engines/matte/painted.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { sharp } from 'engines/sharp.ts';
import type { CertifiedOptions } from './contract.ts';
import { readSmall } from './person.ts';

/** Progress at the end of each step, in percent. */
const percents = { reading: 5, matte: 75, composed: 90 } as const;
const solid = 128;
/** Minimum share of opaque pixels; smaller mattes are refused as PERSON_NOT_FOUND. */
const minShare = 0.002;

/** Returns the background and, if it is an image, the image, which may turn out to be damaged. */
async function readBackground({ options, inputs }: RunContext<CertifiedOptions>) {
  if (options.returnType !== 'composite') return {};
  if (inputs.backgroundUrl) {
    const picture = await openPicture(inputs.backgroundUrl.path);
    return { picture, backdrop: { kind: 'picture', start: () => picture.start({ paintsColour: true }) } as const };
  }
  const from = options.backgroundColor ?? '#ffffff';
  return { backdrop: { kind: 'gradient', from, to: options.backgroundTo ?? from } as const };
}

const isSomebody = (alpha: Uint8Array) =>
  alpha.reduce((count, value) => count + (value >= solid ? 1 : 0), 0) >= alpha.length * minShare;

/** Keeps the transparent pixels of the input transparent. */
async function keepHoles(picture: Picture, alpha: Uint8Array): Promise<void> {
  if (!(await isSeenThrough(picture))) return;
  const { data } = await readPixels(picture.start({ paintsColour: true }), 4);
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.round((alpha[i]! * data[i * 4 + 3]!) / 255);
}

/** Writes the people as PNG. Refuses PERSON_NOT_FOUND. */
export async function cutPeople(picture: Picture, context: RunContext<CertifiedOptions>): Promise<Output> {
  const { options, inputs, models, folder, progress } = context;
  progress(percents.reading, 'reading');
  const { picture: behind, backdrop } = await readBackground(context);
  const pixels = await readSmall(picture, 1);
  const { alpha, engine } = await findMatte(pixels, {
    modelFile: models.matte,
    ...(await readPaintedInputs(inputs)),
    progress: partOf(progress, percents.reading, percents.matte, 'working'),
  });
  await keepHoles(picture, alpha);
  if (!isSomebody(alpha)) throw new AppError('PERSON_NOT_FOUND');
  // A person seen from behind has no face, so a missing face is only a warning.
  const warnings = listWarnings({
    'first-frame-only': picture.frames > 1 || picture.pages > 1,
    'no-person-found': (await keepFaces(pixels, alpha)) === 0,
  });
  const compose = () => composeCutout({ pixels, alpha, returnType: options.returnType, background: backdrop });
  const composed = await (behind ? refuseDamage(behind, compose) : compose());
  progress(percents.composed, 'writing');
  const { data, width, height, channels } = composed;
  const path = join(folder, 'people.png');
  const raw = Buffer.from(data.buffer, data.byteOffset, data.length);
  const pipeline = sharp(raw, { raw: { width, height, channels } });
  await writeFile(path, await (channels === 1 ? pipeline.toColourspace('b-w') : pipeline).png().toBuffer());
  progress(100, 'writing');
  const name = nameSaved(inputs.imageUrl!.name, 'png', options.returnType === 'mask' ? '-mask' : '-people');
  return { files: [{ path, name, type: 'png', width, height }], meta: { engine, warnings } };
}
