// Makes an ID photo and, on request, its print sheet and the layer of the person.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type Output, partOf, type RunContext } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import type { Face } from 'engines/faces/faces.ts';
import { retouchFace } from 'engines/faces/retouch-skin.ts';
import type { Picture } from 'engines/image.ts';
import { readPaintedInputs } from 'engines/matte/painted.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { fromPixels } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import type { CertifiedOptions, OwnSize } from './contract.ts';
import { drawPhoto } from './draw-photo.ts';
import { measureBelow, measureBeside, measureCut } from './measure-edges.ts';
import { findKept } from './measure-kept.ts';
import { findPeople, mapAround, type SeenFace } from './person.ts';
import type { PhotoLayer } from './photo-layer.ts';
import { type Area, moveHead, placeHead, sharesOf } from './place-head.ts';
import { makePortrait, type Portrait, turnPortrait } from './portrait.ts';
import { drawSheet, planSheet, sheetDpi } from './sheet.ts';
import { backgrounds, custom, type PhotoSize } from './sizes/size-shape.ts';
import { findSize, pixelsOf, toMm } from './sizes/sizes.ts';
import { encodePhoto } from './write-photo.ts';

const own = (size: OwnSize): PhotoSize => {
  const { dpi } = size;
  const isInPixels = 'widthPx' in size;
  return {
    id: 'custom',
    group: 'world',
    name: { zh: '自定义', en: 'Custom' },
    dpi,
    widthMm: isInPixels ? toMm(size.widthPx, dpi) : size.widthMm,
    heightMm: isInPixels ? toMm(size.heightPx, dpi) : size.heightMm,
    ...(isInPixels && { px: [size.widthPx, size.heightPx] as const }),
    rule: custom,
    background: backgrounds.white,
  };
};

/** The schema guarantees that an id is in the list. */
function chooseSize(spec: NonNullable<CertifiedOptions['spec']>): PhotoSize {
  return typeof spec === 'string' ? findSize(spec)! : own(spec);
}

type Context = RunContext<CertifiedOptions>;

/** Progress at the end of each step, in percent. The matting network takes nearly all of the time. */
const percents = { reading: 5, found: 15, matte: 80, drawn: 90 } as const;
/** Upscaling factor of the original from which a warning is given. */
const noticeablyEnlarged = 1.15;
/** Share of the photo's edges with a cut-off body from which a warning is given. */
const noticeableCut = 0.02;
/** Share of the photo's side edge beside the head from which an arm or hair there is told. */
const noticeableBeside = 0.2;
/** Share of the columns below a face that a neck covers at least; below it, the body is missing. */
const minBelow = 0.3;

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

/** Writes the cut-out person, from which pages draw other photos. */
async function writeLayer({ pixels, alpha }: Portrait, folder: string): Promise<string> {
  const { data, width, height } = pixels;
  const path = join(folder, 'layer.webp');
  await fromPixels({ data, width, height, channels: 3 })
    .joinChannel(Buffer.from(alpha), { raw: { width, height, channels: 1 } })
    .webp({ quality: 92, alphaQuality: 100, effort: 2, smartSubsample: true })
    .toFile(path);
  return path;
}

/** Makes the portrait; the network is skipped if the matte of an earlier layer is sent. */
async function openPortrait(picture: Picture, faces: readonly Face[], size: PhotoSize, context: Context) {
  const { inputs, models, progress } = context;
  return makePortrait(picture, faces, {
    rule: size.rule,
    ...pixelsOf(size),
    matte: {
      modelFile: models.matte,
      ...(await readPaintedInputs(inputs)),
      progress: partOf(progress, percents.found, percents.matte, 'working'),
    },
  });
}

/** Whether the photo keeps a thing at the head. Beside a second head there would be one at each. */
async function hasThing(portrait: Portrait, faces: readonly SeenFace[], area: Area, picture: Picture) {
  const [face, ...others] = faces;
  if (!face?.parts || others.length > 0) return false;
  const kept = findKept(portrait, face.parts.map, area, picture);
  if (kept.hasThing || !kept.goesOn) return kept.hasThing;
  const map = await mapAround(picture, face);
  return map !== undefined && findKept(portrait, map, area, picture).hasThing;
}

/** Throws the refusals of `findPeople`, `makePortrait` and `encodePhoto`. */
export async function makePhoto(picture: Picture, context: Context): Promise<Output> {
  const { options, inputs, folder, progress } = context;
  const size = chooseSize(options.spec!);
  const limits = fileLimits(options, size);
  const sides = pixelsOf(size);
  progress(percents.reading, 'reading');
  const { faces, warnings } = await findPeople(picture, size.people ?? 1);
  progress(percents.found, 'working');
  const portrait = await openPortrait(picture, faces, size, context);
  const { place, beauty } = options;
  const pixels = portrait.meshes.reduce((made, mesh) => retouchFace(made, mesh, beauty), portrait.pixels);
  const retouched: Portrait = { ...portrait, pixels };
  const placed = placeHead(
    portrait.head,
    size.rule,
    sides.width / sides.height,
    area => measureCut(portrait, area),
    portrait.minWidth,
  );
  const turned = turnPortrait(retouched, place.turn);
  const isMoved = place.zoom !== 1 || place.right !== 0 || place.down !== 0 || place.turn !== 0;
  const placing = isMoved
    ? moveHead(placed, portrait.head, size.rule, place, area => measureCut(turned, area))
    : placed;
  const top = options.backgroundColor ?? size.background;
  const background = { top, bottom: options.backgroundTo ?? top };
  const draw = (target: Sides) => drawPhoto(turned, placing.area, background, target);
  const photo = await draw(sides);
  progress(percents.drawn, 'writing');
  const bytes = await encodePhoto(photo, limits);
  const path = join(folder, 'photo.jpg');
  await writeFile(path, bytes);
  const sheet = await writeSheet(context, size, draw);
  const enlarged = sides.height / (placing.area.h / portrait.scale);
  const found = listWarnings({
    'first-frame-only': picture.frames > 1 || picture.pages > 1,
    'rule-missed': !placing.keepsRule && !isMoved,
    'moved-off-rule': !placing.keepsRule && isMoved,
    'body-cut': placing.cutShare > noticeableCut,
    'body-missing': measureBelow(turned, placing.area) < minBelow,
    'beside-head': faces.length === 1 && measureBeside(turned, placing.area) > noticeableBeside,
    // The map is less sure of a turned head, of which another photo is needed anyway. It is not turned by hand, so neither is the portrait.
    'thing-at-head': !warnings.includes('head-turned') && (await hasThing(portrait, faces, placing.area, picture)),
    'photo-enlarged': enlarged > noticeablyEnlarged,
    'sheet-too-small': options.sheet !== undefined && sheet === undefined,
  });
  const { head, toPicture } = portrait;
  const { width, height } = portrait.pixels;
  const layer: PhotoLayer = { width, height, head, area: placed.area, keepsRule: placed.keepsRule, toPicture };
  const layerPath = options.withLayer ? await writeLayer(retouched, folder) : undefined;
  progress(100, 'writing');
  return {
    files: [
      { path, name: nameSaved(inputs.imageUrl!.name, 'jpg', `-${size.id}`), type: 'jpg', ...sides },
      ...(sheet ? [sheet.file] : []),
    ],
    ...(layerPath && { layerPath }),
    meta: {
      engine: portrait.engine,
      size: size.id,
      dpi: size.dpi,
      bytes: bytes.length,
      tiltDegrees: Math.round(mean(faces.map(face => face.tiltDegrees)) * 10) / 10,
      ...(sheet && { copies: sheet.copies }),
      // Shares of the photo's height, for the guides on the screen.
      head: sharesOf(head, placing.area),
      rule: size.rule,
      ...(layerPath && { layer }),
      warnings: [...warnings, ...found],
    },
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
