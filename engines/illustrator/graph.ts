// A picture before it is painted: shapes in depth order, each knowing what it shows, on a canvas whose shorter side is 1000.
import type { Box } from './outline-box.ts';

/** Layers from back to front. Styles with depth, such as paper, lift each off the one behind. */
const layers = ['sky', 'heaven', 'far', 'middle', 'ground', 'things', 'front'] as const;
export type Layer = (typeof layers)[number];

export interface Shape {
  readonly layer: Layer;
  /** Within its layer: the larger, the nearer. */
  readonly depth: number;
  readonly svg: string;
  /** What of the wish it is: "thing:0", "scene:sea", "time:night", … */
  readonly shows?: string;
  readonly box?: Box;
  /** A soft dark patch; line styles leave it out. */
  readonly isShadow?: boolean;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  readonly isDark: boolean;
  /** Where things stand in the picture, for checks of the composition. */
  readonly placed: readonly Placed[];
}

/** One instance of a wished thing. */
export interface Placed {
  /** Index in the wish. */
  readonly of: number;
  readonly box: Box;
  readonly colour?: string;
}

export const sortShapes = (shapes: readonly Shape[]): Shape[] =>
  [...shapes].sort((a, b) => layers.indexOf(a.layer) - layers.indexOf(b.layer) || a.depth - b.depth);

/** Rounded for short SVG. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);
