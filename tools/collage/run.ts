// Makes a collage: decodes the visible part of each image at the size of its cell, and composes all of them over the background.
import { join } from 'node:path';
import { media } from 'contract/media.ts';
import type { InputFile, Output, Run, RunContext, Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { checkSides, choosesColours } from 'engines/encode.ts';
import { findFaceBoxes } from 'engines/faces/find-focus.ts';
import { openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { fillSheet, putOver, roundCorners } from 'engines/pixels/composite.ts';
import type { Sheet } from 'engines/pixels/paint-mark.ts';
import { spreadColours } from 'engines/pixels/spread-colours.ts';
import { fromPixels } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import type { CollageOptions, collage, View } from './contract.ts';
import {
  type Cell,
  chooseUnit,
  findWindow,
  innerSize,
  inPixels,
  layOut,
  type Size,
  showsAll,
  viewFaces,
  wholeView,
} from './lay-out.ts';

const openedPercent = 10;
const laidPercent = 85;

/** Returns the visible part of the image, resampled to `size` pixels. */
async function drawWindow(picture: Picture, size: Size, view: View): Promise<Sheet> {
  const seen = findWindow(picture, size, view);
  const scale = size.width / seen.width;
  // Extracts whole pixels around the part, and crops the rest after resizing, where a rounding error of half a pixel is invisible.
  const [left, width] = spanPixels(seen.left, seen.width, picture.width);
  const [top, height] = spanPixels(seen.top, seen.height, picture.height);
  const large = {
    width: Math.max(size.width, Math.round(width * scale)),
    height: Math.max(size.height, Math.round(height * scale)),
  };
  const cut = (offset: number, room: number) => Math.min(room, Math.max(0, Math.round(offset * scale)));
  const pipeline = picture
    .start({ paintsColour: true })
    .extract({ left, top, width, height })
    .resize(large.width, large.height, { fit: 'fill' })
    .extract({
      left: cut(seen.left - left, large.width - size.width),
      top: cut(seen.top - top, large.height - size.height),
      ...size,
    });
  return refuseDamage(picture, () => readPixels(pipeline, 4));
}

/** Returns the first of the whole pixels that cover a part, and their number. */
function spanPixels(start: number, length: number, limit: number): [number, number] {
  const first = Math.min(limit - 1, Math.floor(start + 1e-6));
  return [first, Math.max(1, Math.min(limit, Math.ceil(start + length - 1e-6)) - first)];
}

async function drawCell(picture: Picture, cell: Cell, radius: number, view: View): Promise<Sheet> {
  const size = inPixels(cell);
  if (cell.frame === 0) {
    const sheet = await drawWindow(picture, size, view);
    roundCorners(sheet, radius);
    return sheet;
  }
  const edge = Math.max(1, Math.round(cell.frame));
  const inner = inPixels({ width: size.width - 2 * edge, height: size.height - 2 * edge });
  const sheet = fillSheet(size.width, size.height, '#ffffff');
  const shown = await drawWindow(picture, inner, view);
  roundCorners(shown, radius - edge);
  putOver(sheet, { sheet: shown, left: edge, top: edge });
  roundCorners(sheet, radius);
  return sheet;
}

/** Returns the sheet rotated about its centre, on a larger transparent sheet. */
async function turnSheet(sheet: Sheet, angle: number): Promise<Sheet> {
  // A transparent margin gives the rotated edges anti-aliasing.
  const padded = fillSheet(sheet.width + 2, sheet.height + 2, 'transparent');
  putOver(padded, { sheet, left: 1, top: 1 });
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return readPixels(fromPixels({ ...padded, channels: 4 }).rotate(angle, { background }), 4);
}

/** Returns the view of an image that the caller has not placed. */
async function placeByFaces(picture: Picture, cell: Cell): Promise<View> {
  const inner = innerSize(cell);
  if (showsAll(picture, inner)) return wholeView;
  return viewFaces(picture, inner, await refuseDamage(picture, () => findFaceBoxes(picture)));
}

/** `place` is called after each image with the number of images drawn. */
async function layPictures(
  ground: Sheet,
  pictures: readonly Picture[],
  cells: readonly Cell[],
  radius: number,
  { views }: CollageOptions,
  place: (laid: number) => void,
): Promise<void> {
  for (const [index, picture] of pictures.entries()) {
    const cell = cells[index]!;
    const view = views[index] ?? (await placeByFaces(picture, cell));
    if (cell.angle === 0) {
      // Rounds edges, not lengths, so that gaps between neighbours stay equal.
      const [left, top] = [Math.round(cell.left), Math.round(cell.top)];
      const whole = {
        ...cell,
        width: Math.round(cell.left + cell.width) - left,
        height: Math.round(cell.top + cell.height) - top,
      };
      putOver(ground, { sheet: await drawCell(picture, whole, radius, view), left, top });
    } else {
      const sheet = await turnSheet(await drawCell(picture, cell, radius, view), cell.angle);
      const left = Math.round(cell.left + (cell.width - sheet.width) / 2);
      putOver(ground, { sheet, left, top: Math.round(cell.top + (cell.height - sheet.height) / 2) });
    }
    place(index + 1);
  }
}

function encode(ground: Sheet, { format, quality, background }: CollageOptions) {
  const pipeline = fromPixels({ ...ground, channels: 4 });
  if (format === 'jpg')
    return pipeline
      .flatten({ background: '#ffffff' })
      .jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' });
  if (format === 'webp') spreadColours(ground.data, ground.width, ground.height);
  const shaped = background === 'transparent' ? pipeline : pipeline.removeAlpha();
  if (format === 'png') return shaped.png();
  return shaped.webp({ quality, smartSubsample: choosesColours(ground, background !== 'transparent') });
}

const run: Run<CollageOptions> = async ({ options, lists, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const files: readonly InputFile[] = lists.list ?? [];
  const pictures: Picture[] = [];
  for (const file of files) pictures.push(await openPicture(file.path));
  const { unit, isHeldBack } = chooseUnit(pictures, options);
  const layout = layOut(pictures, options, unit);
  const { width, height } = inPixels(layout);
  checkSides(options.format, width, height);
  const ground = fillSheet(width, height, options.background);
  progress(openedPercent, 'working');
  const move = (laid: number) =>
    progress(openedPercent + ((laidPercent - openedPercent) * laid) / pictures.length, 'working');
  await layPictures(ground, pictures, layout.cells, layout.radius, options, move);
  progress(laidPercent, 'writing');
  const path = join(folder, `collage.${media[options.format].extensions[0]}`);
  await encode(ground, options).toFile(path);
  progress(100, 'writing');
  const warnings = listWarnings({
    'first-frame-only': pictures.some(picture => picture.frames > 1 || picture.pages > 1),
    'dimensions-reduced': isHeldBack,
    'transparency-flattened': options.background === 'transparent' && options.format === 'jpg',
  });
  return {
    files: [{ path, name: nameSaved(files[0]!.name, options.format, '-collage'), type: options.format, width, height }],
    meta: { pictures: pictures.length, warnings },
  };
};

/** Returns the faces for the screen's own `viewFaces`; writes no files. */
async function tellFaces({ inputs, progress }: RunContext<Record<string, never>>): Promise<Output> {
  progress(0, 'reading');
  const picture = await openPicture(inputs.imageUrl!.path);
  return { files: [], meta: { faces: await refuseDamage(picture, () => findFaceBoxes(picture)) } };
}

export const runs: Runs<typeof collage> = { collage: run, findFaces: tellFaces };
