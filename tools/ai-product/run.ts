// Makes one product image: cuts out the product, renders the scene or opens the drawn background, and composes both.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import { type Output, partOf, type RunContext, type Runs } from 'contract/run.ts';
import type { SceneId } from 'contract/scenes.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { composeCutout } from 'engines/cutout/compose-cutout.ts';
import { openDrawing, orDrawFailed, tellDrawn } from 'engines/drawing-server.ts';
import { packPng } from 'engines/formats/pack-png.ts';
import { openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { findMatte } from 'engines/matte/matte.ts';
import { readPaintedInputs } from 'engines/matte/painted.ts';
import { type Box, findSubjectBox } from 'engines/matte/subject-box.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { placeProduct } from 'engines/pixels/product/place-product.ts';
import { findStanding, readSceneLight, type SceneLight, type Standing } from 'engines/pixels/product/scene-light.ts';
import { layProduct, type ProductPixels, prepareProduct, trimProduct } from 'engines/pixels/product/stand-product.ts';
import { lightOfPicture, standInPicture } from 'engines/pixels/product/unknown-light.ts';
import { renderScene } from 'engines/pixels/scenes/render-scene.ts';
import { onGround } from 'engines/pixels/scenes/stage.ts';
import { fromPixels, writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { readSeenPixels } from 'engines/seen-pixels.ts';
import { sharp } from 'engines/sharp.ts';
import { askBackground, drawnField } from './ask-background.ts';
import type { aiProduct, ProductOptions } from './contract.ts';
import { findScene } from './find-scene.ts';

type Context = RunContext<ProductOptions>;

const readPercent = 6;
const cutPercent = 55;
const scenePercent = 88;
const stoodPercent = 94;
const jpgQuality = 92;
const webpQuality = 92;
/** Longer side of the product layer for the page, in pixels. */
const layerSide = 1000;
/** Minimum share of transparent pixels from which an image counts as already cut out. */
const cutShare = 0.02;
/** Upscaling factor of the product from which a warning is given. */
const maxEnlarged = 1.4;

/** Share of its side along an edge of the photograph from which a product may be cut off there. */
const minFrameTouch = 0.1;
/** Distance from the edge at which that is read, in pixels, because a matte is unreliable right at the edge. */
const frameInset = 2;

interface Sides {
  readonly width: number;
  readonly height: number;
}

interface Cut {
  readonly picture: Picture;
  /** The product on a transparent background, cropped to its box. */
  readonly product: ProductPixels;
  readonly box: Box;
  readonly whole: Sides;
  readonly engine: string | undefined;
  readonly warnings: readonly WarningCode[];
}

/**
 * Returns how much of its side the product lies along the photograph's left, right or upper edge, 0..1, where it is most. Along the lower edge it may
 * stand on the ground.
 */
function measureFrameTouch(alpha: Uint8Array, { width, height }: Sides, box: Box): number {
  const share = (start: number, step: number, count: number, side: number) => {
    let solid = 0;
    for (let i = 0, at = start; i < count; i++, at += step) if (alpha[at]! >= 128) solid++;
    return solid / side;
  };
  if (Math.min(width, height) <= 2 * frameInset) return 0;
  return Math.max(
    share(frameInset, width, height, box.h),
    share(width - 1 - frameInset, width, height, box.h),
    share(frameInset * width, 1, width, box.w),
  );
}

async function cutOut({ inputs, models, progress }: Context): Promise<Cut> {
  const picture = await openPicture(inputs.imageUrl!.path);
  return refuseDamage(picture, async () => {
    const { pixels, seen } = await readSeenPixels(picture);
    progress(readPercent, 'working');
    const painted = await readPaintedInputs(inputs);
    const isCut =
      seen !== undefined && seen.reduce((count, alpha) => count + (alpha < 128 ? 1 : 0), 0) >= cutShare * seen.length;
    const isOwn = isCut && Object.keys(painted).length === 0;
    const found = isOwn
      ? { alpha: seen, engine: undefined, doubts: undefined }
      : await findMatte(pixels, {
          modelFile: models.matte,
          ...painted,
          progress: partOf(progress, readPercent, cutPercent, 'working'),
        });
    const { alpha, engine, doubts } = found;
    if (seen && !isOwn && !painted.given)
      for (let i = 0; i < alpha.length; i++) alpha[i] = Math.round((alpha[i]! * seen[i]!) / 255);
    const { width, height } = pixels;
    const box = findSubjectBox(alpha, width, height);
    if (!box) throw new AppError('SUBJECT_NOT_FOUND');
    const composed = await composeCutout({ pixels, alpha, returnType: 'rgba', crop: { marginPercent: 0 } });
    const isUnsure = doubts?.isUnsure && !painted.keep;
    const warnings = listWarnings({
      'first-frame-only': picture.frames > 1 || picture.pages > 1,
      'subject-unsure': isUnsure,
      'parts-half-seen': doubts?.mayMissParts && !isUnsure && !painted.keep,
      // A product without a background is often trimmed to its box.
      'product-cut-off': !isOwn && measureFrameTouch(alpha, pixels, box) >= minFrameTouch,
      'several-subjects': doubts?.isSeveral && !doubts.mayMissParts && !isUnsure && !painted.keep,
    });
    return { picture, product: composed, box, whole: { width, height }, engine, warnings };
  });
}

interface Ground {
  readonly scene: Pixels;
  readonly on: Uint8Array;
  readonly light: SceneLight;
  readonly standing: Standing;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly warnings: readonly WarningCode[];
}

function renderGround(id: SceneId, { options, progress }: Context, warnings: readonly WarningCode[]): Ground {
  const { width, height } = options;
  const report = partOf(progress, cutPercent, scenePercent, 'working');
  const { on, ...scene } = renderScene(id, width, height, report);
  return {
    scene,
    on,
    light: readSceneLight(id),
    standing: findStanding(id, width, height),
    meta: { scene: id, background: 'scene' },
    warnings,
  };
}

/** Opens the drawn background and estimates its light. */
async function openGround({ options, inputs }: Context): Promise<Ground> {
  const { width, height } = options;
  const { path, sent } = inputs[drawnField]!;
  const drawn = await orDrawFailed(openDrawing(path).metadata());
  const asked = askBackground(options)!;
  const wanted = { width: asked.width, height: asked.height };
  const { warnings, meta } = tellDrawn({ sent, wanted, drawn: [drawn], isScaled: true });
  const fitted = openDrawing(path).flatten({ background: '#ffffff' }).resize(width, height, { fit: 'cover' });
  const scene = await orDrawFailed(readPixels(fitted, 3));
  return {
    scene,
    on: new Uint8Array(width * height).fill(onGround),
    light: lightOfPicture(scene),
    standing: standInPicture(width, height),
    meta: { background: 'server', ...meta },
    warnings,
  };
}

/** Returns the product resized, rotated and trimmed to its opaque pixels. */
async function sizeProduct(
  { data, width, height }: ProductPixels,
  to: { width: number; height: number },
  turn: number,
): Promise<ProductPixels> {
  const resized = sharp(data, { raw: { width, height, channels: 4 } }).resize(
    Math.round(to.width),
    Math.round(to.height),
    { fit: 'fill' },
  );
  if (turn === 0) return trimProduct(await readPixels(resized, 4));
  const upright = await readPixels(resized, 4);
  return trimProduct(
    await readPixels(fromPixels(upright).rotate(turn, { background: { r: 0, g: 0, b: 0, alpha: 0 } }), 4),
  );
}

/** Writes the product layer. Its alpha is lossless because later runs start from it. */
async function writeLayer({ data, width, height }: ProductPixels, folder: string): Promise<string> {
  const path = join(folder, 'product.webp');
  await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(layerSide, layerSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90, alphaQuality: 100, effort: 2 })
    .toFile(path);
  return path;
}

async function write(
  { data, width, height }: Pixels,
  { options, inputs, folder }: Context,
): Promise<Output['files'][number]> {
  const { format } = options;
  const path = join(folder, `product.${media[format].extensions[0]}`);
  const drawn = sharp(data, { raw: { width, height, channels: 3 } });
  if (format === 'png') await writeFile(path, await packPng({ data, width, height, channels: 3 }));
  else if (format === 'jpg') await drawn.jpeg({ quality: jpgQuality, chromaSubsampling: '4:4:4' }).toFile(path);
  else await drawn.webp({ quality: webpQuality, effort: 3, smartSubsample: true }).toFile(path);
  return { path, name: nameSaved(inputs.imageUrl!.name, format, '-product'), type: format, width, height };
}

async function stage(context: Context): Promise<Output> {
  const { options, folder, progress } = context;
  progress(0, 'reading');
  // A prompt that matches no scene is refused before the matte is computed.
  const scene = context.inputs[drawnField] ? undefined : findScene(options);
  const { picture, product, box, whole, engine, warnings } = await cutOut(context);
  progress(cutPercent, 'working');
  const ground = scene ? renderGround(scene.id, context, scene.warnings) : await openGround(context);
  progress(scenePercent, 'working');
  const side = Math.min(options.width, options.height);
  const placed = placeProduct(ground.standing, product, side, options.place);
  const sized = await sizeProduct(product, placed, options.place.turn);
  const prepared = prepareProduct(sized, ground.light, side, {
    shadow: options.shadow,
    match: options.lightMatch,
    reflects: options.reflection,
  });
  layProduct(
    ground.scene,
    ground.on,
    prepared,
    Math.round(placed.x - sized.width / 2),
    Math.round(placed.y - sized.height),
  );
  progress(stoodPercent, 'writing');
  const file = await write(ground.scene, context);
  const layerPath = options.withLayer ? await writeLayer(product, folder) : undefined;
  const inputPreviewPath = media[picture.type].shownByBrowsers
    ? undefined
    : await writePreview(picture.start().flatten({ background: '#ffffff' }), join(folder, 'input-preview'), false);
  progress(100, 'writing');
  const told = [
    ...warnings,
    ...ground.warnings,
    ...listWarnings({ 'product-enlarged': placed.height > product.height * maxEnlarged }),
  ];
  return {
    files: [file],
    ...(layerPath && { layerPath }),
    ...(inputPreviewPath && { inputPreviewPath }),
    meta: {
      ...(engine && { engine }),
      ...ground.meta,
      warnings: told,
      ...(layerPath && { product: { x: box.x, y: box.y, w: box.w, h: box.h, ...whole } }),
    },
  };
}

export const runs: Runs<typeof aiProduct> = { stage };
