// Continues a picture beyond its frame: from pieces of the picture itself, or with a network that the operator set. See
// docs/decisions/expanding.md.
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { RawPixels } from '../formats/decode-dib.ts';
import { fillByNetwork } from '../inpaint/network.ts';
import { type Region, shrinkRegion } from '../inpaint/region.ts';
import { fillWide } from '../inpaint/wide/fill-wide.ts';
import { kind } from '../inpaint/wide/stage.ts';
import { fromPixels } from '../preview.ts';
import { carryLines, lineReach } from './carry-lines.ts';
import { enlargePieces, type ShowPixel } from './enlarge-pieces.ts';
import { fadeSeams } from './fade-seams.ts';
import { guessOutward } from './guess-outward.ts';
import { findKinds } from './people.ts';
import { expandedSize, findNearest, type Sides } from './sides.ts';

export interface ExpandControl {
  /** Called with the share of the work that is done, 0..1, several times a second. */
  readonly progress?: (fraction: number) => void;
  /** An ONNX file that continues it instead of our own pieces: see engines/inpaint/network.ts. */
  readonly modelFile?: string;
  /** Called for each new pixel that was copied, with its index in the result and that of the pixel it shows. */
  readonly copied?: (pixel: number, source: number) => void;
}

export interface Expanded extends RawPixels {
  /** "pieces", "edges" for a picture with nothing to copy from, or "operator:<file name>". */
  readonly engine: string;
}

/** A larger result is pieced together at a fraction of its size, and copied from at its full size. */
const mostPieced = 5_000_000;
/** Lines are carried over seams in results of up to so many pixels; larger ones are hardly looked at pixel by pixel. */
const mostMended = 30_000_000;
/** A picture with a shorter side than this, in pixels, has no pieces: its border goes on as it is. */
const leastSide = 16;
/** A plain table should not get a second cup, nor a corner a thing from the other one: above all not the sky from the ground. */
const weights = { texture: { stronger: 2, isBlended: true }, far: { across: 12, upright: 40 } };
/** In grey levels. A frame is no edge of things, so that more is evened out than at a hole; a larger jump is another thing, and would tint it. */
const mostRimJump = 90;
/** What a transparent pixel counts as beside others. */
const behind = 128;

/** Share of the work until all pieces are chosen, and until the heads are found. */
const headShare = 0.08;
const pieceShare = 0.9;

/** The picture on its larger canvas; what is new is a hole. Transparent pixels show grey. */
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
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const alpha = data[from + 3]! / 255;
      for (let channel = 0; channel < 3; channel++)
        colours[(to + x) * 3 + channel] = Math.round(behind + alpha * (data[from + channel]! - behind));
    }
  }
  return { ...size, colours, isHole };
}

/** Continues a region piece by piece, and answers whether it did; where nothing suits, pixels are left. */
async function copyPieces(
  region: Region,
  sides: Sides,
  show: ShowPixel,
  report: (share: number) => void,
): Promise<boolean> {
  const factor = Math.ceil(Math.sqrt(region.isHole.length / mostPieced));
  const searched = factor > 1 ? shrinkRegion(region, factor) : region;
  await breathe();
  const rules = { guess: guessOutward, takesAny: true, weights, mostRimJump };
  const fill = async (kinds: Uint8Array | undefined) => {
    const steps = fillWide(searched, searched.isHole, [], { ...rules, kinds });
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      report(headShare + (pieceShare - headShare) * step.value);
      await breathe();
    }
    return step.value;
  };
  const kinds = await findKinds(region, sides, searched, factor);
  report(headShare);
  let fillings = await fill(kinds);
  // If some part has no background within reach, only faces and skin stay excluded.
  if (fillings.length === 0 && kinds) fillings = await fill(kinds.map(one => (one === kind.apart ? one : kind.ground)));
  for (const [index, filling] of fillings.entries()) {
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
  return fillings.length > 0;
}

/** Has a network continue a region in place; a large one at a fraction of its size, since networks see no more of it anyway. */
async function drawByNetwork(region: Region, file: string): Promise<void> {
  const factor = Math.ceil(Math.sqrt(region.isHole.length / mostPieced));
  if (factor === 1) return fillByNetwork(region, file);
  const { width, height, colours, isHole } = region;
  const small = shrinkRegion(region, factor);
  await fillByNetwork(small, file);
  const drawn = await fromPixels({ data: small.colours, width: small.width, height: small.height, channels: 3 })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  for (let pixel = 0; pixel < isHole.length; pixel++)
    if (isHole[pixel]) colours.set(drawn.subarray(pixel * 3, pixel * 3 + 3), pixel * 3);
}

/**
 * Adds `sides` to a picture and continues it there. The pixels of the picture itself are unchanged, the input is not modified, and the same
 * picture and sides always give the same result. Each new pixel is one pixel of the picture and a smooth correction of its colour (Shift-Map:
 * Pritch, Kav-Venaki, Peleg, ICCV 2009), faces are not copied; its alpha is that of the pixel it shows. Takes about 100 bytes for each pixel of
 * a result of 5 megapixels, and 11 for each further one.
 */
export async function expand(picture: RawPixels, sides: Sides, control: ExpandControl = {}): Promise<Expanded> {
  const { modelFile, copied, progress = () => undefined } = control;
  const { channels } = picture;
  const region = layOut(picture, sides);
  const { width, height } = region;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(y * picture.width * channels, (y + 1) * picture.width * channels);
    data.set(row, ((sides.top + y) * width + sides.left) * channels);
  }
  const isLeft = Uint8Array.from(region.isHole);
  const sources = channels === 3 && isLeft.length <= mostMended ? new Int32Array(isLeft.length).fill(-1) : undefined;
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
  const isPlain = Math.min(picture.width, picture.height) < leastSide;
  let engine = 'edges';
  if (modelFile && !isPlain && isLeft.includes(1)) {
    await drawByNetwork(region, modelFile);
    engine = `operator:${path.basename(modelFile)}`;
    for (let pixel = 0; pixel < isLeft.length; pixel++) {
      if (!isLeft[pixel]) continue;
      // A network draws no alpha.
      goOn(pixel);
      data.set(region.colours.subarray(pixel * 3, pixel * 3 + 3), pixel * channels);
    }
  } else {
    if (!isPlain && isLeft.includes(1) && (await copyPieces(region, sides, show, progress))) {
      engine = 'pieces';
      if (sources) {
        const reach = lineReach(width, height);
        fadeSeams(data, region, sources, reach);
        carryLines(data, region, sides, sources, reach);
      }
    }
    for (let pixel = 0; pixel < isLeft.length; pixel++) if (isLeft[pixel]) goOn(pixel);
  }
  progress(1);
  return { data, width, height, channels, engine };
}
