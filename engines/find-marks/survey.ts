// The input of the mark search: the edges of a reduced image, and the properties of marks whose outline they may be.
import type { Pixels } from '../pixels/plane.ts';
import { fromPixels } from '../preview.ts';
import { type EdgePoints, findEdgePoints } from './edge-points.ts';
import { type Rims, readRims } from './rims.ts';

/** Longer side, in pixels, of the reduced image that is searched. */
const workEdge = 1200;

export interface Survey {
  /** The reduced image. */
  readonly picture: Pixels;
  readonly edges: EdgePoints;
  readonly rims: readonly Rims[];
  /** Pixels of the image per pixel of the reduced image, horizontally and vertically. */
  readonly scale: { readonly x: number; readonly y: number };
}

async function shrink({ data, width, height }: Pixels): Promise<Pixels> {
  const scale = Math.min(1, workEdge / Math.max(width, height));
  if (scale === 1) return { data, width, height };
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const pixels = { data: Buffer.from(data.buffer, data.byteOffset, data.length), width, height, channels: 3 as const };
  return { ...size, data: await fromPixels(pixels).resize(size.width, size.height, { fit: 'fill' }).raw().toBuffer() };
}

export async function surveyPicture(pixels: Pixels): Promise<Survey> {
  const small = await shrink(pixels);
  const edges = findEdgePoints(small);
  return {
    picture: small,
    edges,
    rims: readRims(edges),
    scale: { x: pixels.width / small.width, y: pixels.height / small.height },
  };
}
