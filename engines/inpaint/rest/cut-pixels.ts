// Divides pixels in two by the smallest cut, where a cut between pixels of different colours costs less (Boykov, Jolly, "Interactive Graph Cuts", ICCV
// 2001).
import type { Pixels } from '../../pixels/plane.ts';
import { startShiftKernel } from '../wide/shift-kernel.ts';
import { squareOf } from './mixture.ts';

/** Costs are rounded to hundredths. */
const scale = 100;
/** What a cut between two pixels of the same colour costs. */
const linkCost = 18;
/** Memory of the kernel: of its graph, and of a node with its links, costs and side. */
const graphBytes = (count: number) => 78 * count + 1024;
const nodeBytes = 5 * 4 + 1;

export interface Cutter {
  /** Returns 1 for the pixels on the second side. `gains`: for each pixel of the list, what the second side costs less than the first one. */
  cut(gains: Float32Array): Uint8Array;
}

/** Prepares the cuts of the listed pixels, which are in reading order. Edges count relative to the usual difference between them. */
export function openCutter({ data, width, height }: Pixels, pixels: Int32Array): Cutter {
  const count = pixels.length;
  const slots = new Int32Array(width * height).fill(-1);
  pixels.forEach((pixel, slot) => {
    slots[pixel] = slot;
  });
  const kernel = startShiftKernel(graphBytes(count) + nodeBytes * count + 1024);
  const [right, below] = [kernel.ints(count), kernel.ints(count)];
  const [rightLinks, belowLinks] = [kernel.ints(count), kernel.ints(count)];
  const costs = kernel.ints(count);
  const sides = kernel.bytes(count);
  const room = kernel.bytes(graphBytes(count));
  let [sum, links] = [0, 0];
  pixels.forEach((pixel, slot) => {
    right[slot] = pixel % width < width - 1 ? slots[pixel + 1]! : -1;
    below[slot] = pixel + width < slots.length ? slots[pixel + width]! : -1;
    for (const [list, step] of [[right, 1] as const, [below, width] as const]) {
      if (list[slot]! < 0) continue;
      sum += squareOf(data, pixel, pixel + step);
      links++;
    }
  });
  const sharpness = links / Math.max(1, 2 * sum);
  const linkTo = (pixel: number, other: number) =>
    1 + Math.round(scale * linkCost * Math.exp(-sharpness * squareOf(data, pixel, other)));
  pixels.forEach((pixel, slot) => {
    if (right[slot]! >= 0) rightLinks[slot] = linkTo(pixel, pixel + 1);
    if (below[slot]! >= 0) belowLinks[slot] = linkTo(pixel, pixel + width);
  });
  return {
    cut(gains) {
      for (let slot = 0; slot < count; slot++) costs[slot] = Math.round(-scale * gains[slot]!);
      kernel.run.cut(
        right.byteOffset,
        below.byteOffset,
        rightLinks.byteOffset,
        belowLinks.byteOffset,
        costs.byteOffset,
        count,
        sides.byteOffset,
        room.byteOffset,
      );
      const flags = new Uint8Array(slots.length);
      pixels.forEach((pixel, slot) => {
        flags[pixel] = sides[slot]!;
      });
      return flags;
    },
  };
}
