// Removes a mark that a set of images shares: reads the same boxes of the other images and estimates the mark from all of them.
import { AppError } from 'contract/errors.ts';
import type { InputFile } from 'contract/run.ts';
import { openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { inpaint } from 'engines/inpaint/inpaint.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import type { EstimatedMark } from 'engines/same-mark/estimate.ts';
import type { MarkedSet } from 'engines/same-mark/links.ts';
import { type Box, boxMask, cutBox, growBox, pasteBox } from 'engines/same-mark/mask-boxes.ts';
import { findSharedMark, undoSharedMark } from 'engines/same-mark/same-mark.ts';

/** Maximum number of boxes, because each is read from every other image. */
const maxBoxes = 4;
/** Margin in pixels around the mask, whose clean pixels are compared between the images. */
const margin = 24;
/** Maximum pixels of a mask: more would take minutes. */
const maxPixels = 4_000_000;
/** Maximum bytes of all boxes of all images together. */
const maxBytes = 300_000_000;

/** Progress at the end of reading and of estimating; the rest is filling. */
const readShare = 0.3;
const estimateShare = 0.7;

interface Place {
  readonly box: Box;
  readonly set: MarkedSet;
}

/** Returns the pixels of the boxes; undefined if the file is not an image of this size, which is no evidence of the mark. */
async function readBoxes(path: string, size: Picture, boxes: readonly Box[]): Promise<Uint8Array[] | undefined> {
  try {
    const picture = await openPicture(path);
    if (picture.width !== size.width || picture.height !== size.height) return undefined;
    return await refuseDamage(picture, async () => {
      const cuts: Uint8Array[] = [];
      for (const { x, y, w, h } of boxes) {
        const part = picture.start({ paintsColour: true }).extract({ left: x, top: y, width: w, height: h });
        cuts.push((await readPixels(part, 3)).data);
      }
      return cuts;
    });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

interface SharedRequest {
  readonly picture: Picture;
  readonly pixels: Pixels;
  readonly mask: Uint8Array;
  readonly others: readonly InputFile[];
  readonly modelFile?: string | undefined;
  readonly progress: (fraction: number) => void;
}

async function readPlaces({ picture, pixels, mask, others, progress }: SharedRequest): Promise<Place[]> {
  const { width, height } = picture;
  const boxes = boxMask(mask, width, height, maxBoxes).map(box => growBox(box, margin, width, height));
  const bytes = boxes.reduce((sum, { w, h }) => sum + w * h * 3, 0);
  const cuts: Uint8Array[][] = [];
  for (const [k, other] of others.slice(0, Math.floor(maxBytes / bytes)).entries()) {
    const cut = await readBoxes(other.path, picture, boxes);
    if (cut) cuts.push(cut);
    progress((readShare * (k + 1)) / others.length);
  }
  return boxes.map((box, b) => ({
    box,
    set: {
      width: box.w,
      height: box.h,
      pictures: [cutBox(pixels.data, width, box, 3), ...cuts.map(cut => cut[b]!)],
      mask: cutBox(mask, width, box, 1),
    },
  }));
}

/** The pixels that were unblended, and those that were filled because the mark is opaque there, or because it is not in that box. */
function countPixels(places: readonly Place[], marks: readonly (EstimatedMark | undefined)[]) {
  const counts = { unblended: 0, opaque: 0, others: 0 };
  for (const [p, { set }] of places.entries()) {
    const mark = marks[p];
    if (!mark) counts.others += countOf(set.mask, 1);
    else {
      counts.unblended += countOf(mark.mask, 1);
      counts.opaque += countOf(mark.mask, 2);
    }
  }
  return counts;
}

const countOf = (mask: Uint8Array, value: number): number =>
  mask.reduce((sum, each) => sum + (each === value ? 1 : 0), 0);

export type SharedOutcome =
  | { readonly pixels: Pixels; readonly engine: string; readonly warning?: 'mark-opaque' | 'mark-partly-common' }
  /** The reason why nothing was removed: a key of `meta.warnings`. */
  | { readonly warning: 'no-common-mark' | 'mark-too-large' };

/** Unblends the mark in the boxes that the images share, and fills the other boxes; or returns the reason why no box could be unblended. */
export async function undoShared(request: SharedRequest): Promise<SharedOutcome> {
  const { picture, pixels, mask, modelFile, progress } = request;
  const { width } = pixels;
  if (countOf(mask, 1) > maxPixels) return { warning: 'mark-too-large' };
  const places = await readPlaces(request);
  const marks: (EstimatedMark | undefined)[] = [];
  for (const [p, { set }] of places.entries()) {
    const say = (done: number) => progress(readShare + ((estimateShare - readShare) * (p + done)) / places.length);
    marks.push(await findSharedMark(set, say));
  }
  if (!marks.some(mark => mark !== undefined)) return { warning: 'no-common-mark' };
  const left = new Uint8Array(mask.length);
  for (const [p, { box, set }] of places.entries()) pasteBox(left, width, box, marks[p]?.mask ?? set.mask, 1);
  const filled = await inpaint(pixels, left, {
    ...(modelFile && { modelFile }),
    progress: done => progress(estimateShare + (1 - estimateShare) * done),
  });
  const hasHalvedColour = picture.metadata.chromaSubsampling === '4:2:0';
  for (const [p, { box, set }] of places.entries()) {
    const mark = marks[p];
    if (!mark) continue;
    const around = { data: cutBox(filled.data, width, box, 3), width: box.w, height: box.h };
    pasteBox(filled.data, width, box, undoSharedMark(set, mark, around, hasHalvedColour).data, 3);
  }
  const { unblended, opaque, others } = countPixels(places, marks);
  const engine = unblended < opaque + others ? filled.engine : 'unblend';
  const warning = unblended < opaque ? 'mark-opaque' : others > 0 ? 'mark-partly-common' : undefined;
  return { pixels: filled, engine, ...(warning && { warning }) };
}
