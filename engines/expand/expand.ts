// Extends an image beyond its frame: from pieces of the image itself, or with a network or a drawing server of the operator. See
// docs/decisions/expanding.md.
import { setImmediate as breathe } from 'node:timers/promises';
import type { RawPixels } from '../formats/decode-dib.ts';
import { type Region, shrinkRegion } from '../inpaint/region.ts';
import { fillWide } from '../inpaint/wide/fill-wide.ts';
import { kind } from '../inpaint/wide/stage.ts';
import { fromPixels } from '../preview.ts';
import { carryLines, lineReach } from './carry-lines.ts';
import { findSigns, type Signs } from './doubt.ts';
import { enlargePieces, type ShowPixel } from './enlarge-pieces.ts';
import { fadeSeams } from './fade-seams.ts';
import { guessOutward } from './guess-outward.ts';
import { type Inside, lookInside } from './inside.ts';
import type { Painter } from './painter.ts';
import { findKinds } from './people.ts';
import { expandedSize, findNearest, type Sides } from './sides.ts';

export interface ExpandControl {
  /** Called with the share of work done, 0..1, several times a second. */
  readonly progress?: (fraction: number) => void;
  /** Draws the new area instead of the built-in pieces. */
  readonly painter?: Painter | undefined;
  /** Called for each new pixel that was copied, with its index in the result and that of its source pixel. */
  readonly copied?: (pixel: number, source: number) => void;
  /** Whether the result is judged, if it is made of pieces and not tiny; that takes about three seconds. */
  readonly judges?: boolean;
  /** An ONNX file that finds the subject instead of the bundled network. */
  readonly matteFile?: string | undefined;
}

export interface Expanded extends RawPixels {
  /** "pieces", "edges" for an image with nothing to copy from, or the name of the painter. */
  readonly engine: string;
  /** What speaks against the result; absent if it was not judged. */
  readonly signs?: Signs;
}

/** A result with more pixels is composed at reduced size, and copied at full size. */
const maxPieced = 5_000_000;
/** Maximum number of pixels of a result in which lines are carried over seams; larger ones are rarely viewed at full size. */
const maxMended = 30_000_000;
/** Shorter side in pixels below which an image has no pieces: its border is repeated. */
const minSide = 16;
/** Longer side in pixels below which a result is not judged: it is an icon, and most of what is measured is larger. */
const minJudged = 200;
/**
 * A plain table should not get a second cup, nor a corner an object from the opposite one; above all the sky should not be copied from the ground.
 */
const weights = { texture: { stronger: 2, isBlended: true }, far: { across: 12, upright: 40 } };
/**
 * In grey levels. A frame is no object boundary, so more is evened out than at a hole; a larger jump is a different object, and would tint the piece.
 */
const maxRimJump = 90;
/** Grey level behind transparent pixels. */
const behind = 128;

/** Overall progress when the people are found, when pieces are chosen that may have to be chosen again, and when all pieces are chosen. */
const headShare = 0.08;
const firstChoiceShare = 0.7;
const pieceShare = 0.9;

/** Copies one pixel with alpha as it looks before grey. */
function showThrough(data: Uint8Array, from: number, colours: Uint8Array, to: number): void {
  const alpha = data[from * 4 + 3]! / 255;
  for (let channel = 0; channel < 3; channel++)
    colours[to * 3 + channel] = Math.round(behind + alpha * (data[from * 4 + channel]! - behind));
}

/** Returns the image on its larger canvas, with a hole in the new area. Transparent pixels show grey. */
function layOut({ data, width, height, channels }: RawPixels, sides: Sides): Region {
  const size = expandedSize({ width, height }, sides);
  const colours = new Uint8Array(size.width * size.height * 3);
  const isHole = new Uint8Array(size.width * size.height).fill(1);
  for (let y = 0; y < height; y++) {
    const to = (sides.top + y) * size.width + sides.left;
    isHole.fill(0, to, to + width);
    if (channels === 3) {
      colours.set(data.subarray(y * width * 3, (y + 1) * width * 3), to * 3);
      continue;
    }
    for (let x = 0; x < width; x++) showThrough(data, y * width + x, colours, to + x);
  }
  return { ...size, colours, isHole };
}

/** The pieces that were copied: at which fraction of the size they were chosen, and their sources there. */
interface Pieces {
  readonly factor: number;
  readonly sources: Int32Array;
  readonly inside: Inside;
}

/** Extends a region with pieces; pixels without a suitable piece are left. Returns undefined if there are none. */
async function copyPieces(
  region: Region,
  sides: Sides,
  show: ShowPixel,
  { progress: report = () => undefined, matteFile }: ExpandControl,
): Promise<Pieces | undefined> {
  const factor = Math.ceil(Math.sqrt(region.isHole.length / maxPieced));
  const searched = factor > 1 ? shrinkRegion(region, factor) : region;
  await breathe();
  const rules = { guess: guessOutward, takesAny: true, weights, maxRimJump };
  const fill = async (kinds: Uint8Array | undefined, from: number, until: number) => {
    const steps = fillWide(searched, searched.isHole, [], { ...rules, kinds });
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      report(from + (until - from) * step.value);
      await breathe();
    }
    return step.value;
  };
  const inside = await lookInside(region, sides, matteFile);
  const kinds = await findKinds(inside, sides, searched, factor);
  report(headShare);
  let fillings = await fill(kinds, headShare, kinds ? firstChoiceShare : pieceShare);
  // If some part has no background within reach, only faces and skin stay excluded.
  if (fillings.length === 0 && kinds) {
    const onlyApart = kinds.map(one => (one === kind.apart ? one : kind.ground));
    fillings = await fill(onlyApart, firstChoiceShare, pieceShare);
  }
  if (fillings.length === 0) return undefined;
  const all = new Int32Array(searched.isHole.length).fill(-1);
  for (const [index, filling] of fillings.entries()) {
    filling.pixels.forEach((pixel, slot) => {
      all[pixel] = filling.sources[slot]!;
    });
    if (factor > 1) {
      for (const share of enlargePieces(region, searched, factor, filling, show)) {
        report(pieceShare + ((1 - pieceShare) * (index + share)) / fillings.length);
        await breathe();
      }
      continue;
    }
    const { pixels, sources, colours } = filling;
    pixels.forEach((pixel, slot) => {
      show(pixel, sources[slot]!, colours[slot * 3]!, colours[slot * 3 + 1]!, colours[slot * 3 + 2]!);
    });
  }
  return { factor, sources: all, inside };
}

/** Judges a result at the size at which its pieces were chosen. Draws the new area into the region. */
async function judge(region: Region, { data, channels }: RawPixels, sides: Sides, pieces: Pieces): Promise<Signs> {
  const { factor, sources, inside } = pieces;
  for (let pixel = 0; pixel < region.isHole.length; pixel++) {
    if (!region.isHole[pixel]) continue;
    if (channels === 4) showThrough(data, pixel, region.colours, pixel);
    else for (let at = pixel * 3; at < pixel * 3 + 3; at++) region.colours[at] = data[at]!;
  }
  region.isHole.fill(0);
  const { width, height, colours } = factor > 1 ? shrinkRegion(region, factor) : region;
  const [left, top] = [Math.ceil(sides.left / factor), Math.ceil(sides.top / factor)];
  const inner = {
    left,
    top,
    width: Math.floor((region.width - sides.right) / factor) - left,
    height: Math.floor((region.height - sides.bottom) / factor) - top,
  };
  return findSigns({ width, height, inner, colours, sources }, inside, sides);
}

/** Extends a region in place with a painter; a large one at reduced size, since painters use no more of it anyway. */
async function paint(region: Region, painter: Painter): Promise<void> {
  const factor = Math.ceil(Math.sqrt(region.isHole.length / maxPieced));
  if (factor === 1) return painter.fill(region);
  const { width, height, colours, isHole } = region;
  const small = shrinkRegion(region, factor);
  await painter.fill(small);
  const drawn = await fromPixels({ data: small.colours, width: small.width, height: small.height, channels: 3 })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  for (let pixel = 0; pixel < isHole.length; pixel++)
    if (isHole[pixel]) colours.set(drawn.subarray(pixel * 3, pixel * 3 + 3), pixel * 3);
}

/**
 * Extends an image by `sides`. The pixels of the image itself are unchanged, the input is not modified, and the same image and sides always give the
 * same result. Each new pixel is a copy of one pixel of the image with a smooth correction of its colour (Shift-Map: Pritch, Kav-Venaki, Peleg, ICCV
 * 2009), and faces are not copied; its alpha is that of its source. Takes about 100 bytes per pixel of a result of 5 megapixels, and 11 per further
 * pixel.
 */
export async function expand(picture: RawPixels, sides: Sides, control: ExpandControl = {}): Promise<Expanded> {
  const { painter, copied, judges, progress = () => undefined } = control;
  const { channels } = picture;
  const region = layOut(picture, sides);
  const { width, height } = region;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(y * picture.width * channels, (y + 1) * picture.width * channels);
    data.set(row, ((sides.top + y) * width + sides.left) * channels);
  }
  const isLeft = Uint8Array.from(region.isHole);
  const sources = channels === 3 && isLeft.length <= maxMended ? new Int32Array(isLeft.length).fill(-1) : undefined;
  const show: ShowPixel = (pixel, source, red, green, blue) => {
    isLeft[pixel] = 0;
    copied?.(pixel, source);
    if (channels === 3) {
      if (sources) sources[pixel] = source;
      data[pixel * 3] = red;
      data[pixel * 3 + 1] = green;
      data[pixel * 3 + 2] = blue;
      return;
    }
    data.copyWithin(pixel * 4, source * 4, source * 4 + 4);
    if (data[source * 4 + 3] !== 255) return;
    data[pixel * 4] = red;
    data[pixel * 4 + 1] = green;
    data[pixel * 4 + 2] = blue;
  };
  const goOn = (pixel: number) => {
    const from = findNearest(region, sides, pixel) * channels;
    data.copyWithin(pixel * channels, from, from + channels);
  };
  const isPlain = Math.min(picture.width, picture.height) < minSide;
  let engine = 'edges';
  let pieces: Pieces | undefined;
  if (painter && !isPlain && isLeft.includes(1)) {
    await paint(region, painter);
    engine = painter.engine;
    for (let pixel = 0; pixel < isLeft.length; pixel++) {
      if (!isLeft[pixel]) continue;
      // A painter returns no alpha.
      goOn(pixel);
      data.set(region.colours.subarray(pixel * 3, pixel * 3 + 3), pixel * channels);
    }
  } else {
    if (!isPlain && isLeft.includes(1)) pieces = await copyPieces(region, sides, show, control);
    if (pieces) {
      engine = 'pieces';
      if (sources) {
        const reach = lineReach(width, height);
        fadeSeams(data, region, sources, reach);
        carryLines(data, region, sides, sources, reach);
      }
    }
    for (let pixel = 0; pixel < isLeft.length; pixel++) if (isLeft[pixel]) goOn(pixel);
  }
  const made = { data, width, height, channels };
  const isJudged = judges && Math.max(picture.width, picture.height) >= minJudged;
  const signs = isJudged && pieces && (await judge(region, made, sides, pieces));
  progress(1);
  return { ...made, engine, ...(signs && { signs }) };
}
