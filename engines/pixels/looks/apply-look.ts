// Applies a look to pixels. Shared by the server and the browser's preview.

import type { LookId } from 'contract/looks.ts';
import { applyCube, bakeCube, type ColourCube } from './colour-cube.ts';
import { looks } from './looks.ts';
import type { Canvas } from './soft-plane.ts';

const cubes = new Map<LookId, ColourCube>();

function findCube(id: LookId): ColourCube | undefined {
  const { colour } = looks[id];
  if (!colour) return undefined;
  const known = cubes.get(id) ?? bakeCube(colour);
  cubes.set(id, known);
  return known;
}

/** Changes the canvas in place. `strength` 0..100 blends the look with the original image; alpha does not change. */
export function applyLook(
  canvas: Canvas,
  id: LookId,
  strength: number,
  onStep: (done: number) => void = () => undefined,
) {
  if (strength <= 0) return;
  const { data, channels } = canvas;
  const original = strength < 100 ? data.slice() : undefined;
  const { before = [], after = [] } = looks[id];
  const cube = findCube(id);
  const steps = [...before, ...(cube ? [() => applyCube(data, channels, cube)] : []), ...after];
  for (const [index, step] of steps.entries()) {
    step(canvas);
    onStep((index + 1) / steps.length);
  }
  if (!original) return;
  const share = strength / 100;
  for (let i = 0; i < data.length; i++) data[i] = original[i]! + (data[i]! - original[i]!) * share + 0.5;
}
