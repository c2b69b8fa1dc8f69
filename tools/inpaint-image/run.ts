// Removes the marked areas: unblended if a set of images shares the mark, otherwise filled from the surroundings. Also finds marks.

import { AppError } from 'contract/errors.ts';
import type { Run, Runs } from 'contract/run.ts';
import type { WarningCode } from 'contract/warnings.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { inpaint } from 'engines/inpaint/inpaint.ts';
import { includeRest } from 'engines/inpaint/rest/include-rest.ts';
import { inpaintJudged } from 'engines/inpaint/signs/judge-filling.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { savePicture } from 'engines/save-picture.ts';
import type { inpaintImage, RemoveCallOptions } from './contract.ts';
import { locate, mask } from './find.ts';
import { undoShared } from './undo-shared.ts';

type Coordinates = RemoveCallOptions['coordinates'];

/** Grey level of the painted mask from which a pixel is marked. */
const halfWhite = 128;

/** Returns the painted mask, stretched to the image without interpolation; transparent pixels count as black. */
async function readPainted(path: string, { width, height }: Picture): Promise<Uint8Array> {
  const painted = await openPicture(path);
  const grey = await refuseDamage(painted, () =>
    painted
      .start()
      .flatten({ background: '#000000' })
      .resize(width, height, { fit: 'fill', kernel: 'nearest' })
      .toColourspace('b-w')
      .extractChannel(0)
      .raw()
      .toBuffer(),
  );
  const mask = new Uint8Array(grey.length);
  for (let pixel = 0; pixel < mask.length; pixel++) if (grey[pixel]! >= halfWhite) mask[pixel] = 1;
  return mask;
}

/** A box covers every pixel that it touches. */
function drawBoxes(mask: Uint8Array, { width, height }: Picture, boxes: Coordinates): void {
  for (const { x, y, w, h } of boxes) {
    const left = Math.max(0, Math.floor(x));
    const right = Math.min(width, Math.ceil(x + w));
    const bottom = Math.min(height, Math.ceil(y + h));
    if (left >= right) continue;
    for (let row = Math.max(0, Math.floor(y)); row < bottom; row++)
      mask.fill(1, row * width + left, row * width + right);
  }
}

/** Returns one byte per pixel, 1 where the image is filled. Refuses MASK_EMPTY. */
async function readMask(
  picture: Picture,
  paintedPath: string | undefined,
  coordinates: Coordinates,
): Promise<Uint8Array> {
  const mask = paintedPath ? await readPainted(paintedPath, picture) : new Uint8Array(picture.width * picture.height);
  drawBoxes(mask, picture, coordinates);
  if (!mask.includes(1)) throw new AppError('MASK_EMPTY');
  return mask;
}

const decodedPercent = 10;
const removedPercent = 90;

interface Removed {
  readonly pixels: Pixels;
  readonly engine: string;
  readonly warnings: WarningCode[];
}

interface Parts {
  readonly colours: Pixels;
  readonly alpha?: Pixels;
}

/** Splits RGBA into colours, and alpha as a greyscale image. */
function splitAlpha(data: Uint8Array, width: number, height: number): Required<Parts> {
  const colours = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    colours.set(data.subarray(i * 4, i * 4 + 3), i * 3);
    alpha.fill(data[i * 4 + 3]!, i * 3, i * 3 + 3);
  }
  return { colours: { data: colours, width, height }, alpha: { data: alpha, width, height } };
}

function joinAlpha(colours: Pixels, alpha: Pixels): Buffer {
  const data = Buffer.alloc((colours.data.length / 3) * 4);
  for (let i = 0; i * 4 < data.length; i++) {
    data.set(colours.data.subarray(i * 3, i * 3 + 3), i * 4);
    data[i * 4 + 3] = alpha.data[i * 3]!;
  }
  return data;
}

type Context = Parameters<Run<RemoveCallOptions>>[0];

/** An area with what the brush left of the thing in it, if that is wanted; the same area where nothing is added. */
const completeArea = async (pixels: Pixels, area: Uint8Array, { options, lists }: Context): Promise<Uint8Array> =>
  // A mark that images share is estimated where all of them were marked.
  options.includesRest && !lists.sameMarkUrls?.length ? includeRest(pixels, area) : area;

/** Fills the areas of earlier removals in order, each in the result of the one before. Says also whether more than them was filled. */
async function fillEarlier(parts: Parts, picture: Picture, context: Context) {
  const { lists, models, progress } = context;
  const earlier = lists.earlierBrushUrls ?? [];
  const control = models.inpaint ? { modelFile: models.inpaint } : {};
  let filled = parts;
  let isMore = false;
  for (const [step, { path }] of earlier.entries()) {
    const marked = await readMask(picture, path, []);
    const area = await completeArea(filled.colours, marked, context);
    isMore ||= area !== marked;
    const report = (share: number) =>
      progress(decodedPercent + ((step + share) / (earlier.length + 1)) * (removedPercent - decodedPercent), 'working');
    const colours = await inpaint(filled.colours, area, { ...control, progress: report });
    filled = { colours, ...(filled.alpha && { alpha: await inpaint(filled.alpha, area, control) }) };
  }
  return { filled, isMore };
}

async function removeFrom(pixels: Pixels, picture: Picture, area: Uint8Array, context: Context): Promise<Removed> {
  const { lists, models, progress } = context;
  const modelFile = models.inpaint;
  const earlier = lists.earlierBrushUrls?.length ?? 0;
  const say = (share: number) =>
    progress(decodedPercent + ((earlier + share) / (earlier + 1)) * (removedPercent - decodedPercent), 'working');
  const others = lists.sameMarkUrls ?? [];
  const warnings: WarningCode[] = [];
  if (others.length > 0) {
    const outcome = await undoShared({ picture, pixels, mask: area, others, modelFile, progress: say });
    if (outcome.warning) warnings.push(outcome.warning);
    if ('engine' in outcome) return { ...outcome, warnings };
  }
  const filled = await inpaintJudged(pixels, area, { ...(modelFile && { modelFile }), progress: say });
  if (filled.isHard) warnings.push('hard-area');
  else if (filled.isUnsure) warnings.push(filled.leavesRest ? 'thing-left' : 'filling-unsure');
  return { pixels: filled, engine: filled.engine, warnings };
}

const remove: Run<RemoveCallOptions> = async context => {
  const { options, inputs, lists, folder, progress } = context;
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  const marked = await readMask(picture, inputs.imageBrushUrl?.path, options.coordinates);
  // A colour conversion would change every pixel. A set is compared in sRGB, because its images may have different profiles.
  const isAlone = !lists.sameMarkUrls?.length;
  const keepsProfile = isAlone && canKeepProfile(picture.metadata, 'webp');
  return refuseDamage(picture, async () => {
    const channels = (await isSeenThrough(picture)) ? 4 : 3;
    const started = picture.start({ keepsProfile, paintsColour: true });
    const read = readPixels(keepsProfile ? started.keepIccProfile() : started, channels);
    const { data, width, height } = await read;
    progress(decodedPercent, 'working');
    const parts: Parts = channels === 4 ? splitAlpha(data, width, height) : { colours: { data, width, height } };
    const { filled, isMore } = await fillEarlier(parts, picture, context);
    const area = await completeArea(filled.colours, marked, context);
    const { pixels, engine, warnings } = await removeFrom(filled.colours, picture, area, context);
    if (isMore || area !== marked) warnings.push('rest-removed');
    // In an image with transparency, the alpha under the mark is filled like a colour.
    const changed = filled.alpha ? joinAlpha(pixels, await inpaint(filled.alpha, area)) : pixels.data;
    progress(removedPercent, 'writing');
    const { losses, ...saved } = await savePicture({
      picture,
      inputName: input.name,
      pixels: { data: changed, width, height, channels },
      folder,
      wishes: { format: options.format, keepsProfile },
      suffix: '-clean',
    });
    progress(100, 'writing');
    return { ...saved, meta: { engine, warnings: [...losses, ...warnings] } };
  });
};

export const runs: Runs<typeof inpaintImage> = { remove, locate, mask };
