// Reads lyrics (LRC): a line is sung at each of the times in front of it, until the next line.
import type { FileCue } from './file-cue.ts';

const time = String.raw`\[\s*(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})(?:[.:,](\d{1,3}))?\s*\]`;
const leadingTime = new RegExp(String.raw`^[\s\u200b\ufeff]*${time}`);
/** Times of single words, in either of two spellings. */
const innerTimes = new RegExp(String.raw`${time}|<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>`, 'g');
/** In milliseconds; lyrics with a positive offset are shown earlier. */
const offsetTag = /^\s*\[offset:\s*([+-]?\d{1,7})\s*\]/i;
const maxTimes = 200;
const lastSeconds = 5;

function readTime([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

interface Sung {
  readonly start: number;
  readonly text: string;
}

function readLine(line: string, offsetSeconds: number): Sung[] {
  const starts: number[] = [];
  let rest = line;
  for (let found = leadingTime.exec(rest); found && starts.length < maxTimes; found = leadingTime.exec(rest)) {
    // "[1:02:50]" has hundredths, unless another fraction follows.
    const [whole, hours, minutes, seconds, fraction] = found;
    const fields = hours && !fraction ? [undefined, hours, minutes, seconds] : [hours, minutes, seconds, fraction];
    starts.push(readTime(fields) - offsetSeconds);
    rest = rest.slice(whole.length);
  }
  const text = rest.replace(innerTimes, '').trim();
  return starts.map(start => ({ start: Math.max(0, Math.round(start * 1000) / 1000), text }));
}

export function readLrc(lines: readonly string[]): FileCue[] {
  const offset = Number(lines.map(line => offsetTag.exec(line)?.[1]).find(found => found !== undefined) ?? 0) / 1000;
  const sung = lines.flatMap(line => readLine(line, offset)).sort((a, b) => a.start - b.start);
  // A translation has the same time as its line.
  const groups: { start: number; texts: string[] }[] = [];
  for (const { start, text } of sung) {
    const last = groups.at(-1);
    if (last?.start === start) last.texts.push(text);
    else groups.push({ start, texts: [text] });
  }
  return groups.map(({ start, texts }, index) => ({
    start,
    end: groups[index + 1]?.start ?? start + lastSeconds,
    text: texts.filter(text => text !== '').join('\n'),
  }));
}
