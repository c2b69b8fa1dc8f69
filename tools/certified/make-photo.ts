// Makes an ID photo and, if wanted, the sheet to print it from.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type Output, partOf, type RunContext } from 'contract/run.ts';
import { retouchFace } from 'engines/faces/retouch-skin.ts';
import type { Picture } from 'engines/image.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { chooseSize } from './choose-size.ts';
import type { CertifiedOptions } from './contract.ts';
import { drawPhoto } from './draw-photo.ts';
import { measureCut } from './measure-cut.ts';
import { findPerson } from './person.ts';
import { placeHead, sharesOf } from './place-head.ts';
import { makePortrait, type Portrait } from './portrait.ts';
import { drawSheet, planSheet, sheetDpi } from './sheet.ts';
import type { PhotoSize } from './size-shape.ts';
import { pixelsOf } from './sizes.ts';
import { encodePhoto } from './write-photo.ts';

type Context = RunContext<CertifiedOptions>;

/** Where each step ends. The matting network takes nearly all of the time. */
const percents = { reading: 5, found: 15, matte: 80, drawn: 90 } as const;
/** A photo is drawn this much larger than the original before it is worth a word. */
const noticeablyEnlarged = 1.15;
/** Of the photo's edges, where the body ends in the air. */
const noticeableCut = 0.02;

function fileLimits({ maxKb, minKb, exactKb }: CertifiedOptions, size: PhotoSize) {
  const max = maxKb ?? size.kb?.max;
  const min = minKb ?? (maxKb === undefined ? size.kb?.min : undefined);
  if (min !== undefined && max !== undefined && min > max) throw new AppError('KB_RANGE_EMPTY', { min, max });
  return { dpi: size.dpi, minKb: min, maxKb: max, isExact: exactKb && max !== undefined };
}

async function writeSheet(context: Context, size: PhotoSize, draw: (sides: Sides) => Promise<Pixels>) {
  const { options, folder, inputs } = context;
  if (!options.sheet) return undefined;
  const plan = planSheet(options.sheet, size.widthMm, size.heightMm);
  if (!plan) return undefined;
  const sheet = drawSheet(plan, await draw(plan.photo));
  const path = join(folder, 'sheet.jpg');
  await writeFile(path, await encodePhoto(sheet, { dpi: sheetDpi }));
  const name = nameSaved(inputs.imageUrl!.name, 'jpg', `-${size.id}-sheet-${options.sheet}`);
  const file = { path, name, type: 'jpg' as const, width: sheet.width, height: sheet.height };
  return { file, copies: plan.columns * plan.rows };
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** Refuses what `findPerson`, `makePortrait` and `encodePhoto` refuse. */
export async function makePhoto(picture: Picture, context: Context): Promise<Output> {
  const { options, inputs, folder, models, progress } = context;
  const size = chooseSize(options.spec!);
  const limits = fileLimits(options, size);
  const sides = pixelsOf(size);
  progress(percents.reading, 'reading');
  const { face, warnings } = await findPerson(picture);
  progress(percents.found, 'working');
  const portrait = await makePortrait(picture, face, {
    rule: size.rule,
    ...sides,
    modelFile: models.matte,
    progress: partOf(progress, percents.found, percents.matte, 'working'),
  });
  const retouched: Portrait = { ...portrait, pixels: retouchFace(portrait.pixels, portrait.mesh, options.beauty) };
  const placing = placeHead(portrait.head, size.rule, sides.width / sides.height, area => measureCut(portrait, area));
  const top = options.backgroundColor ?? size.background;
  const background = { top, bottom: options.backgroundTo ?? top };
  const draw = (target: Sides) => drawPhoto(retouched, placing.area, background, target);
  const photo = await draw(sides);
  progress(percents.drawn, 'writing');
  const bytes = await encodePhoto(photo, limits);
  const path = join(folder, 'photo.jpg');
  await writeFile(path, bytes);
  const sheet = await writeSheet(context, size, draw);
  const enlarged = sides.height / (placing.area.h / portrait.scale);
  const found: Record<string, boolean> = {
    'first-frame-only': picture.frames > 1 || picture.pages > 1,
    'rule-missed': !placing.keepsRule,
    'body-cut': placing.cutShare > noticeableCut,
    'photo-enlarged': enlarged > noticeablyEnlarged,
    'sheet-too-small': options.sheet !== undefined && sheet === undefined,
  };
  progress(100, 'writing');
  return {
    files: [
      { path, name: nameSaved(inputs.imageUrl!.name, 'jpg', `-${size.id}`), type: 'jpg', ...sides },
      ...(sheet ? [sheet.file] : []),
    ],
    meta: {
      engine: portrait.engine,
      size: size.id,
      dpi: size.dpi,
      bytes: bytes.length,
      tiltDegrees: Math.round(face.tiltDegrees * 10) / 10,
      ...(sheet && { copies: sheet.copies }),
      // Shares of the photo's height, for the guides of the screen.
      head: sharesOf(portrait.head, placing.area),
      rule: size.rule,
      warnings: [...warnings, ...Object.keys(found).filter(name => found[name])],
    },
  };
}
