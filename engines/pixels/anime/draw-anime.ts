// Draws an image in one of the looks of animation, comics and painting. Shared by server and browser.
import type { AnimeLookId } from 'contract/anime-looks.ts';
import { fromOklab } from '../oklab.ts';
import type { Pixels } from '../plane.ts';
import { paintCel, paintFilmCel, paintShoujo } from './cel-looks.ts';
import type { FaceMesh } from './face-map.ts';
import { hash } from './grounds.ts';
import { paintGouache, paintInkWash, paintWatercolour } from './paint-looks.ts';
import type { Painter } from './painter.ts';
import { paintColourPencil, paintPencil } from './pencil-looks.ts';
import { paintComic, paintManga, paintPoster } from './print-looks.ts';
import { studyPicture } from './study.ts';
import { widenEyes } from './widen-eyes.ts';

const painters: Readonly<Record<AnimeLookId, Painter>> = {
  cel: paintCel,
  'film-cel': paintFilmCel,
  shoujo: paintShoujo,
  manga: paintManga,
  comic: paintComic,
  poster: paintPoster,
  watercolour: paintWatercolour,
  gouache: paintGouache,
  'ink-wash': paintInkWash,
  pencil: paintPencil,
  'colour-pencil': paintColourPencil,
};

/** Enlargement of the eyes, in the animation looks. */
const widenedEyes: Readonly<Partial<Record<AnimeLookId, number>>> = { cel: 0.17, 'film-cel': 0.13, shoujo: 0.2 };

interface DrawWishes {
  readonly look: AnimeLookId;
  /** 0..1: how much of the drawing is blended with the image. */
  readonly strength: number;
  /** Line weight, 0.4..2; 1 is the look's own. */
  readonly line: number;
  /** The same seed draws the same strokes. 0 leaves the line weight as it is; other seeds vary it a little. */
  readonly seed: number;
}

/** Draws `pixels`; `meshes` are the faces in the same pixels, largest first. Returns an image of the same size. */
export function drawAnime(
  pixels: Pixels,
  meshes: readonly FaceMesh[],
  { look, strength, line, seed }: DrawWishes,
): Pixels {
  const opened = widenedEyes[look] ? widenEyes(pixels, meshes, widenedEyes[look]) : { pixels, meshes };
  const study = studyPicture(opened.pixels, opened.meshes, seed % 65_536);
  const hand = seed === 0 ? 1 : 0.85 + 0.35 * hash(seed, 1, 1);
  const { data, width, height } = fromOklab(painters[look]({ study, line: line * hand }));
  if (strength < 1)
    for (let i = 0; i < data.length; i++) data[i] = pixels.data[i]! + (data[i]! - pixels.data[i]!) * strength + 0.5;
  return { data, width, height };
}
