// Reads WebVTT. Source: W3C, "WebVTT: The Web Video Text Tracks Format", 6.1: a cue ends at an empty line, and a line of one space is not empty.
import type { CuePlace } from './cues.ts';
import type { FileCue } from './file-cue.ts';
import { foldLine, isBlankLine } from './fold.ts';
import { dropNumber } from './read-srt.ts';
import { readTiming } from './times.ts';

const otherBlock = /^(?:NOTE|STYLE|REGION|WEBVTT)(?!\w)/;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  quot: '"',
  apos: "'",
  lrm: '\u200e',
  rlm: '\u200f',
};
const lastCodePoint = 0x10ffff;

/** Replaces the character references of HTML that occur in subtitles. */
export function readEntities(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|nbsp|quot|apos|lrm|rlm)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name, code, hex) => {
      if (name) return entities[name.toLowerCase()] ?? whole;
      const point = code ? Number(code) : Number.parseInt(hex, 16);
      return point > 0 && point <= lastCodePoint ? String.fromCodePoint(point) : whole;
    },
  );
}

/** The upper third of a frame has about five rows of text. */
const rowsAbove = 5;

/** The place of a setting such as "line:0" or "line:10%". */
function placeOf(settings: string): CuePlace | undefined {
  const [, value, percent] = /(?:^| )line:(-?\d{1,3}(?:\.\d{1,6})?)(%?)/.exec(settings) ?? [];
  const line = Number(value);
  if (value === undefined || value.startsWith('-')) return undefined;
  if (percent === '') return line < rowsAbove ? 'top' : undefined;
  if (line < 35) return 'top';
  return line <= 65 ? 'middle' : undefined;
}

const clockTicks = 90_000;
/** The clock of a transport stream starts again at zero after 26.5 hours. */
const wrapSeconds = 2 ** 33 / clockTicks;

/** The seconds by which a segment of a live stream is later than its own times. Source: RFC 8216, 3.5. */
function readMap(line: string): number | undefined {
  if (!line.startsWith('X-TIMESTAMP-MAP')) return undefined;
  const ticks = /MPEGTS:(\d{1,12})/.exec(line)?.[1];
  const local = /LOCAL:((?:\d+:)?\d+:\d+\.\d+)/.exec(line)?.[1];
  const start = readTiming(`${local} --> ${local}`)?.start;
  return ticks === undefined || start === undefined ? undefined : Number(ticks) / clockTicks - start;
}

/** The lines of a cue, and the index of the line after them. */
function takePayload(lines: readonly string[], from: number): { taken: readonly string[]; next: number } {
  const takeBlock = (start: number) => {
    let at = start;
    while (at < lines.length && lines[at] !== '' && !readTiming(lines[at]!)) at++;
    return at;
  };
  const end = takeBlock(from);
  const block = lines.slice(from, end);
  const isFollowedByTimes = end < lines.length && lines[end] !== '';
  if (isFollowedByTimes) return { taken: dropNumber(block), next: end };
  if (block.some(line => !isBlankLine(line))) return { taken: block, next: end };
  // Some programs put an empty line between the times and the text.
  let start = end;
  while (start < lines.length && lines[start] === '') start++;
  const late = takeBlock(start);
  const isText = start < late && lines[late] === '' && !otherBlock.test(lines[start]!);
  return isText || (late === lines.length && start < late)
    ? { taken: lines.slice(start, late), next: late }
    : { taken: [], next: end };
}

/** Times of the segments of a stream count from the beginning of the first one. */
export function readVtt(lines: readonly string[]): FileCue[] {
  const cues: FileCue[] = [];
  let firstMap: number | undefined;
  let offset = 0;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const map = readMap(line);
    if (map !== undefined) {
      firstMap ??= map;
      offset = map - firstMap;
      if (offset < -wrapSeconds / 2) offset += wrapSeconds;
    }
    const timing = readTiming(line);
    if (!timing) {
      at++;
      // The lines of a style or a note are skipped up to the next empty line, unless times follow.
      if (otherBlock.test(foldLine(line)) && map === undefined)
        while (at < lines.length && lines[at] !== '' && !readTiming(lines[at]!) && readMap(lines[at]!) === undefined)
          at++;
      continue;
    }
    const { taken, next } = takePayload(lines, at + 1);
    const move = (time: number | undefined) =>
      time === undefined ? undefined : Math.round((time + offset) * 1000) / 1000;
    cues.push({
      start: move(timing.start),
      end: move(timing.end),
      text: taken.join('\n'),
      place: placeOf(timing.rest),
    });
    at = next;
  }
  return cues;
}
