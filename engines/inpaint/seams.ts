// A screened Poisson equation over the hole pixels of a region: each pixel has target differences to its four neighbours (Pérez, Gangnet, Blake,
// "Poisson Image Editing", SIGGRAPH 2003) and, weakly, a target colour.
import { luma601 } from '../pixels/luma.ts';
import { type Kernel, startKernel } from './kernel.ts';
import type { Region } from './region.ts';

export interface System {
  readonly kernel: Kernel;
  readonly region: Region;
  readonly holes: Int32Array;
  /** Slots of the left, right, upper and lower neighbour of each hole pixel; `nowhere` beyond the image border. */
  readonly neighbours: Int32Array;
  readonly nowhere: number;
  /** Four numbers per slot: the hole pixels in order, then the known pixels beside them, then `nowhere`. */
  readonly values: Float32Array;
  readonly rightSide: Float32Array;
  readonly share: Float32Array;
}

/** The target gradients of one solution. */
export interface Wishes {
  /** The copied colours, four numbers per hole pixel. */
  readonly copied: Float32Array;
  /** Four numbers per hole pixel: the sum of its target differences to its neighbours. */
  readonly slopes: Float32Array;
}

/**
 * Largest difference in grey levels that is evened out across a seam or the border of a hole; of a larger one the rest is kept, since an edge may run
 * there.
 */
const maxEvened = 60;
const omega = 1.9;

/** Luma of the colour at index `start`. */
export const luma = (values: Float32Array | Uint8Array, start: number): number =>
  luma601(values[start]!, values[start + 1]!, values[start + 2]!);

/** Sets up the equation. Takes about 60 bytes per hole pixel. */
export function makeSystem(region: Region, holes: Int32Array): System {
  const { width, height, isHole, colours } = region;
  const slots = new Int32Array(width * height).fill(-1);
  for (let slot = 0; slot < holes.length; slot++) slots[holes[slot]!] = slot;
  const rim: number[] = [];
  const neighbours = new Int32Array(holes.length * 4).fill(-1);
  for (let slot = 0; slot < holes.length; slot++) {
    const pixel = holes[slot]!;
    const x = pixel % width;
    for (let side = 0; side < 4; side++) {
      const isOutside =
        side === 0
          ? x === 0
          : side === 1
            ? x === width - 1
            : side === 2
              ? pixel < width
              : pixel >= width * (height - 1);
      if (isOutside) continue;
      const other = pixel + sideSteps(width)[side]!;
      if (slots[other]! < 0 && !isHole[other]) {
        slots[other] = holes.length + rim.length;
        rim.push(other);
      }
      neighbours[slot * 4 + side] = slots[other]!;
    }
  }
  const slotCount = holes.length + rim.length + 1;
  const kernel = startKernel(slotCount * 16 + holes.length * 40);
  const values = kernel.floats(slotCount * 4);
  rim.forEach((pixel, index) => {
    for (let channel = 0; channel < 3; channel++)
      values[(holes.length + index) * 4 + channel] = colours[pixel * 3 + channel]!;
  });
  const nowhere = slotCount - 1;
  const list = kernel.ints(neighbours.length);
  for (let index = 0; index < list.length; index++) list[index] = neighbours[index]! < 0 ? nowhere : neighbours[index]!;
  const rightSide = kernel.floats(holes.length * 4);
  const share = kernel.floats(holes.length);
  return { kernel, region, holes, neighbours: list, nowhere, values, rightSide, share };
}

const sideSteps = (width: number): readonly number[] => [-1, 1, -width, width];

/**
 * Returns the target gradients of a solution. Where two shifts meet, the stronger of their two gradients is used, so that seams are not washed out.
 */
export function readWishes(system: System, shifts: Int32Array): Wishes {
  const { holes, neighbours, nowhere, region, values } = system;
  const { colours, isHole, width } = region;
  const copied = new Float32Array(holes.length * 4);
  for (let slot = 0; slot < holes.length; slot++) {
    const from = (holes[slot]! + shifts[slot]!) * 3;
    for (let channel = 0; channel < 3; channel++) copied[slot * 4 + channel] = colours[from + channel]!;
  }
  const slopes = new Float32Array(holes.length * 4);
  const steps = sideSteps(width);
  const isKnown = (pixel: number) => pixel >= 0 && pixel < isHole.length && !isHole[pixel];
  const slope = [0, 0, 0];
  const seam = [0, 0, 0];
  for (let slot = 0; slot < holes.length; slot++) {
    const source = holes[slot]! + shifts[slot]!;
    for (let side = 0; side < 4; side++) {
      const other = neighbours[slot * 4 + side]!;
      if (other === nowhere) continue;
      const step = steps[side]!;
      let strength = -1;
      if (isKnown(source + step)) strength = readSlope(colours, source, source + step, slope);
      const isSeam = other < holes.length && shifts[other] !== shifts[slot];
      if (isSeam) {
        const otherSource = holes[other]! + shifts[other]!;
        if (isKnown(otherSource - step) && readSlope(colours, otherSource - step, otherSource, seam) > strength)
          strength = readSlope(colours, otherSource - step, otherSource, slope);
      }
      const isRim = other >= holes.length;
      addSlope(slopes, slot, copied, isRim ? values : copied, other, strength < 0 ? undefined : slope);
    }
  }
  return { copied, slopes };
}

/** Writes the colour at `from` minus the colour at `to`, and returns its squared length. */
function readSlope(colours: Uint8Array, from: number, to: number, into: number[]): number {
  let strength = 0;
  for (let channel = 0; channel < 3; channel++) {
    const difference = colours[from * 3 + channel]! - colours[to * 3 + channel]!;
    into[channel] = difference;
    strength += difference * difference;
  }
  return strength;
}

/** Adds one target difference. Too large a jump is only partly evened out. */
function addSlope(
  slopes: Float32Array,
  slot: number,
  copied: Float32Array,
  others: Float32Array,
  other: number,
  wanted: readonly number[] | undefined,
): void {
  let squares = 0;
  for (let channel = 0; wanted && channel < 3; channel++) {
    const jump = copied[slot * 4 + channel]! - others[other * 4 + channel]!;
    squares += (wanted[channel]! - jump) ** 2;
  }
  const evened = Math.min(1, maxEvened / Math.sqrt(squares / 3 + 1e-9));
  for (let channel = 0; channel < 3; channel++) {
    const jump = copied[slot * 4 + channel]! - others[other * 4 + channel]!;
    slopes[slot * 4 + channel]! += wanted ? jump + evened * (wanted[channel]! - jump) : jump;
  }
}

/**
 * Solves for colours whose differences are `slopes`, pulled towards `colours` with the strength `pull`. Returns four numbers per hole pixel, not yet
 * rounded.
 */
export function settle(
  system: System,
  {
    slopes,
    colours,
    pull,
    sweeps,
  }: {
    readonly slopes: Float32Array;
    readonly colours: Float32Array;
    readonly pull: number;
    readonly sweeps: number;
  },
): Float32Array {
  const { kernel, holes, neighbours, nowhere, values, rightSide, share } = system;
  values.set(colours);
  for (let slot = 0; slot < holes.length; slot++) {
    let count = 0;
    for (let side = 0; side < 4; side++) if (neighbours[slot * 4 + side] !== nowhere) count++;
    share[slot] = 1 / (count + pull);
    for (let index = slot * 4; index < slot * 4 + 3; index++)
      rightSide[index] = slopes[index]! + pull * colours[index]!;
  }
  const relax = (count: number, strength: number) =>
    kernel.run.relax(
      values.byteOffset,
      rightSide.byteOffset,
      share.byteOffset,
      neighbours.byteOffset,
      holes.length,
      count,
      strength,
    );
  relax(sweeps, omega);
  relax(4, 1);
  return values.slice(0, holes.length * 4);
}
