// Layout of a clip on a timeline: which frames its film strip shows and how many peaks its waveform has. The server that generates them and the page
// that draws them both use this module.
import type { ClipFacts } from './wish.ts';

/** The call that makes a small preview copy of a clip. */
export const viewCallPath = '/web/video/view';

/** The film strip of a clip: frames at equal steps, in rows on one picture. */
export interface FilmPlan {
  readonly count: number;
  readonly columns: number;
  readonly rows: number;
  /** Size of one frame on it, in pixels. */
  readonly cell: { readonly width: number; readonly height: number };
  /** Seconds between frames; each frame shows the middle of its step. */
  readonly stepSeconds: number;
}

const framesPerSecond = 4;
const fewestFrames = 8;
const maxFrames = 60;
const columns = 10;
/** Twice the displayed height, for high-density screens. */
const cellHeight = 96;
const cellWidths = { min: 32, max: 224 };

/** The film strip of a clip; undefined without video or duration. */
export function planFilm({ seconds = 0, width = 0, height = 0 }: ClipFacts): FilmPlan | undefined {
  if (seconds <= 0 || width <= 0 || height <= 0) return undefined;
  const count = Math.min(maxFrames, Math.max(fewestFrames, Math.ceil(seconds * framesPerSecond)));
  const shaped = Math.round((cellHeight * width) / height / 2) * 2;
  return {
    count,
    columns: Math.min(columns, count),
    rows: Math.ceil(count / columns),
    cell: { width: Math.min(cellWidths.max, Math.max(cellWidths.min, shaped)), height: cellHeight },
    stepSeconds: seconds / count,
  };
}

const peaksPerSecond = 50;
const maxPeaks = 4000;
/** Full scale of a peak. */
export const loudestPeak = 100;

/** Number of peaks for audio of this duration; each covers an equal interval. */
export const countPeaks = (seconds: number): number =>
  Math.min(maxPeaks, Math.max(1, Math.ceil(seconds * peaksPerSecond)));
