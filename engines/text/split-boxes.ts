// Splits boxes that contain more than one piece of a line: text detection joins columns and table cells across gaps of up to two letters.
import type { Pixels } from '../pixels/plane.ts';
import type { TextBox } from './find-text.ts';
import { findEmptyRuns, measureInk } from './ink.ts';
import type { Point, Quad } from './rectangle.ts';
import { cutStrip, sidesOf, stripHeight, turnQuad } from './strip.ts';

/** Gaps that always separate pieces: in heights of the box, and as a multiple of the line's other gaps, since letter-spaced text has equal ones. */
const wideGap = 0.85;
const timesOthers = 2.2;
/** Gaps that separate pieces when the lines above and below have one at the same place, as in a gutter. */
const gutterGap = 0.42;
const sharedGap = 0.3;
/** Distance in line heights within which other lines count, and how many of them have to agree. */
const around = 4.5;
const fewestAgreeing = 2;
const mostUnlike = 0.5;

interface Run {
  /** Position along the text, as shares of the box's length and in pixels of the deskewed page. */
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly isWide: boolean;
}

interface Line {
  readonly box: TextBox;
  /** The quad, starting where the text starts. */
  readonly quad: Quad;
  readonly start: number;
  readonly end: number;
  readonly middle: number;
  readonly height: number;
  readonly runs: readonly Run[];
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Returns the gaps inside a box that may separate pieces. */
function findRuns(pixels: Pixels, quad: Quad, along: (point: Point) => number): Run[] {
  const strip = cutStrip(pixels, quad);
  const found = findEmptyRuns(measureInk(strip)).filter(({ from, to }) => from > 0 && to < strip.width);
  const usual = median(found.map(({ from, to }) => to - from));
  const [start, end] = [along(quad[0]), along(quad[1])];
  const place = (column: number) => start + ((end - start) * column) / strip.width;
  return found
    .filter(({ from, to }) => to - from >= gutterGap * stripHeight)
    .map(({ from, to }) => ({
      from: from / strip.width,
      to: to / strip.width,
      start: place(from),
      end: place(to),
      isWide: to - from >= wideGap * stripHeight && (found.length < 3 || to - from >= timesOthers * usual),
    }));
}

/** Returns whether the lines above and below have a gap at `run`, and hardly any has text there. */
function isGutter(run: Run, line: Line, lines: readonly Line[]): boolean {
  let [agreeing, against] = [0, 0];
  for (const other of lines) {
    if (other === line || Math.abs(other.middle - line.middle) > around * line.height) continue;
    if (Math.abs(other.height - line.height) > mostUnlike * line.height) continue;
    const shared = (one: { start: number; end: number }) => Math.min(one.end, run.end) - Math.max(one.start, run.start);
    if (other.runs.some(one => shared(one) >= sharedGap * line.height)) agreeing++;
    else if (shared(other) > sharedGap * line.height) against++;
  }
  return agreeing >= fewestAgreeing && agreeing > 2 * against;
}

function cutQuad([a, b, c, d]: Quad, from: number, to: number): Quad {
  const between = (p: Point, q: Point, share: number): Point => [
    p[0] + (q[0] - p[0]) * share,
    p[1] + (q[1] - p[1]) * share,
  ];
  return [between(a, b, from), between(a, b, to), between(d, c, to), between(d, c, from)];
}

/** Margin left at a cut, in heights of the box: the reader needs some background around letters. */
const room = 0.15;

function splitLine({ box, quad, runs }: Line, cuts: readonly Run[], quarters: number): TextBox[] {
  if (cuts.length === 0 || runs.length === 0) return [box];
  const { length, height } = sidesOf(quad);
  const margin = (room * height) / length;
  const starts = [0, ...cuts.map(({ from, to }) => Math.max((from + to) / 2, to - margin))];
  const ends = [...cuts.map(({ from, to }) => Math.min((from + to) / 2, from + margin)), 1];
  return starts.map((from, i) => ({ ...box, quad: turnQuad(cutQuad(quad, from, ends[i]!), -quarters) }));
}

/** Returns the boxes, with those that contain a gutter or a wide gap split. `quarters` is the direction of the page, as in `readText`. */
export function splitBoxes(pixels: Pixels, boxes: readonly TextBox[], quarters: number): TextBox[] {
  const quads = boxes.map(({ quad }) => turnQuad(quad, quarters));
  const angle = median(quads.map(([from, to]) => Math.atan2(to[1] - from[1], to[0] - from[0])));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = ([x, y]: Point) => x * cos + y * sin;
  const down = ([x, y]: Point) => y * cos - x * sin;
  const lines = boxes.map((box, i): Line => {
    const quad = quads[i]!;
    const { length, height } = sidesOf(quad);
    const runs = length > 3 * height ? findRuns(pixels, quad, along) : [];
    const middle = (down(quad[0]) + down(quad[2])) / 2;
    return { box, quad, start: along(quad[0]), end: along(quad[1]), middle, height, runs };
  });
  return lines.flatMap(line => {
    const cuts = line.runs.filter(run => run.isWide || isGutter(run, line, lines));
    return splitLine(line, cuts, quarters);
  });
}
