// The pyramid on which a region is filled, in the kernel's memory: from the finest level to one where holes are a few patches thick.

import { boxSum } from '../pixels/box-filter.ts';
import { luma601 } from '../pixels/luma.ts';
import { measureDepth } from './depth.ts';
import { type Kernel, startKernel } from './kernel.ts';
import { listHoles, type Region } from './region.ts';

/** Radius of a patch, without its centre: patches are 7 x 7. */
export const patchRadius = 3;
const patchSide = 2 * patchRadius + 1;

export interface Level {
  readonly width: number;
  readonly height: number;
  /** Four numbers per pixel: red, green, blue, and the roughness of the texture around it. */
  readonly plane: Int16Array;
  readonly isHole: Uint8Array;
  /** 1 where the whole patch around a pixel is known, so that it may be copied. */
  readonly isSource: Uint8Array;
  readonly sourceCount: number;
  readonly holes: Int32Array;
  /** Centres of the patches that touch holes. */
  readonly targets: Int32Array;
  /** The source patch of each target, -1 elsewhere. */
  readonly nearest: Int32Array;
  readonly distance: Int32Array;
  /** Confidence in the patch around a pixel, which falls with its depth in the hole. */
  readonly trust: Float32Array;
}

export interface Pyramid {
  readonly kernel: Kernel;
  /** Finest first. */
  readonly levels: readonly Level[];
  /** Scratch space for the votes of one level. */
  readonly voted: Int16Array;
  /** For the initial guess at the coarsest level: the unknown pixels, and scratch space for a list of its holes. */
  readonly unknown: Uint8Array;
  readonly layer: Int32Array;
  /** Space for a solution: one value per hole pixel of the finest level. */
  readonly shifts: Int32Array;
  readonly quality: Float32Array;
}

/** Weight of squared roughness differences (Newson et al. 2017 use 50 for each of two directions). */
const textureWeight = Math.sqrt(6);
/** Confidence in a patch falls by this factor per pixel of depth (Wexler, Shechtman, Irani, PAMI 2007, use 1.3). */
const trustFall = 1.6;
const minTrust = 1e-6;
const maxLevels = 5;
const minSide = 24;
const minSources = 300;
const bytesPerPixel = 39;

/** Returns the mean |dx| + |dy| of luma around each pixel, over known pixels: distinguishes textures of the same colour. */
function measureRoughness({ colours, isHole, width, height }: Region, radius: number): Float32Array {
  const size = width * height;
  const luma = new Float32Array(size);
  for (let pixel = 0; pixel < size; pixel++)
    luma[pixel] = luma601(colours[pixel * 3]!, colours[pixel * 3 + 1]!, colours[pixel * 3 + 2]!);
  const roughness = new Float32Array(size);
  const known = new Float32Array(size);
  for (let y = 0; y < height - 1; y++) {
    for (let pixel = y * width; pixel < (y + 1) * width - 1; pixel++) {
      if (isHole[pixel] || isHole[pixel + 1] || isHole[pixel + width]) continue;
      const here = luma[pixel]!;
      roughness[pixel] = Math.abs(luma[pixel + 1]! - here) + Math.abs(luma[pixel + width]! - here);
      known[pixel] = 1;
    }
  }
  boxSum(roughness, width, height, radius);
  boxSum(known, width, height, radius);
  for (let pixel = 0; pixel < size; pixel++) roughness[pixel]! *= known[pixel]! > 0.5 ? 1 / known[pixel]! : 0;
  return roughness;
}

function drawPlane(region: Region, plane: Int16Array, textureRadius: number): void {
  const roughness = measureRoughness(region, textureRadius);
  const { colours } = region;
  for (let pixel = 0; pixel < roughness.length; pixel++) {
    plane[pixel * 4] = colours[pixel * 3]!;
    plane[pixel * 4 + 1] = colours[pixel * 3 + 1]!;
    plane[pixel * 4 + 2] = colours[pixel * 3 + 2]!;
    plane[pixel * 4 + 3] = Math.round(roughness[pixel]! * textureWeight);
  }
}

/** Flags the pixels whose whole patch is known, and lists the patches that touch holes. */
function findPatches(kernel: Kernel, isHole: Uint8Array, width: number, height: number) {
  const holesAround = Float32Array.from(isHole);
  boxSum(holesAround, width, height, patchRadius);
  const isSource = kernel.bytes(width * height);
  const centres: number[] = [];
  let sourceCount = 0;
  for (let y = patchRadius; y < height - patchRadius; y++) {
    for (let x = patchRadius; x < width - patchRadius; x++) {
      const pixel = y * width + x;
      if (holesAround[pixel]! > 0.5) centres.push(pixel);
      else {
        isSource[pixel] = 1;
        sourceCount++;
      }
    }
  }
  const targets = kernel.ints(centres.length);
  targets.set(centres);
  return { isSource, sourceCount, targets };
}

function makeLevel(kernel: Kernel, plane: Int16Array, isHole: Uint8Array, width: number, height: number): Level {
  const found = listHoles(isHole);
  const holes = kernel.ints(found.length);
  holes.set(found);
  const nearest = kernel.ints(width * height);
  const distance = kernel.ints(width * height);
  const trust = kernel.floats(width * height);
  const depth = measureDepth(isHole, width, height);
  trust.fill(1);
  for (const pixel of found) trust[pixel] = Math.max(minTrust, trustFall ** -depth[pixel]!);
  return {
    width,
    height,
    plane,
    isHole,
    holes,
    nearest,
    distance,
    trust,
    ...findPatches(kernel, isHole, width, height),
  };
}

/**
 * Returns the number of levels, so that the thickest hole is about two patches thick at the coarsest. More would lose the surroundings of small
 * holes.
 */
const countLevels = (halfThickness: number): number =>
  Math.max(2, Math.min(maxLevels, Math.floor(Math.log2((2 * halfThickness) / patchSide))));

/**
 * Builds the pyramid of a region. Takes about 52 bytes per pixel and 22 per hole pixel. Levels without enough sources are left out; when even the
 * finest has none, there are no levels.
 */
export function buildPyramid(region: Region, halfThickness: number): Pyramid {
  const { width, height } = region;
  const wanted = countLevels(halfThickness);
  const holeCount = listHoles(region.isHole).length;
  const kernel = startKernel(width * height * bytesPerPixel * 1.36 + holeCount * 22 + 65_536);
  let plane = kernel.shorts(width * height * 4);
  let isHole = kernel.bytes(width * height);
  isHole.set(region.isHole);
  drawPlane(region, plane, Math.max(2, 2 ** (wanted - 2)));
  const levels = [makeLevel(kernel, plane, isHole, width, height)];
  while (levels.length < wanted) {
    const above = levels.at(-1)!;
    const across = (above.width + 1) >> 1;
    const down = (above.height + 1) >> 1;
    if (Math.min(across, down) < minSide) break;
    plane = kernel.shorts(across * down * 4);
    isHole = kernel.bytes(across * down);
    kernel.run.shrink(
      above.plane.byteOffset,
      above.isHole.byteOffset,
      above.width,
      above.height,
      plane.byteOffset,
      isHole.byteOffset,
    );
    const level = makeLevel(kernel, plane, isHole, across, down);
    if (level.sourceCount < minSources || level.holes.length === 0) break;
    levels.push(level);
  }
  const coarsest = levels.at(-1)!;
  return {
    kernel,
    levels: levels[0]!.sourceCount > 0 ? levels : [],
    voted: kernel.shorts(holeCount * 4),
    unknown: kernel.bytes(coarsest.isHole.length),
    layer: kernel.ints(coarsest.holes.length),
    shifts: kernel.ints(holeCount),
    quality: kernel.floats(holeCount),
  };
}
