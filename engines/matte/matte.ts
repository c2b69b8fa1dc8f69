// Finds the subject of a picture as a matte: the share of each pixel that belongs to it.

import type { PartProgress } from 'contract/run.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { type CoarseMatte, openMatteNetwork } from './network.ts';
import { followAllStrokes } from './strokes.ts';
import { upsampleMatte } from './upsample.ts';

/** A painted mask of any size: 0 untouched, 255 painted, width * height. */
export interface Painted {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface MatteOptions {
  /** An ONNX file to use instead of the network that ships. */
  readonly modelFile?: string | undefined;
  /** Strokes that correct the network. */
  readonly keep?: Painted | undefined;
  readonly erase?: Painted | undefined;
  /** Whether a correction spreads from its strokes to like colours up to the next edge. */
  readonly spreads?: boolean;
  readonly progress?: PartProgress | undefined;
}

export interface Matte {
  /** 0 background .. 255 subject, width * height of the picture. */
  readonly alpha: Uint8Array;
  /** The engine: isnet, or operator:<file name>. */
  readonly engine: string;
}

/** Shares of the time; neither opening nor running the network reports progress. */
const openedShare = 0.25;
const networkShare = 0.9;
const usualMs = { open: 2500, network: 2500 };

async function resizePainted(painted: Painted, width: number, height: number): Promise<Uint8Array> {
  const { data } = painted;
  const input = Buffer.from(data.buffer, data.byteOffset, data.length);
  return sharp(input, { raw: { width: painted.width, height: painted.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

async function correctCoarse(coarse: CoarseMatte, { keep, erase }: MatteOptions): Promise<CoarseMatte> {
  const { width, height } = coarse;
  const toGrid = async (painted: Painted | undefined) =>
    painted && Float32Array.from(await resizePainted(painted, width, height), value => value / 255);
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
 * The matte of `pixels`. Throws when `modelFile` is no matting network. Memory: the network's (about 1.2 GB for the one that ships), and
 * one byte a pixel.
 */
export async function findMatte(pixels: Pixels, options: MatteOptions = {}): Promise<Matte> {
  const { modelFile, keep, erase, spreads = true, progress = () => undefined } = options;
  progress(0, { until: openedShare, usualMs: usualMs.open, name: 'open-matte' });
  const network = await openMatteNetwork(modelFile);
  progress(openedShare, { until: networkShare, usualMs: usualMs.network, name: 'matte' });
  const found = await network.find(pixels);
  progress(networkShare);
  const isCorrected = keep !== undefined || erase !== undefined;
  const coarse = isCorrected && spreads ? await correctCoarse(found, options) : found;
  const alpha = upsampleMatte(coarse, pixels);
  if (isCorrected) await enforcePaint(alpha, pixels, options);
  progress(1);
  return { alpha, engine: network.engine };
}
