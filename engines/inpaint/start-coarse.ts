// The initial guess at the coarsest level: holes are closed from their border inwards, layer by layer (Newson et al. 2017, section 3.4).
import type { Pyramid } from './levels.ts';

const rounds = 3;

/** Returns the hole pixels by their distance to known pixels, in 8-connected steps. A hole without a border is left out. */
export function peelLayers(isHole: Uint8Array, holes: Int32Array, width: number, height: number): number[][] {
  const left = Uint8Array.from(isHole);
  const layers: number[][] = [];
  let waiting: number[] = Array.from(holes);
  const touchesKnown = (pixel: number) => {
    const y = Math.floor(pixel / width);
    const x = pixel - y * width;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
        if (!left[row * width + column]) return true;
    return false;
  };
  while (waiting.length > 0) {
    const layer: number[] = [];
    const rest: number[] = [];
    for (const pixel of waiting) (touchesKnown(pixel) ? layer : rest).push(pixel);
    if (layer.length === 0) break;
    for (const pixel of layer) left[pixel] = 0;
    layers.push(layer);
    waiting = rest;
  }
  return layers;
}

/** Gives every hole pixel of the coarsest level a colour and every target a source. Different seeds give different guesses. */
export function startCoarse(pyramid: Pyramid, layers: readonly number[][], window: number): void {
  const { kernel, levels, voted, unknown, layer: list } = pyramid;
  const level = levels.at(-1)!;
  const { width, height, plane, isSource, nearest, distance, targets } = level;
  nearest.fill(-1);
  // The distances are not needed yet; their buffer holds the costs.
  const cost = distance;
  unknown.set(level.isHole);
  for (const layer of layers) {
    list.set(layer);
    kernel.run.startLayer(
      plane.byteOffset,
      isSource.byteOffset,
      unknown.byteOffset,
      nearest.byteOffset,
      cost.byteOffset,
      list.byteOffset,
      layer.length,
      width,
      height,
      window,
      rounds,
      voted.byteOffset,
    );
  }
  const neighbours = [-1, -width, 1, width, -width - 1, width + 1];
  for (const target of targets) {
    if (nearest[target]! >= 0) continue;
    const shift = neighbours.find(step => {
      const source = (nearest[target + step] ?? -1) - step;
      return (nearest[target + step] ?? -1) >= 0 && isSource[source] === 1;
    });
    nearest[target] =
      shift === undefined
        ? kernel.run.randomSource(isSource.byteOffset, width, height, target, window)
        : nearest[target + shift]! - shift;
  }
}
