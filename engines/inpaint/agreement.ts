// Measures where solutions agree on the content of a hole. Only there may they be averaged: elsewhere a mean would show ghosts.
import { openCells } from './cells.ts';
import type { System } from './seams.ts';

/** Low-frequency colours that differ by this much show different content. */
const different = 30;

/**
 * For each hole pixel, how far the broad colours around it are the same in both: 1 the same, near 0 something else. Both are four
 * numbers a hole pixel.
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
