// The ffmpeg arguments that overlay pictures on the frames of a clip. Pure functions: filter graphs contain only numbers and names chosen here, and
// user text reaches ffmpeg only as pixels.

import { listSpots, type Moving, scrollLength } from 'contract/mark/motion.ts';
import type { Placed, Point, Size } from 'contract/mark/place.ts';

/** The YUV to RGB conversion matrix of a clip. */
export type Matrix = 'bt709' | 'bt601' | 'smpte240m' | 'bt2020';

/** A picture, or a timed list of pictures, to overlay. */
export interface Overlay {
  readonly source: { readonly kind: 'picture' | 'list'; readonly path: string };
  /** ffmpeg expressions for the left and top position, in frame pixels. */
  readonly x: string;
  readonly y: string;
  /** In seconds of the clip; absent: the whole clip. */
  readonly window?: { readonly start: number; readonly end: number } | undefined;
}

const number = (value: number) => {
  if (!Number.isFinite(value)) throw new Error(`no number for ffmpeg: ${value}`);
  return value.toFixed(4).replace(/\.?0+$/, '');
};

/** An expression that selects a list entry by index. */
const choose = (index: string, values: readonly number[]) =>
  values.map((value, at) => `${number(value)}*eq(${index},${at})`).join('+');

/** Moves a mark: the expression for the top left corner of its picture, which is at `corner` in the mark's resting place. */
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
    // Even coordinates keep text crisp, because chroma is stored per 2 x 2 pixels.
    const x = all.map(spot => Math.round((spot.x + offX) / 2) * 2);
    const y = all.map(spot => Math.round((spot.y + offY) / 2) * 2);
    return { x: choose(index, x), y: choose(index, y) };
  }
  const length = scrollLength(picture, placed);
  const half = (length - picture.width) / 2;
  // mod() takes the sign of the dividend, so a period is added first.
  const from = number(placed.centre.x + half + length);
  const x = `${number(offX - half)}+mod(${from}-mod(${gone}*${number(length / period)},${number(length)}),${number(length)})`;
  return { x, y: number(corner.y) };
}

/** The overlay inputs, which follow the clip's. */
export const openOverlays = (overlays: readonly Overlay[]): string[] =>
  overlays.flatMap(({ source: { kind, path } }) => [
    ...['-protocol_whitelist', 'file'],
    ...(kind === 'list'
      ? // The list is generated and names only files in its folder; "safe" would refuse the duration directives.
        ['-format_whitelist', 'concat,png_pipe', '-f', 'concat', '-safe', '0']
      : ['-format_whitelist', 'png_pipe', '-f', 'png_pipe']),
    ...['-i', `file:${path}`],
  ]);

/**
 * The filter graph that overlays pictures, bottom first. `stream` is the index of the video stream, `filters` come before the overlays, and the
 * output is called [marked]. Frames have limited range. Overlays are converted with the clip's matrix, because ffmpeg would use BT.601 for every
 * clip.
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

/**
 * A list for ffmpeg's concat demuxer that shows each picture for some seconds. The generated names contain only letters, digits, hyphens and dots.
 */
export const listPictures = (pictures: readonly { readonly name: string; readonly seconds: number }[]): string =>
  [
    'ffconcat version 1.0',
    // The framerate is set to thousandths because a picture otherwise lasts 1/25 s.
    ...pictures.flatMap(({ name, seconds }) => [
      `file ${name}`,
      'option framerate 1000',
      `duration ${number(seconds)}`,
    ]),
    '',
  ].join('\n');
