// Reads Sub Station Alpha (ASS and SSA): the text of each event with its bold, italic, underlined and coloured parts and its row. Drawings, effects and
// fonts are left out, because our subtitles have one style.

import type { CuePlace } from './cues.ts';
import { type FileCue, placeOfOldPad, placeOfPad } from './file-cue.ts';
import { type Run, writeRuns } from './markup.ts';

type Look = Omit<Run, 'text'>;

interface Style extends Look {
  readonly place: CuePlace | undefined;
}

const plain: Style = { isBold: false, isItalic: false, isUnderlined: false, place: undefined };
const usualFields = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];
const white = '#ffffff';

/** "&H00BBGGRR", "&HBBGGRR&" or, in the older format, the same as a decimal number. White is the usual colour of subtitles. */
function readColor(value: string): string | undefined {
  const [, hex] = /^&?h([\da-f]{1,8})&?$/i.exec(value.trim()) ?? [];
  const number = hex === undefined ? Number.parseInt(value, 10) : Number.parseInt(hex, 16);
  if (!Number.isFinite(number)) return undefined;
  const [red, green, blue] = [number & 255, (number >> 8) & 255, (number >> 16) & 255];
  const color = `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`;
  return color === white ? undefined : color;
}

/** -1 and 1 mean yes. */
const isOn = (value = '0') => Number(value) !== 0 && !Number.isNaN(Number(value));

function readStyle(fields: Readonly<Record<string, string>>, isOld: boolean): Style {
  const pad = Number(fields.alignment ?? 2);
  return {
    isBold: isOn(fields.bold),
    isItalic: isOn(fields.italic),
    isUnderlined: isOn(fields.underline),
    color: readColor(fields.primarycolour ?? ''),
    place: isOld ? placeOfOldPad(pad) : placeOfPad(pad),
  };
}

/** Splits the values of a line by the names of its section; the last one may contain commas. */
function readFields(line: string, names: readonly string[]): Record<string, string> {
  const values = line.split(',');
  const last = values.slice(names.length - 1).join(',');
  return Object.fromEntries(
    names.map((name, at) => [name, at === names.length - 1 ? last : (values[at] ?? '').trim()]),
  );
}

function readTime(value = ''): number | undefined {
  const [, hours, minutes, seconds, fraction = '0'] =
    /^\s*(\d{1,5}):(\d{1,2}):(\d{1,2})(?:[.:,](\d{1,3}))?\s*$/.exec(value) ?? [];
  if (seconds === undefined) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

interface Script {
  readonly styles: ReadonlyMap<string, Style>;
  /** Height of the page to which positions refer. */
  readonly height: number | undefined;
}

interface Written {
  readonly runs: Run[];
  look: Look;
  place: CuePlace | undefined;
  isDrawing: boolean;
}

const boldFrom = 600;

/** Applies one override such as "b1" or "c&H0000FF&". */
function applyTag(tag: string, to: Written, style: Style, { styles, height }: Script): void {
  const set = (look: Partial<Look>) => {
    to.look = { ...to.look, ...look };
  };
  const [, flag, on] = /^([biu])(\d{0,3})$/.exec(tag) ?? [];
  if (flag === 'b') set({ isBold: on ? on === '1' || Number(on) >= boldFrom : style.isBold });
  if (flag === 'i') set({ isItalic: on ? isOn(on) : style.isItalic });
  if (flag === 'u') set({ isUnderlined: on ? isOn(on) : style.isUnderlined });
  const [, color] = /^1?c(&h[\da-f]{1,8}&?|)$/i.exec(tag) ?? [];
  if (color !== undefined) set({ color: color === '' ? style.color : readColor(color) });
  if (/^p\d/.test(tag)) to.isDrawing = isOn(tag.slice(1));
  if (/^r/.test(tag)) to.look = styles.get(tag.slice(1).trim()) ?? style;
  const [, old, pad] = /^a(n?)(\d{1,2})$/.exec(tag) ?? [];
  if (pad) to.place = old === 'n' ? placeOfPad(Number(pad)) : placeOfOldPad(Number(pad));
  const [, y] = /^(?:pos|move)\(\s*-?[\d.]+\s*,\s*(-?[\d.]+)/.exec(tag) ?? [];
  if (y === undefined || height === undefined) return;
  const share = Number(y) / height;
  to.place = share < 1 / 3 ? 'top' : share < 2 / 3 ? 'middle' : undefined;
}

/** An animated override is shown as it is at first. */
const animation = /\\t\((?:[^()]|\([^()]*\))*\)/g;

/** Returns the text of an event with the markup of our cues, and its place. */
function writeText(text: string, style: Style, script: Script): Pick<FileCue, 'text' | 'place'> {
  const { place, ...look } = style;
  const to: Written = { runs: [], look, place, isDrawing: false };
  for (const piece of text.split(/(\{[^{}]*\})/)) {
    // Braces without an override are a comment.
    if (piece.startsWith('{') && piece.endsWith('}'))
      for (const tag of piece.slice(1, -1).replace(animation, '').split('\\').slice(1))
        applyTag(tag.trim(), to, style, script);
    else if (piece !== '' && !to.isDrawing) {
      const { isBold, isItalic, isUnderlined, color } = to.look;
      const said = piece.replaceAll('\\N', '\n').replaceAll('\\n', ' ').replaceAll('\\h', '\u00a0');
      to.runs.push({ text: said, isBold, isItalic, isUnderlined, color });
    }
  }
  return { text: writeRuns(to.runs), place: to.place };
}

export function readAss(lines: readonly string[]): FileCue[] {
  const styles = new Map<string, Style>();
  const cues: FileCue[] = [];
  let section = '';
  let height: number | undefined;
  let names: readonly string[] = usualFields;
  for (const line of lines) {
    const heading = /^\s*\[([^\]]{1,60})\]/.exec(line)?.[1];
    if (heading !== undefined) {
      section = heading.toLowerCase().trim();
      if (section === 'events') names = usualFields;
    }
    const [, key = '', value = ''] = /^[\s\ufeff]*([a-z]{1,20}):(.*)$/i.exec(line) ?? [];
    const kind = key.toLowerCase();
    if (kind === 'format') names = value.split(',').map(name => name.trim().toLowerCase());
    if (kind === 'playresy') height = Number(value) > 0 ? Number(value) : undefined;
    if (kind === 'style') {
      const fields = readFields(value, names);
      styles.set((fields.name ?? '').replace(/^\*/, ''), readStyle(fields, !section.includes('+')));
    }
    if (kind !== 'dialogue') continue;
    const fields = readFields(value, names);
    const start = readTime(fields.start);
    const end = readTime(fields.end);
    const style = styles.get((fields.style ?? '').replace(/^\*/, '')) ?? styles.get('Default') ?? plain;
    if (start !== undefined || end !== undefined)
      cues.push({ start, end, ...writeText(fields.text ?? '', style, { styles, height }) });
  }
  return joinSteps(cues);
}

/** Events that follow each other with the same text are the steps of an animation, and one cue. */
function joinSteps(cues: readonly FileCue[]): FileCue[] {
  const joined: FileCue[] = [];
  const lastOf = new Map<string, number>();
  for (const cue of cues) {
    const key = `${cue.place ?? ''}\n${cue.text}`;
    const at = lastOf.get(key);
    const before = at === undefined ? undefined : joined[at];
    const isNext = before?.end !== undefined && cue.start !== undefined && Math.abs(cue.start - before.end) < 0.011;
    if (at !== undefined && before && isNext) joined[at] = { ...before, end: cue.end };
    else lastOf.set(key, joined.push(cue) - 1);
  }
  return joined;
}
