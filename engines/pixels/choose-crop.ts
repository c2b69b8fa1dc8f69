// Chooses the part of an image that fills a frame of another aspect ratio, from the results of `engines/faces/find-focus.ts`. Pure, so that a
// screen shows the same crops as the run.

/** In fractions of the image's sides. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface Interest {
  readonly width: number;
  readonly height: number;
  /** Saliency 0..255, row by row. */
  readonly values: ArrayLike<number>;
}

export interface Focus {
  readonly faces: readonly Box[];
  readonly interest: Interest;
}

/** Margins of a face that must not be cut, in its heights and widths: hair above, cheeks beside, chin below. */
const headroom = { above: 0.45, beside: 0.18, below: 0.2 };
const wholeHead = 3;
/** Score of a face that is whole while its hair is cut. */
const wholeFace = 2;
/** Penalty of a cut face, which is worse than one that is left out. */
const cutFace = -2;
/** Ideal height of the eyes in the frame, slightly above the centre; horizontally a face is centred. */
const eyeHeight = 0.42;
/** Height of the eyes in a face, from its top. */
const eyesWithin = 0.38;
const composition = 0.35;
const cutInterest = 0.15;
const steps = 60;

function headOf({ x, y, w, h }: Box): Box {
  return {
    x: x - w * headroom.beside,
    y: y - h * headroom.above,
    w: w * (1 + 2 * headroom.beside),
    h: h * (1 + headroom.above + headroom.below),
  };
}

/** Returns the size of the largest part with the frame's aspect ratio, which can slide along one side. Aspects are width / height. */
function largestPart(pictureAspect: number, frameAspect: number): { w: number; h: number } {
  return frameAspect > pictureAspect
    ? { w: 1, h: pictureAspect / frameAspect }
    : { w: frameAspect / pictureAspect, h: 1 };
}

const hold = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Returns the part whose centre is as close as possible to a point. */
export function cropAround(pictureAspect: number, frameAspect: number, [x, y]: readonly [number, number]): Box {
  const { w, h } = largestPart(pictureAspect, frameAspect);
  return { x: hold(x - w / 2, 0, 1 - w), y: hold(y - h / 2, 0, 1 - h), w, h };
}

/** Returns cumulative sums of saliency along the side on which the part slides: entry i is the sum before fraction i / length. */
function sumAlong({ width, height, values }: Interest, isAcross: boolean): Float64Array {
  const length = isAcross ? width : height;
  const sums = new Float64Array(length + 1);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) sums[(isAcross ? x : y) + 1]! += values[y * width + x]!;
  for (let i = 1; i <= length; i++) sums[i]! += sums[i - 1]!;
  return sums;
}

function readAt(sums: Float64Array, fraction: number): number {
  const place = hold(fraction, 0, 1) * (sums.length - 1);
  const before = Math.min(sums.length - 2, Math.floor(place));
  return sums[before]! + (sums[before + 1]! - sums[before]!) * (place - before);
}

/** Returns the share of the saliency inside (0..1), minus a penalty for saliency at the two cut edges. */
function scoreInterest(sums: Float64Array, from: number, to: number): number {
  const total = sums.at(-1)! || 1;
  const inside = (readAt(sums, to) - readAt(sums, from)) / total;
  const reach = 0.02;
  const atEnd = (end: number) =>
    end <= 0.001 || end >= 0.999 ? 0 : (readAt(sums, end + reach) - readAt(sums, end - reach)) / total / (2 * reach);
  return inside - cutInterest * (atEnd(from) + atEnd(to)) * (to - from);
}

/** Returns the visible share (0..1) of a box, relative to the maximum that the image and a crop of this size can show. */
function shareInside(box: Box, part: Box): number {
  const across = Math.min(box.x + box.w, part.x + part.w) - Math.max(box.x, part.x);
  const down = Math.min(box.y + box.h, part.y + part.h) - Math.max(box.y, part.y);
  const maxAcross = Math.min(part.w, Math.min(box.x + box.w, 1) - Math.max(box.x, 0));
  const maxDown = Math.min(part.h, Math.min(box.y + box.h, 1) - Math.max(box.y, 0));
  if (across <= 0 || down <= 0 || maxAcross <= 0 || maxDown <= 0) return 0;
  return Math.min(1, across / maxAcross) * Math.min(1, down / maxDown);
}

/** Scores faces: whole heads gain, cut faces lose, weighted by their height relative to the largest. */
function scoreFaces(faces: readonly Box[], part: Box): number {
  const largest = Math.max(...faces.map(face => face.h));
  let score = 0;
  for (const face of faces) {
    const head = shareInside(headOf(face), part);
    const share = shareInside(face, part);
    const worth = share > 0.99 ? wholeFace + (wholeHead - wholeFace) * head : share > 0.01 ? cutFace + share / 2 : 0;
    score += (worth * face.h) / largest;
  }
  return score;
}

/** Returns the distance of the visible faces from their ideal position; 0 is best. */
function measureComposition(faces: readonly Box[], part: Box, isAcross: boolean): number {
  const inside = faces.filter(face => shareInside(face, part) > 0.9);
  if (inside.length === 0) return 0;
  const weight = inside.reduce((sum, { h }) => sum + h, 0);
  const middle =
    inside.reduce((sum, { x, y, w, h }) => sum + (isAcross ? x + w / 2 : y + h * eyesWithin) * h, 0) / weight;
  const place = isAcross ? (middle - part.x) / part.w : (middle - part.y) / part.h;
  return Math.abs(place - (isAcross ? 0.5 : eyeHeight));
}

const slidesAcross = ({ w, h }: { w: number; h: number }) => w < h || (w === h && w < 1);

/** Returns the largest part of the frame's aspect ratio that has the highest score; of equal ones the one nearest to the middle. */
function slide(pictureAspect: number, frameAspect: number, rate: (part: Box) => number): Box {
  const { w, h } = largestPart(pictureAspect, frameAspect);
  const isAcross = slidesAcross({ w, h });
  const room = 1 - (isAcross ? w : h);
  let best: Box = { x: (1 - w) / 2, y: (1 - h) / 2, w, h };
  let highest = Number.NEGATIVE_INFINITY;
  if (room < 1e-4) return best;
  for (let step = 0; step <= steps; step++) {
    const start = (room * step) / steps;
    const part: Box = isAcross ? { x: start, y: 0, w, h } : { x: 0, y: start, w, h };
    const score = rate(part) - Math.abs(start / room - 0.5) * 0.02;
    if (score > highest) {
      highest = score;
      best = part;
    }
  }
  return best;
}

/**
 * Returns the part nearest to the middle that shows the faces whole, each with its hair and chin: moving no further keeps what the photographer put
 * around them. Where not all fit, the larger ones decide, and of a head that is too large the eyes.
 */
export function keepFaces(faces: readonly Box[], pictureAspect: number, frameAspect: number): Box {
  const size = largestPart(pictureAspect, frameAspect);
  const isTooLarge = faces.some(face => headOf(face).w > size.w || headOf(face).h > size.h);
  return slide(pictureAspect, frameAspect, part => {
    if (faces.length === 0) return 0;
    return (
      scoreFaces(faces, part) - (isTooLarge ? composition * measureComposition(faces, part, slidesAcross(size)) : 0)
    );
  });
}

/** Returns the best part of the image for a frame; the centre if there are neither faces nor saliency. */
export function chooseCrop({ faces, interest }: Focus, pictureAspect: number, frameAspect: number): Box {
  const isAcross = slidesAcross(largestPart(pictureAspect, frameAspect));
  const sums = sumAlong(interest, isAcross);
  return slide(
    pictureAspect,
    frameAspect,
    part =>
      scoreInterest(sums, isAcross ? part.x : part.y, isAcross ? part.x + part.w : part.y + part.h) +
      (faces.length > 0 ? scoreFaces(faces, part) - composition * measureComposition(faces, part, isAcross) : 0),
  );
}
