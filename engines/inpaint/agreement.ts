// Measures where solutions agree on the content of a hole. Only there may they be averaged: elsewhere their mean would show ghosts.
import { openCells } from './cells.ts';
import type { System } from './seams.ts';

/** Scale in grey levels of the difference between low-frequency colours beyond which the contents differ. */
const different = 30;

/**
 * Returns how similar the low-frequency colours of two solutions are around each hole pixel: 1 for the same, near 0 for different content. Both
 * solutions have four numbers per hole pixel.
 */
export function measureAgreement(system: System, one: Float32Array, other: Float32Array): Float32Array {
  const cells = openCells(system);
  const difference = new Float32Array(system.holes.length);
  const byChannel = [0, 1, 2].map(channel => {
    for (let slot = 0; slot < difference.length; slot++)
      difference[slot] = one[slot * 4 + channel]! - other[slot * 4 + channel]!;
    return cells.average(difference, 1);
  });
  const agreement = byChannel[0]!.map((_, cell) => {
    const square = byChannel.reduce((sum, means) => sum + means[cell]! ** 2 / 3, 0);
    return Math.exp(-square / (2 * different * different));
  });
  return cells.sample(agreement);
}
