// Continues the contours of objects that a hole cuts in two, where the guess breaks them: see "Contours" in docs/decisions/filling-wide.md.
import { type Region, shrinkRegion } from '../region.ts';
import { type Grid, target } from './grid.ts';
import { drawCells, type Guess } from './guess.ts';
import { joinContours } from './join-contours.ts';
import { mendGuess } from './mend-guess.ts';
import type { Scene, Shift, Stage, Window } from './stage.ts';
import { measureTextures } from './textures.ts';
import { addCopies } from './turned-copies.ts';

/** The region is halved until the smallest size has at most this many pixels. */
const smallestArea = 3000;

/** Opens a scene without barred windows. */
export function openScene(region: Region, groups: Int32Array): Scene {
  const sizes = [region];
  for (let last = region; sizes.length < 3 || last.width * last.height > smallestArea; ) {
    last = shrinkRegion(last, 2);
    sizes.push(last);
  }
  return { sizes, textures: measureTextures(region), groups, barred: [] };
}

export interface ContourScene {
  readonly scene: Scene;
  readonly window: Window;
  /** A guess for the grid of the new scene that continues the contours, with the shifts that bring pieces of them there. */
  readonly guess: Guess;
  /** For each pixel of the new scene the pixel of the original one that it shows. */
  readonly origins: Int32Array;
}

/**
 * Returns a scene for the group of `stage` with turned copies of the contours that its guess breaks, or undefined where it breaks none.
 */
export function continueContours(
  scene: Scene,
  window: Window,
  stage: Stage,
  grid: Grid,
  guess: Guess,
): ContourScene | undefined {
  const cells = drawCells(stage, grid);
  const isTarget = grid.states.map(state => (state === target ? 1 : 0));
  const { broken, colours } = mendGuess(cells, guess.colours, joinContours(cells, isTarget));
  if (broken.length === 0) return undefined;
  const { factor } = stage;
  // Aligned to whole pixels of the stage, so that each covers the same pixels of the region as before.
  const aligned = { ...window, left: stage.left * factor, top: stage.top * factor };
  const { region, shifts, origins } = addCopies(scene, aligned, broken, grid.spacing * factor);
  const groups = new Int32Array(origins.length);
  for (let pixel = 0; pixel < (window.bottom - aligned.top) * region.width; pixel++)
    groups[pixel] = scene.groups[origins[pixel]!]!;
  const barred = scene.barred.map(box => ({
    left: box.left - aligned.left,
    top: box.top - aligned.top,
    right: box.right - aligned.left,
    bottom: Math.min(box.bottom, window.bottom) - aligned.top,
  }));
  const toStage = ({ dx, dy }: Shift) => ({ dx: Math.round(dx / factor), dy: Math.round(dy / factor) });
  const rows = Math.ceil(Math.ceil(region.height / factor) / grid.spacing);
  const taller = new Float32Array(rows * grid.across * 3);
  taller.set(colours);
  // The rows below the window contain no hole, but guesses are blurred, so these rows must not be black.
  const lastRow = colours.subarray(colours.length - grid.across * 3);
  for (let row = grid.down; row < rows; row++) taller.set(lastRow, row * grid.across * 3);
  return {
    scene: { ...openScene(region, groups), barred },
    window: { left: 0, top: 0, right: region.width, bottom: region.height },
    guess: { colours: taller, shifts: shifts.map(toStage) },
    origins,
  };
}
