// Segments the subject of an image as a matte: each pixel's share of the subject.

import type { PartProgress } from 'contract/run.ts';
import type { Pixels } from '../pixels/plane.ts';
import { chooseExtent, type Doubts, findDoubts, type SubjectExtent } from './choose-subject.ts';
import { type CoarseMatte, type MatteNetwork, openMatteNetwork, squeeze } from './network.ts';
import { type Painted, resizePainted } from './painted.ts';
import { lookAtPeople } from './portrait-look.ts';
import { refineChanges } from './refine-changes.ts';
import { findLightGround, joinLooks, spreadLight } from './second-look.ts';
import { followAllStrokes } from './strokes.ts';
import { lookAtThings } from './things-look.ts';
import { upsampleMatte } from './upsample.ts';

export interface MatteOptions {
  /** An ONNX file to use instead of the bundled network. */
  readonly modelFile?: string | undefined;
  /** An existing matte of this image, in any size; no network runs if it is given. */
  readonly given?: Painted | undefined;
  /** Strokes that correct the network's matte. */
  readonly keep?: Painted | undefined;
  readonly erase?: Painted | undefined;
  /** Whether a correction spreads from its strokes to similar colours, up to the next edge. */
  readonly spreads?: boolean;
  /** Which extent of the subject to use; a given matte is not changed. */
  readonly extent?: SubjectExtent | undefined;
  readonly progress?: PartProgress | undefined;
}

export interface Matte {
  /** 0 background to 255 subject, width * height of the image. */
  readonly alpha: Uint8Array;
  /** The engine: isnet, or operator:<file name>; absent if the matte was given. */
  readonly engine?: string;
  /** Whether the user may mean another extent than the network's. */
  readonly doubts?: Doubts;
}

/** Shares of total time; opening and running the network do not report progress themselves. */
const openedShare = 0.25;
const networkShare = 0.9;
const usualMs = { open: 2500, network: 2500 };

/** Grid size for a given matte, like the bundled network's. */
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

/** Sets painted pixels, whatever their colour. */
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

/** Corrects a matte of the image's own size. */
async function correctSeen(given: Painted, pixels: Pixels, options: MatteOptions): Promise<Uint8Array> {
  const { spreads = true } = options;
  const before = spreads ? await putOnGrid(given, pixels) : undefined;
  const alpha = before
    ? refineChanges(given.data, pixels, before, await correctCoarse(before, options))
    : given.data.slice();
  await enforcePaint(alpha, pixels, options);
  return alpha;
}

/**
 * The matte of `pixels`. Throws when `modelFile` is not a matting network. Memory: the network's (about 1.2 GB for the bundled one; none for a given
 * matte), plus one byte per pixel.
 */
export async function findMatte(pixels: Pixels, options: MatteOptions = {}): Promise<Matte> {
  const { given, keep, erase, spreads = true, progress = () => undefined } = options;
  const isCorrected = keep !== undefined || erase !== undefined;
  // The user has already seen a full-size matte, so every pixel beyond a correction stays as shown.
  if (given && given.width === pixels.width && given.height === pixels.height) {
    const alpha = isCorrected ? await correctSeen(given, pixels, options) : given.data;
    progress(1);
    return { alpha };
  }
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

/** Looks again at white things and at people before a light ground. Only with the bundled network: the others' time and weaknesses are not known. */
async function findTwice(network: MatteNetwork, pixels: Pixels, modelFile: string | undefined): Promise<CoarseMatte> {
  const first = await network.find(pixels);
  const ground = modelFile === undefined ? findLightGround(first) : undefined;
  if (!ground) return first;
  const people = await lookAtPeople(first, pixels);
  if (people) return people;
  const data = spreadLight(first, ground);
  const { width, height } = first;
  const twice = data ? joinLooks(first, (await network.find({ data, width, height })).alpha) : first;
  return lookAtThings(twice, first, ground);
}

async function look(
  pixels: Pixels,
  { modelFile, extent = 'usual', progress = () => undefined }: MatteOptions,
): Promise<{ coarse: CoarseMatte; engine?: string; doubts?: Doubts }> {
  progress(0, { until: openedShare, usualMs: usualMs.open, name: 'open-matte' });
  const network = await openMatteNetwork(modelFile);
  progress(openedShare, { until: networkShare, usualMs: usualMs.network, name: 'matte' });
  const found = await findTwice(network, pixels, modelFile);
  return { coarse: chooseExtent(found, extent), engine: network.engine, doubts: findDoubts(found) };
}
