// Reads SubRip and SubViewer. Every line with times begins a cue, whatever the lines around it: numbers and blank lines may be missing.

import { type FileCue, placeOfTag } from './file-cue.ts';
import { foldLine, isBlankLine, isCueNumber } from './fold.ts';
import { sbvTiming } from './formats.ts';
import { readTiming } from './times.ts';

/** Coordinates of SubRip and settings of WebVTT, which stand behind the times. Anything else there is text. */
const settings = /^(?:[a-z]\w*:\S*\s*)*$/i;

/** Returns the lines without the number of the next cue, which is directly above its times; some programs put blank lines around it. */
export function dropNumber(lines: readonly string[]): string[] {
  const kept = [...lines];
  while (kept.length > 0 && isBlankLine(kept.at(-1)!)) kept.pop();
  const isDirect = kept.length === lines.length;
  const isApart = kept.length >= 2 && isBlankLine(kept.at(-2)!);
  if (isCueNumber(kept.at(-1) ?? '') && (isDirect || isApart)) kept.pop();
  return kept;
}

export function readSrt(lines: readonly string[]): FileCue[] {
  const found = lines.flatMap((line, at) => {
    const timing = readTiming(line);
    return timing ? [{ at, ...timing }] : [];
  });
  return found.map(({ at, start, end, rest }, index) => {
    const next = found[index + 1];
    const below = lines.slice(at + 1, next?.at);
    const text = [...(settings.test(rest) ? [] : [rest]), ...(next ? dropNumber(below) : below)].join('\n');
    return { start, end, text, place: placeOfTag(text) };
  });
}

const readClock = ([hours, minutes, seconds, fraction]: readonly string[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);

/** Reads SubViewer, the format in which YouTube exports captions: a line of two times, the text, and an empty line. */
export function readSbv(lines: readonly string[]): FileCue[] {
  const cues: { start: number; end: number; text: string }[] = [];
  for (const line of lines) {
    const times = sbvTiming.exec(foldLine(line));
    if (times) cues.push({ start: readClock(times.slice(1, 5)), end: readClock(times.slice(5)), text: '' });
    else if (cues.length > 0) cues.at(-1)!.text += `\n${line.replaceAll('[br]', '\n')}`;
  }
  return cues;
}
