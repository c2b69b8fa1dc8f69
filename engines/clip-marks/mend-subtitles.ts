// Plans where and when subtitles are mended: lines that overlap in the frame share one area, so that each is filled from the frames of the others.

import type { FrameFormat } from '../video/pipe-frames.ts';
import { unite } from './boxes.ts';
import type { SubtitleLine } from './find-subtitles.ts';
import { chooseReach, type Mending } from './mend-clip.ts';
import { alignBox, type Box } from './patch.ts';
import { type WatchedLine, watchLines } from './watch-frames.ts';

/** Number of frames to look ahead and back: enough to see past a line that stays for four seconds. */
const wantedReach = 110;
/** Seconds before and after its lines in which the frames of an area are followed. */
const aroundSeconds = 4.5;
/** Margin around the lines: share of their height, and minimum in pixels. */
const margin = { share: 0.9, min: 32 };

interface Place {
  box: Box;
  readonly lines: SubtitleLine[];
}

const touches = (a: Box, b: Box, margin: number): boolean =>
  a.x < b.x + b.w + margin && b.x < a.x + a.w + margin && a.y < b.y + b.h + margin && b.y < a.y + a.h + margin;

/** Groups the lines whose boxes overlap, at whatever time they are shown. */
function groupLines(lines: readonly SubtitleLine[]): Place[] {
  let places: Place[] = [];
  for (const line of lines) {
    const near = places.filter(({ box }) => touches(box, line.box, 8));
    const joined: Place = { box: line.box, lines: [line] };
    for (const place of near) {
      joined.box = unite(joined.box, place.box);
      joined.lines.push(...place.lines);
    }
    places = [...places.filter(place => !near.includes(place)), joined];
  }
  return places;
}

/** Plans the mending of all lines. `begins` is the start of the written part in seconds of the clip. */
export function mendSubtitles(lines: readonly SubtitleLine[], format: FrameFormat, begins: number): Mending[] {
  const places = groupLines(lines).map(({ box, lines: own }) => {
    const around = Math.max(margin.min, ...own.map(({ text }) => margin.share * text.h));
    return { box: alignBox(box, { across: around, down: around }, format), lines: own };
  });
  const reach = chooseReach(
    places.map(({ box }) => box),
    format,
    wantedReach,
  );
  const frameOf = (at: number) => Math.round((at - begins) * format.framesPerSecond);
  return places.map(({ box, lines: own }) => {
    const from = Math.max(0, frameOf(Math.min(...own.map(({ start }) => start)) - aroundSeconds));
    const to = frameOf(Math.max(...own.map(({ end }) => end)) + aroundSeconds);
    const watched = own.map((line): WatchedLine => {
      const [left, top] = [line.box.x - box.x, line.box.y - box.y];
      const place = (i: number) => (Math.floor(i / line.box.w) + top) * box.w + (i % line.box.w) + left;
      const { start, end, looseSeconds, outline, mask } = line;
      return {
        pixels: Int32Array.from(
          [...mask.keys()].filter(i => mask[i]),
          place,
        ),
        outline: { ...outline, from: outline.from.map(place), to: outline.to.map(place) },
        sure: [frameOf(start) - from, frameOf(end) - from],
        loose: [frameOf(start - looseSeconds) - from, frameOf(end + looseSeconds) - from],
      };
    });
    return { box, watch: watchLines(box, watched), from, to, seenFrom: from, seenTo: to, reach };
  });
}
