// The arguments with which ffmpeg lays pictures of ours over the frames of a clip. Pure functions: a filter graph is made of numbers and names
// of ours, and what a person wrote reaches ffmpeg only as pixels.

import { listSpots, type Moving, scrollLength } from 'contract/mark/motion.ts';
import type { Placed, Point, Size } from 'contract/mark/place.ts';

/** The matrix by which a clip's colours become red, green and blue. */
export type Matrix = 'bt709' | 'bt601' | 'smpte240m' | 'bt2020';

/** A picture, or a list of pictures with their times, that lies over frames. */
export interface Overlay {
  readonly source: { readonly kind: 'picture' | 'list'; readonly path: string };
  /** Expressions of ffmpeg for the left and the upper edge, in pixels of the frame. */
  readonly x: string;
  readonly y: string;
  /** Seconds of the clip; absent: all of it. */
  readonly window?: { readonly start: number; readonly end: number } | undefined;
}

const number = (value: number) => {
  if (!Number.isFinite(value)) throw new Error(`no number for ffmpeg: ${value}`);
  return value.toFixed(4).replace(/\.?0+$/, '');
};

/** The value of a list that a counter points to, as an expression. */
const choose = (index: string, values: readonly number[]) =>
  values.map((value, at) => `${number(value)}*eq(${index},${at})`).join('+');

/** Where the upper left corner of a mark's picture lies, which is at `corner` when the mark is in its place. */
export function moveCorner(
  picture: Size,
  placed: Placed,
  corner: Point,
  { motion, period }: Moving,
  start: number,
): { x: string; y: string } {
  if (motion === 'none') return { x: number(corner.x), y: number(corner.y) };
  const gone = `(t-${number(start)})`;
  const [offX, offY] = [corner.x - placed.centre.x, corner.y - placed.centre.y];
  if (motion === 'jump') {
    const all = listSpots(picture, placed);
    const index = `mod(floor(${gone}/${number(period)}),${all.length})`;
    // Even pixels, since frames store their colours for squares of four: text stays crisp.
    const x = all.map(spot => Math.round((spot.x + offX) / 2) * 2);
    const y = all.map(spot => Math.round((spot.y + offY) / 2) * 2);
    return { x: choose(index, x), y: choose(index, y) };
  }
  const length = scrollLength(picture, placed);
  const half = (length - picture.width) / 2;
  // mod() takes the sign of what is divided, so a length is added before.
  const from = number(placed.centre.x + half + length);
  const x = `${number(offX - half)}+mod(${from}-mod(${gone}*${number(length / period)},${number(length)}),${number(length)})`;
  return { x, y: number(corner.y) };
}

/** The inputs of overlays, after that of the clip. */
export const openOverlays = (overlays: readonly Overlay[]): string[] =>
  overlays.flatMap(({ source: { kind, path } }) => [
    ...['-protocol_whitelist', 'file'],
    ...(kind === 'list'
      ? // The list is ours and names files of its own folder alone; "safe" would refuse the times in thousandths.
        ['-format_whitelist', 'concat,png_pipe', '-f', 'concat', '-safe', '0']
      : ['-format_whitelist', 'png_pipe', '-f', 'png_pipe']),
    ...['-i', `file:${path}`],
  ]);

/**
 * The graph that lays overlays over frames, the first one lowest. `stream` is the number of the picture track, `filters` what comes before, and
 * the output is called [marked]. Frames have the
 * limited range. Overlays are turned into the clip's own matrix: ffmpeg would take BT.601 for every clip.
 */
export function overlayGraph(
  stream: number,
  filters: readonly string[],
  overlays: readonly Overlay[],
  matrix: Matrix,
): string {
  const steps = overlays.flatMap(({ x, y, window }, index) => {
    const enable = window ? `:enable='gte(t,${number(window.start)})*lt(t,${number(window.end)})'` : '';
    return [
      `[${index + 1}:v]format=rgba,scale=out_color_matrix=${matrix}:out_range=tv,format=yuva420p[mark${index}]`,
      `[frames${index}][mark${index}]overlay=x='${x}':y='${y}':eval=frame${enable}[frames${index + 1}]`,
    ];
  });
  return [
    `[0:${stream}]${filters.join(',')}[frames0]`,
    ...steps,
    `[frames${overlays.length}]format=yuv420p[marked]`,
  ].join(';');
}

/** A list for ffmpeg's concat demuxer: each picture for so many seconds. Names are letters, digits, hyphens and dots of ours. */
export const listPictures = (pictures: readonly { readonly name: string; readonly seconds: number }[]): string =>
  [
    'ffconcat version 1.0',
    // Times in thousandths: a picture is taken for a frame of 1/25 s otherwise.
    ...pictures.flatMap(({ name, seconds }) => [
      `file ${name}`,
      'option framerate 1000',
      `duration ${number(seconds)}`,
    ]),
    '',
  ].join('\n');
