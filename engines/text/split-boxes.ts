// Splits boxes that contain more than one piece of a line: text detection joins columns and table cells across gaps of up to two letters.
import { median } from '../pixels/median.ts';
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
const sharedRoom = 0.15;
/** Distance in line heights within which other lines count, and how many of them have to agree. */
const around = 4.5;
const fewestAgreeing = 2;
const maxUnlike = 0.5;
/** How much wider than its text a box is at each end, in its heights. */
const boxMargin = 0.2;

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

/** The room between two boxes of one row. */
type Room = Pick<Line, 'start' | 'end' | 'middle' | 'height'>;

/** Boxes of one row overlap by this share of their height. */
const sharedHeight = 0.5;
/** Widest room between two cells of a row, in line heights. */
const widestRoom = 15;

/** Returns the rooms between neighbouring boxes: where two cells of a table are two boxes, their gap is in neither of them. */
function findRooms(lines: readonly Line[]): Room[] {
  const sorted = lines.toSorted((a, b) => a.middle - b.middle);
  return sorted.flatMap((line, at) => {
    const right: Line[] = [];
    for (const step of [-1, 1])
      for (
        let i = at + step;
        sorted[i] && Math.abs(sorted[i]!.middle - line.middle) < sharedHeight * line.height;
        i += step
      )
        if (sorted[i]!.start > line.start) right.push(sorted[i]!);
    const next = right.reduce<Line | undefined>(
      (near, one) => (near && near.start <= one.start ? near : one),
      undefined,
    );
    if (!next || next.start <= line.end || next.start - line.end > widestRoom * line.height) return [];
    return [{ start: line.end, end: next.start, middle: line.middle, height: line.height }];
  });
}

/** Returns whether the lines above and below have a gap at `run`, and hardly any has text there. */
function isGutter(run: Run, line: Line, lines: readonly Line[], rooms: readonly Room[]): boolean {
  const shared = (one: { start: number; end: number }) => Math.min(one.end, run.end) - Math.max(one.start, run.start);
  const isNear = (one: Room) =>
    Math.abs(one.middle - line.middle) <= around * line.height &&
    Math.abs(one.height - line.height) <= maxUnlike * line.height;
  let [agreeing, against] = [0, 0];
  for (const room of rooms) if (isNear(room) && shared(room) >= sharedRoom * line.height) agreeing++;
  for (const other of lines) {
    if (other === line || !isNear(other)) continue;
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
    const margin = boxMargin * height;
    return { box, quad, start: along(quad[0]) + margin, end: along(quad[1]) - margin, middle, height, runs };
  });
  const rooms = findRooms(lines);
  return lines.flatMap(line => {
    const cuts = line.runs.filter(run => run.isWide || isGutter(run, line, lines, rooms));
    return splitLine(line, cuts, quarters);
  });
}
