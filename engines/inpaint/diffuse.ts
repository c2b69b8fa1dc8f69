// The simplest filling, for regions without a single whole patch to copy: colours diffuse in from the border (a harmonic function).

import { listHoles, type Region } from './region.ts';
import { makeSystem, settle } from './seams.ts';
import { peelLayers } from './start-coarse.ts';

const sweeps = 200;

/** Returns four numbers per hole pixel. At least one pixel of the region must be known. */
export function diffuse(region: Region): Float32Array {
  const { width, height, colours, isHole } = region;
  const holes = listHoles(isHole);
  const slots = new Map<number, number>();
  holes.forEach((pixel, slot) => {
    slots.set(pixel, slot);
  });
  const start = new Float32Array(holes.length * 4);
  const left = Uint8Array.from(isHole);
  for (const layer of peelLayers(isHole, holes, width, height)) {
    for (const pixel of layer) {
      const y = Math.floor(pixel / width);
      const x = pixel - y * width;
      const slot = slots.get(pixel)!;
      let count = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const other = row * width + column;
          if (left[other]) continue;
          const from = slots.get(other);
          for (let channel = 0; channel < 3; channel++)
            start[slot * 4 + channel]! +=
              from === undefined ? colours[other * 3 + channel]! : start[from * 4 + channel]!;
          count++;
        }
      }
      for (let channel = 0; channel < 3; channel++) start[slot * 4 + channel]! /= count;
    }
    for (const pixel of layer) left[pixel] = 0;
  }
  const slopes = new Float32Array(holes.length * 4);
  return settle(makeSystem(region, holes), { slopes, colours: start, pull: 1e-6, sweeps });
}
