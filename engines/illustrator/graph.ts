// A picture before it is painted: shapes in depth order, each with its meaning, on a canvas whose shorter side is 1000.
import type { Box } from './outline-box.ts';

/** Layers from back to front. Styles with depth, such as paper, lift each off the one behind. */
const layers = ['sky', 'heaven', 'far', 'middle', 'ground', 'things', 'front'] as const;
export type Layer = (typeof layers)[number];

export interface Shape {
  readonly layer: Layer;
  /** Order within its layer; larger values are nearer. */
  readonly depth: number;
  readonly svg: string;
  /** The parts of the wish that it shows: "thing:0", "scene:sea", "time:night", … */
  readonly shows?: string;
  readonly box?: Box;
  /** A soft shadow; line styles leave it out. */
  readonly isShadow?: boolean;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  readonly isDark: boolean;
  /** Positions of the things, for checks of the composition. */
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

/** Formats a number with at most one decimal, for short SVG. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);
