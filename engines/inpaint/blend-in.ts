// Blends a filling that a network or server drew into the image around it.
import type { Pixels } from '../pixels/plane.ts';
import { listHoles, type Region } from './region.ts';
import { makeSystem, settle } from './seams.ts';

/** Weight of the filling's own colours against its gradients. */
const pull = 0.05;
const sweeps = 200;

/**
 * Writes a filling into the holes of a region by its gradients, so that its border matches the surroundings (Perez, Gangnet, Blake, "Poisson image
 * editing", SIGGRAPH 2003). `data` has the size of the region and also covers the surroundings of the holes.
 */
export function blendIn(region: Region, { data, width }: Pixels): void {
  const holes = listHoles(region.isHole);
  const system = makeSystem(region, holes);
  const steps = [-1, 1, -width, width];
  const colours = new Float32Array(holes.length * 4);
  const slopes = new Float32Array(holes.length * 4);
  holes.forEach((pixel, slot) => {
    for (let channel = 0; channel < 3; channel++) {
      const here = data[pixel * 3 + channel]!;
      colours[slot * 4 + channel] = here;
      steps.forEach((step, side) => {
        if (system.neighbours[slot * 4 + side] === system.nowhere) return;
        slopes[slot * 4 + channel]! += here - data[(pixel + step) * 3 + channel]!;
      });
    }
  });
  const filled = settle(system, { slopes, colours, pull, sweeps });
  holes.forEach((pixel, slot) => {
    for (let channel = 0; channel < 3; channel++)
      region.colours[pixel * 3 + channel] = Math.max(0, Math.min(255, Math.round(filled[slot * 4 + channel]!)));
  });
}
