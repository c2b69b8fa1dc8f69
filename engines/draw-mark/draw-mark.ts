// Composites painted marks over images, once or repeated, without holding the image in memory.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Placed, Point, Size } from 'contract/mark/place.ts';
import { listCentres, makeCell } from 'contract/mark/tile.ts';
import type { Sharp } from 'sharp';
import { type Laid, putOver } from '../pixels/composite.ts';
import type { PaintedMark, Sheet } from '../pixels/paint-mark.ts';
import { sharp } from '../sharp.ts';
import { turnSheet } from './turn.ts';

interface MarkToLay {
  readonly painted: PaintedMark;
  readonly placed: Placed;
  /** Opacity of the whole mark, 0..1. */
  readonly opacity: number;
  /** Gap in pixels between repetitions; absent for a single mark. */
  readonly tileGap?: number | undefined;
}

/** A layer to be composited over an image. */
interface Layer extends Laid {
  /** Whether the layer repeats, starting at the top left corner. */
  readonly isRepeated: boolean;
}

const makeEmpty = ({ width, height }: Size): Sheet => ({ data: new Uint8Array(width * height * 4), width, height });

function repeatMark({ painted, placed }: MarkToLay, gap: number, picture: Size): Layer {
  const cell = makeCell(placed, gap);
  const isRepeated = cell.width <= picture.width && cell.height <= picture.height;
  const sheet = makeEmpty(isRepeated ? cell : picture);
  const stamp = turnSheet(painted.sheet, { x: 0, y: 0 }, placed.degrees)!;
  const reach: Point = { x: stamp.sheet.width / 2, y: stamp.sheet.height / 2 };
  for (const centre of listCentres(sheet, cell, reach))
    putOver(sheet, {
      sheet: stamp.sheet,
      left: Math.round(centre.x) + stamp.left,
      top: Math.round(centre.y) + stamp.top,
    });
  return { sheet, left: 0, top: 0, isRepeated };
}

function layOnce({ painted, placed }: MarkToLay, picture: Size): Layer | undefined {
  const laid = turnSheet(painted.sheet, placed.centre, placed.degrees, picture);
  return laid && { ...laid, isRepeated: false };
}

function fade({ data }: Sheet, opacity: number): void {
  for (let at = 3; at < data.length; at += 4) data[at] = Math.round(data[at]! * opacity);
}

/** Makes the layer for an image of this size; undefined if the mark lies outside it. */
export function makeLayer(mark: MarkToLay, picture: Size): Layer | undefined {
  const layer = mark.tileGap === undefined ? layOnce(mark, picture) : repeatMark(mark, mark.tileGap, picture);
  if (layer) fade(layer.sheet, mark.opacity);
  return layer;
}

/** Converts a sheet from sRGB into another profile, for an image whose pixels keep that profile. */
async function convertSheet({ data, width, height }: Sheet, profile: Buffer, folder: string): Promise<Sheet> {
  const path = join(folder, 'profile.icc');
  await writeFile(path, profile);
  const converted = await sharp(data, { raw: { width, height, channels: 4 } })
    .withIccProfile(path, { attach: false })
    .raw()
    .toBuffer();
  return { data: converted, width, height };
}

interface Base {
  /** Size of one frame. */
  readonly picture: Size;
  readonly isAnimated: boolean;
  /** Absent if the pixels are sRGB. */
  readonly profile?: Buffer | undefined;
  /** Folder for temporary files. */
  readonly folder: string;
}

/** Adds the compositing of the layers over every frame to the pipeline, the first layer at the bottom. */
export async function layOver(pipeline: Sharp, layers: readonly Layer[], base: Base): Promise<Sharp> {
  const converted: Layer[] = [];
  for (const layer of layers)
    converted.push(
      base.profile ? { ...layer, sheet: await convertSheet(layer.sheet, base.profile, base.folder) } : layer,
    );
  // The frames are stacked in one tall image, so only a repeated layer of the size of a frame falls on all of them alike.
  const laid = base.isAnimated ? [joinLayers(converted, base.picture)] : converted;
  return pipeline.composite(
    laid.map(({ sheet: { data, width, height }, left, top, isRepeated }) => ({
      input: Buffer.from(data.buffer, data.byteOffset, data.length),
      raw: { width, height, channels: 4 },
      ...(isRepeated ? { tile: true, gravity: 'northwest' } : { left, top }),
    })),
  );
}

/** Joins all layers into one of the size of the image. */
function joinLayers(layers: readonly Layer[], picture: Size): Layer {
  const sheet = makeEmpty(picture);
  const { width, height } = picture;
  for (const layer of layers) {
    const [stepX, stepY] = layer.isRepeated ? [layer.sheet.width, layer.sheet.height] : [width, height];
    for (let y = layer.top; y < height; y += stepY)
      for (let x = layer.left; x < width; x += stepX) putOver(sheet, { sheet: layer.sheet, left: x, top: y });
  }
  return { sheet, left: 0, top: 0, isRepeated: true };
}
