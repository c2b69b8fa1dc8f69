// Draws the visible part of a clip on a timeline: its film strip, and below it the waveform.
import type { FilmPlan } from 'contract/clip/views.ts';
import { loudestPeak } from 'contract/clip/views.ts';
import { momentAt, spanOf, type TimeView } from './time-view.ts';

export interface Film {
  readonly picture: ImageBitmap;
  readonly plan: FilmPlan;
}

export interface Track {
  readonly view: TimeView;
  readonly seconds: number;
  readonly film: Film | undefined;
  readonly peaks: readonly number[] | undefined;
  /** In CSS pixels. */
  readonly width: number;
  readonly filmHeight: number;
  readonly waveHeight: number;
}

/** Visible on light and dark backgrounds. */
const waveColor = '#8473f3';

/** Cells are aligned to fixed times of the clip, so that they scroll with it and do not jitter. */
function drawFilm(context: CanvasRenderingContext2D, { view, seconds, film, width, filmHeight }: Track): void {
  if (!film) return;
  const { picture, plan } = film;
  const { cell, columns, count, stepSeconds } = plan;
  const cellWidth = (filmHeight * cell.width) / cell.height;
  const perSecond = width / spanOf(view);
  const first = Math.floor((view.from * perSecond) / cellWidth);
  for (let at = first; at * cellWidth < view.to * perSecond && at * cellWidth < seconds * perSecond; at++) {
    const moment = ((at + 0.5) * cellWidth) / perSecond;
    const frame = Math.min(count - 1, Math.max(0, Math.floor(moment / stepSeconds)));
    const left = at * cellWidth - view.from * perSecond;
    const [x, y] = [(frame % columns) * cell.width, Math.floor(frame / columns) * cell.height];
    context.drawImage(picture, x, y, cell.width, cell.height, left, 0, cellWidth, filmHeight);
  }
}

function drawWave(context: CanvasRenderingContext2D, track: Track): void {
  const { view, seconds, peaks, width, filmHeight, waveHeight } = track;
  if (!peaks || waveHeight <= 0) return;
  const perSecond = peaks.length / seconds;
  const middle = filmHeight + waveHeight / 2;
  context.fillStyle = waveColor;
  for (let x = 0; x < width; x += 2) {
    const from = Math.max(0, Math.floor(momentAt(view, x / width) * perSecond));
    const to = Math.max(from + 1, Math.ceil(momentAt(view, (x + 2) / width) * perSecond));
    const loudest = Math.max(0, ...peaks.slice(from, to));
    const height = Math.max(1, (loudest / loudestPeak) * (waveHeight - 4));
    context.fillRect(x, middle - height / 2, 1.4, height);
  }
}

export function drawTrack(canvas: HTMLCanvasElement, track: Track): void {
  const density = window.devicePixelRatio || 1;
  const [width, height] = [track.width * density, (track.filmHeight + track.waveHeight) * density].map(Math.round);
  if (canvas.width !== width) canvas.width = width!;
  if (canvas.height !== height) canvas.height = height!;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, track.width, track.filmHeight + track.waveHeight);
  context.imageSmoothingQuality = 'high';
  drawFilm(context, track);
  drawWave(context, track);
}
