// Fills a hole by the network that ships from several views, and keeps the filling that looks best.

import { fromPixels } from '../../preview.ts';
import { imagineHole, takeOver, views } from '../imagine.ts';
import { subjectEye, thingEye } from './eyes.ts';
import { type Hole, measureForeign, type Things } from './find-foreign.ts';
import type { Canvas } from './shrink-canvas.ts';
import { type Looks, weighLooks } from './weigh-signs.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the two networks that look at fillings say of one. */
export async function look(canvas: Canvas, things: Things, hole: Hole): Promise<Looks> {
  const [subject, thing] = await measureForeign(canvas, things, hole, [subjectEye, thingEye]);
  return { subject: subject!, thing: thing!, isThin: hole.isThin };
}

interface Wish {
  readonly things: Things;
  readonly hole: Hole;
  /** The network. */
  readonly file: string;
  /** Called with the share of the work done, after each view. */
  readonly report: (share: number) => void;
}

interface Imagined {
  readonly colours: Uint8Array;
  readonly looks: Looks;
}

/** Longer side of the image in which views are compared: the network and the eyes see no more of a hole. */
const comparedSide = 1000;

/** Fills a hole by the network in `file` from each view, and returns what looks best. */
async function compareViews(canvas: Canvas, { things, hole, file, report }: Wish): Promise<Imagined> {
  const { width, height, colours: data } = canvas;
  const isOwn = (pixel: number) => things.pieces[pixel] === hole.number;
  let best: Imagined | undefined;
  for (const [number, view] of views.entries()) {
    const colours = await imagineHole({ data, width, height }, { box: hole, isOwn }, view, file);
    const looks = await look({ ...canvas, colours }, things, hole);
    if (!best || weighLooks(looks) < weighLooks(best.looks)) best = { colours, looks };
    report((number + 1) / views.length);
  }
  return best!;
}

const resize = (data: Uint8Array, from: Size, to: Size): Promise<Buffer> =>
  fromPixels({ data: Buffer.from(data.buffer, data.byteOffset, data.length), ...from, channels: 3 })
    .resize(to.width, to.height, { fit: 'fill' })
    .raw()
    .toBuffer();

/** Compares the views of a large image in a smaller one, and brings the best filling back to its size. */
async function compareSmaller(canvas: Canvas, wish: Wish): Promise<Imagined> {
  const { things, hole } = wish;
  const { width, height, colours } = canvas;
  const full = { width, height };
  const scale = comparedSide / Math.max(width, height);
  const small = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const pieces = Int32Array.from({ length: small.width * small.height }, (_, pixel) => {
    const x = Math.floor((((pixel % small.width) + 0.5) * width) / small.width);
    const y = Math.floor(((Math.floor(pixel / small.width) + 0.5) * height) / small.height);
    return things.pieces[y * width + x]!;
  });
  const box = {
    left: Math.floor(hole.left * scale),
    top: Math.floor(hole.top * scale),
    right: Math.min(small.width, Math.ceil(hole.right * scale)),
    bottom: Math.min(small.height, Math.ceil(hole.bottom * scale)),
  };
  const reduced = { ...canvas, ...small, colours: await resize(colours, full, small) };
  const best = await compareViews(reduced, { ...wish, things: { ...things, pieces }, hole: { ...hole, ...box } });
  const isOwn = (pixel: number) => things.pieces[pixel] === hole.number;
  const enlarged = await resize(best.colours, small, full);
  return { ...best, colours: await takeOver({ data: colours, ...full }, { box: hole, isOwn }, enlarged) };
}

/** Returns the filling that looks best, in a copy of the canvas' colours, and its looks. */
export const imagineBest = (canvas: Canvas, wish: Wish): Promise<Imagined> =>
  Math.max(canvas.width, canvas.height) > comparedSide ? compareSmaller(canvas, wish) : compareViews(canvas, wish);
