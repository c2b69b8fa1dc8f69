// What a person asks for on the page of AI drawing, and what came of it, as the browser keeps both.
import type { StyleName } from './drawing.ts';

export const shapes = {
  square: [1024, 1024],
  portrait: [896, 1152],
  landscape: [1152, 896],
  story: [768, 1344],
  wide: [1344, 768],
} as const;
export type ShapeName = keyof typeof shapes;

export interface DrawingWish {
  readonly prompt: string;
  readonly negative: string;
  readonly style: StyleName | 'auto';
  readonly model: string;
  readonly shape: ShapeName;
  readonly count: number;
  readonly seed: number | undefined;
  /** 0..100, with a start picture. */
  readonly strength: number;
}

interface DrawnFile {
  readonly name: string;
  readonly url: string | null;
  readonly previewUrl: string | null;
  readonly locked: boolean;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** One run in the list of the page. */
export interface DrawingEntry {
  readonly id: string;
  readonly wish: DrawingWish;
  /** By the clock of the browser. */
  readonly at: number;
  readonly phase: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly percent: number;
  readonly position?: number | null | undefined;
  readonly taskId?: string | undefined;
  readonly files: readonly DrawnFile[];
  readonly seeds: readonly number[];
  readonly style?: StyleName | undefined;
  /** Words that were not understood. */
  readonly unknown: readonly string[];
  readonly hasNothing?: boolean | undefined;
  readonly problem?: string | undefined;
  /** Small copies as data URLs, which outlive the files of the server. */
  readonly thumbs: readonly string[];
  readonly hasStart: boolean;
}

export const startingWish: DrawingWish = {
  prompt: '',
  negative: '',
  style: 'auto',
  model: 'auto',
  shape: 'square',
  count: 2,
  seed: undefined,
  strength: 60,
};
