// Finds the subject of a picture as a matte: the share of each pixel that belongs to it.

import type { PartProgress } from 'contract/run.ts';
import type { Pixels } from '../pixels/plane.ts';
import { chooseExtent, type Doubts, findDoubts, type SubjectExtent } from './choose-subject.ts';
import { correctTouched } from './correct-touched.ts';
import { type CoarseMatte, openMatteNetwork, squeeze } from './network.ts';
import { type Painted, resizePainted } from './painted.ts';
import { followAllStrokes } from './strokes.ts';
import { upsampleMatte } from './upsample.ts';

export interface MatteOptions {
  /** An ONNX file to use instead of the network that ships. */
  readonly modelFile?: string | undefined;
  /** A matte of this picture that was found before, of any size: then no network runs. */
  readonly given?: Painted | undefined;
  /** Strokes that correct the network. */
  readonly keep?: Painted | undefined;
  readonly erase?: Painted | undefined;
  /** Whether a correction spreads from its strokes to like colours up to the next edge. */
  readonly spreads?: boolean;
  /** What the network's subject is taken to be; a given matte stays what it is. */
  readonly extent?: SubjectExtent | undefined;
  readonly progress?: PartProgress | undefined;
}

export interface Matte {
  /** 0 background .. 255 subject, width * height of the picture. */
  readonly alpha: Uint8Array;
  /** The engine: isnet, or operator:<file name>; none when the matte was given. */
  readonly engine?: string;
  /** Of what the network found: whether another extent may be meant. */
  readonly doubts?: Doubts;
}

/** Shares of the time; neither opening nor running the network reports progress. */
const openedShare = 0.25;
const networkShare = 0.9;
const usualMs = { open: 2500, network: 2500 };

/** A given matte is put on a grid of this many pixels a side, as the shipped network's is. */
const givenSide = 1024;

async function putOnGrid(given: Painted, pixels: Pixels): Promise<CoarseMatte> {
  const alpha = new Float32Array(await resizePainted(given, givenSide, givenSide)).map(value => value / 255);
  return { alpha, guide: squeeze(pixels, givenSide, givenSide), width: givenSide, height: givenSide };
}

async function correctCoarse(coarse: CoarseMatte, { keep, erase }: MatteOptions): Promise<CoarseMatte> {
  const { width, height } = coarse;
  const toGrid = async (painted: Painted | undefined) =>
    painted && new Float32Array(await resizePainted(painted, width, height)).map(value => value / 255);
  return followAllStrokes(coarse, { keep: await toGrid(keep), erase: await toGrid(erase) });
}

/** Painted pixels are fixed, against their colours too. */
async function enforcePaint(
  alpha: Uint8Array,
  { width, height }: Pixels,
  { keep, erase }: MatteOptions,
): Promise<void> {
  if (keep) {
    const painted = await resizePainted(keep, width, height);
    for (let i = 0; i < alpha.length; i++) alpha[i] = Math.max(alpha[i]!, painted[i]!);
  }
  if (erase) {
    const painted = await resizePainted(erase, width, height);
    for (let i = 0; i < alpha.length; i++) alpha[i] = Math.min(alpha[i]!, 255 - painted[i]!);
  }
}

/**
 * The matte of `pixels`. Throws when `modelFile` is no matting network. Memory: the network's (about 1.2 GB for the one that ships; none
 * for a given matte), and one byte a pixel.
 */
export async function findMatte(pixels: Pixels, options: MatteOptions = {}): Promise<Matte> {
  const { given, keep, erase, spreads = true, progress = () => undefined } = options;
  const isCorrected = keep !== undefined || erase !== undefined;
  // One of the picture's own size is what a person has seen, to the pixel.
  if (given && given.width === pixels.width && given.height === pixels.height)
    return { alpha: isCorrected ? await correctTouched(given.data, pixels, { keep, erase, spreads }) : given.data };
  const {
    coarse: found,
    engine,
    doubts,
  } = given ? { coarse: await putOnGrid(given, pixels) } : await look(pixels, options);
  progress(networkShare);
  const coarse = isCorrected && spreads ? await correctCoarse(found, options) : found;
  const alpha = upsampleMatte(coarse, pixels);
  if (isCorrected) await enforcePaint(alpha, pixels, options);
  progress(1);
  return { alpha, ...(engine && { engine }), ...(doubts && { doubts }) };
}

async function look(
  pixels: Pixels,
  { modelFile, extent = 'usual', progress = () => undefined }: MatteOptions,
): Promise<{ coarse: CoarseMatte; engine?: string; doubts?: Doubts }> {
  progress(0, { until: openedShare, usualMs: usualMs.open, name: 'open-matte' });
  const network = await openMatteNetwork(modelFile);
  progress(openedShare, { until: networkShare, usualMs: usualMs.network, name: 'matte' });
  const found = await network.find(pixels);
  return { coarse: chooseExtent(found, extent), engine: network.engine, doubts: findDoubts(found) };
}
