// How a clip is laid out along a timeline: which frames its film shows and how many peaks its sound has. The server that makes them and
// the page that draws them both ask here.
import type { ClipFacts } from './plan.ts';

/** The call that makes a small copy of a clip for players that cannot show the clip itself. */
export const viewCallPath = '/web/video/view';

/** The film of a clip: frames at even steps, in rows on one picture. */
export interface FilmPlan {
  readonly count: number;
  readonly columns: number;
  readonly rows: number;
  /** Pixels of one frame on it. */
  readonly cell: { readonly width: number; readonly height: number };
  /** Seconds from one frame to the next; each shows the middle of its step. */
  readonly stepSeconds: number;
}

const framesPerSecond = 4;
const fewestFrames = 8;
const mostFrames = 60;
const columns = 10;
/** Twice what a timeline shows, for dense screens. */
const cellHeight = 96;
const cellWidths = { least: 32, most: 224 };

/** The film of a clip; undefined when it has no picture or its length is not known. */
export function planFilm({ seconds = 0, width = 0, height = 0 }: ClipFacts): FilmPlan | undefined {
  if (seconds <= 0 || width <= 0 || height <= 0) return undefined;
  const count = Math.min(mostFrames, Math.max(fewestFrames, Math.ceil(seconds * framesPerSecond)));
  const shaped = Math.round((cellHeight * width) / height / 2) * 2;
  return {
    count,
    columns: Math.min(columns, count),
    rows: Math.ceil(count / columns),
    cell: { width: Math.min(cellWidths.most, Math.max(cellWidths.least, shaped)), height: cellHeight },
    stepSeconds: seconds / count,
  };
}

const peaksPerSecond = 50;
const mostPeaks = 4000;
/** The loudest sample that a peak can stand for. */
export const loudestPeak = 100;

/** How many peaks the sound of a clip of this length is summed up in, each standing for an equal part of it. */
export const countPeaks = (seconds: number): number =>
  Math.min(mostPeaks, Math.max(1, Math.ceil(seconds * peaksPerSecond)));
