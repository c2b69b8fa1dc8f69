// The painters of all styles, by name.

import type { StyleName } from 'contract/drawing.ts';
import type { Scene } from '../graph.ts';
import type { Canvas, Painter, Size } from './canvas.ts';
import { paintGlass, paintOil, paintStitches } from './craft.ts';
import { paintChalk, paintLines, paintNeon } from './lines.ts';
import { paintFlat, paintPaperCut } from './paper.ts';
import { paintPixels, paintRiso } from './print.ts';
import { paintInk, paintWatercolour } from './wet.ts';

const painters: Readonly<Record<StyleName, Painter>> = {
  flat: paintFlat,
  papercut: paintPaperCut,
  watercolour: paintWatercolour,
  ink: paintInk,
  riso: paintRiso,
  line: paintLines,
  pixel: paintPixels,
  glass: paintGlass,
  neon: paintNeon,
  chalk: paintChalk,
  stitch: paintStitches,
  oil: paintOil,
};

/** Paints a scene at a size in pixels. */
export const paintScene = (scene: Scene, style: StyleName, size: Size, seed: number): Promise<Canvas> =>
  painters[style]({ scene, size, seed, k: Math.min(size.width, size.height) / 1024 });
