// Reads DASH manifests (ISO/IEC 23009-1) of clips that have an end: the qualities of picture and sound, each as a list of pieces.
import { AppError } from 'contract/errors.ts';
import { SaxesParser } from 'saxes';
import { type DashTrack, joinPeriods, type Period } from './join-periods.ts';
import { addPieces, fixRange, mostAddress, mostPieces, mostQualities, type Piece, resolveOwn } from './pieces.ts';

export interface Dash {
  /** The best first: those of the longest period, continued by every other period that has the like. */
  readonly tracks: readonly DashTrack[];
  readonly seconds: number;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const mostElements = 50_000;
const mostDepth = 32;
/** Of all qualities together: a template in the manifest's head makes those of hundreds of qualities from a few bytes each. */
const mostPiecesOfAll = 30_000;
/** What a quality calls itself. */
const mostName = 200;

function readElements(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let count = 0;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw new AppError('FILE_CORRUPT');
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > mostElements || open.length > mostDepth)
      throw new AppError('PLAYLIST_TOO_LONG', { most: mostElements });
    const element: Element = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', words => {
    open.at(-1)!.text += words;
  });
  parser.on('error', cause => {
    throw new AppError('FILE_CORRUPT', null, { cause });
  });
  parser.write(text).close();
  return root;
}

const childrenOf = (element: Element | undefined, name: string) =>
  element?.children.filter(child => child.name === name) ?? [];

/** `PT1H2M3.5S` in seconds; 0 for none. */
function readDuration(text = ''): number {
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/.exec(text) ?? [];
  return Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

/** `first-last` as HTTP counts, in the form that playlists of HLS use. */
function readRange(text: string | undefined) {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  return first === undefined || last === undefined ? {} : fixRange(`${Number(last) - Number(first) + 1}@${first}`, 0);
}

interface Place {
  readonly base: URL;
  readonly seconds: number;
  /** The levels above a representation, the nearest last. */
  readonly levels: readonly Element[];
}

/** The attributes of an element of all levels; those of the nearest win. */
function inherit(levels: readonly Element[], name: string) {
  const found = levels.flatMap(level => childrenOf(level, name));
  if (found.length === 0) return undefined;
  const attributes: Record<string, string> = Object.assign({}, ...found.map(one => one.attributes));
  const children = found.toReversed().find(one => one.children.length > 0)?.children ?? [];
  return { name, attributes, children, text: '' } satisfies Element;
}

function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  if (template.length > mostAddress) throw new AppError('FILE_CORRUPT');
  return template.replace(/\$(\w*)(?:%0(\d{1,2})d)?\$/g, (_, name: string, width: string | undefined) => {
    if (name === '') return '$';
    return String(values[name] ?? '').padStart(Number(width ?? 0), '0');
  });
}

/** Start and length of each segment of a SegmentTimeline, in its time scale. */
function readTimeline(timeline: Element, end: number): number[] {
  const starts: number[] = [];
  let time = 0;
  const steps = childrenOf(timeline, 'S');
  for (const [index, { attributes }] of steps.entries()) {
    const length = Number(attributes.d) || 0;
    if (attributes.t !== undefined) time = Number(attributes.t) || 0;
    if (length <= 0) throw new AppError('FILE_CORRUPT');
    const until = Number(steps[index + 1]?.attributes.t ?? end);
    // A repeat of -1 goes on to the next step or to the end.
    const told = Number(attributes.r ?? 0);
    const repeats = told >= 0 ? told : Math.max(0, Math.ceil((until - time) / length) - 1);
    for (let n = 0; n <= repeats; n++, time += length) {
      if (starts.length >= mostPieces) throw new AppError('PLAYLIST_TOO_LONG', { most: mostPieces });
      starts.push(time);
    }
  }
  return starts;
}

function fromTemplate(template: Element, representation: Element, { base, seconds }: Place): Piece[] {
  const { attributes } = template;
  const scale = Number(attributes.timescale) || 1;
  const firstNumber = Number(attributes.startNumber ?? 1) || 0;
  const values = {
    RepresentationID: (representation.attributes.id ?? '').slice(0, mostName),
    Bandwidth: (representation.attributes.bandwidth ?? '').slice(0, mostName),
  };
  const pieces: Piece[] = [];
  const add = (named: string | undefined, more = {}) => {
    if (named) addPieces(pieces, { url: resolveOwn(fillTemplate(named, { ...values, ...more }), base) });
  };
  add(attributes.initialization);
  const [timeline] = childrenOf(template, 'SegmentTimeline');
  const length = Number(attributes.duration) || 0;
  if (!timeline && length <= 0) throw new AppError('FILE_CORRUPT');
  // The time that a timeline gives for the start of the period.
  const offset = Number(attributes.presentationTimeOffset) || 0;
  const starts = timeline
    ? readTimeline(timeline, offset + seconds * scale)
    : Array.from({ length: Math.min(mostPieces + 1, Math.ceil((seconds * scale) / length)) }, (_, n) => n * length);
  for (const [index, time] of starts.entries()) add(attributes.media, { Number: firstNumber + index, Time: time });
  return pieces;
}

function fromList(list: Element, { base }: Place): Piece[] {
  const pieces: Piece[] = [];
  const [start] = childrenOf(list, 'Initialization');
  if (start)
    addPieces(pieces, {
      url: resolveOwn(start.attributes.sourceURL ?? base.href, base),
      ...readRange(start.attributes.range),
    });
  for (const { attributes } of childrenOf(list, 'SegmentURL'))
    addPieces(pieces, { url: resolveOwn(attributes.media ?? base.href, base), ...readRange(attributes.mediaRange) });
  return pieces;
}

const baseOf = (levels: readonly Element[], base: URL): URL =>
  levels.reduce((url, level) => {
    const named = childrenOf(level, 'BaseURL')[0]?.text.trim();
    return named ? new URL(resolveOwn(named, url)) : url;
  }, base);

function readTrack(representation: Element, place: Place): DashTrack | undefined {
  const set = place.levels.at(-1)!;
  const levels = [...place.levels, representation];
  const told = (name: string) => representation.attributes[name] ?? set.attributes[name] ?? '';
  const kindText = `${told('mimeType')} ${told('contentType')}`;
  const kind = /video/.test(kindText) ? 'video' : /audio/.test(kindText) ? 'sound' : undefined;
  if (!kind) return undefined;
  const own = { ...place, base: baseOf(levels, place.base), levels };
  const template = inherit(levels, 'SegmentTemplate');
  const list = inherit(levels, 'SegmentList');
  const pieces = template
    ? fromTemplate(template, representation, own)
    : list
      ? fromList(list, own)
      : [{ url: own.base.href }];
  const [width, height] = [Number(told('width')) || 0, Number(told('height')) || 0];
  return {
    id: representation.attributes.id ?? '',
    kind,
    codecs: told('codecs'),
    bitsPerSecond: Number(representation.attributes.bandwidth) || 0,
    ...(width > 0 && height > 0 && { width, height }),
    pieces,
    seconds: place.seconds,
  };
}

const isProtected = (element: Element): boolean => childrenOf(element, 'ContentProtection').length > 0;

/** Counts what is read in all periods, and ends with PLAYLIST_TOO_LONG. */
interface Budget {
  qualities: number;
  pieces: number;
}

function readPeriod(period: Element, place: Place, budget: Budget): Period {
  const tracks: DashTrack[] = [];
  let protectedCount = 0;
  for (const set of childrenOf(period, 'AdaptationSet')) {
    const isSetProtected = isProtected(set);
    for (const representation of childrenOf(set, 'Representation')) {
      // Counted before it is read, since each reading also goes through the siblings of the element.
      budget.qualities += 1;
      if (budget.qualities > mostQualities) throw new AppError('PLAYLIST_TOO_LONG', { most: mostQualities });
      if (isSetProtected || isProtected(representation)) {
        protectedCount += 1;
        continue;
      }
      const track = readTrack(representation, { ...place, levels: [...place.levels, set] });
      if (!track) continue;
      tracks.push(track);
      budget.pieces += track.pieces.length;
      if (budget.pieces > mostPiecesOfAll) throw new AppError('PLAYLIST_TOO_LONG', { most: mostPiecesOfAll });
    }
  }
  return { tracks, protectedCount, seconds: place.seconds };
}

/** A period beside the longest one; undefined where it cannot be had, such as an advertisement on another host. */
function tryPeriod(...read: Parameters<typeof readPeriod>): Period | undefined {
  try {
    const period = readPeriod(...read);
    return period.protectedCount === 0 ? period : undefined;
  } catch (refusal) {
    if (refusal instanceof AppError && refusal.code !== 'PLAYLIST_TOO_LONG') return undefined;
    throw refusal;
  }
}

/** Seconds of each period: told, or up to the start of the next one or to the end of the whole. */
function measurePeriods(periods: readonly Element[], whole: number): number[] {
  const starts: number[] = [];
  return periods.map(({ attributes }, at) => {
    const start = attributes.start === undefined ? (starts.at(-1) ?? 0) : readDuration(attributes.start);
    const next = periods[at + 1]?.attributes.start;
    const seconds = readDuration(attributes.duration) || Math.max(0, (next ? readDuration(next) : whole) - start);
    starts.push(start + seconds);
    return seconds;
  });
}

/**
 * Reads a manifest that came from `base`. Throws FILE_CORRUPT for what is none, LINK_REFUSED when it names another host, LINK_PROTECTED
 * when all of it is protected, LINK_LIVE when it has no end, and PLAYLIST_TOO_LONG.
 */
export function readDash(text: string, base: URL): Dash {
  const [manifest] = childrenOf(readElements(text), 'MPD');
  if (!manifest) throw new AppError('FILE_CORRUPT');
  if (manifest.attributes.type === 'dynamic') throw new AppError('LINK_LIVE');
  const elements = childrenOf(manifest, 'Period');
  const lengths = measurePeriods(elements, readDuration(manifest.attributes.mediaPresentationDuration));
  const longest = lengths.indexOf(Math.max(...lengths));
  if (longest < 0) throw new AppError('FILE_CORRUPT');
  const budget: Budget = { qualities: 0, pieces: 0 };
  const placeOf = (at: number): Place => ({ base, seconds: lengths[at]!, levels: [manifest, elements[at]!] });
  const main = readPeriod(elements[longest]!, placeOf(longest), budget);
  if (main.tracks.length === 0) throw new AppError(main.protectedCount > 0 ? 'LINK_PROTECTED' : 'FILE_CORRUPT');
  const periods = elements.map((element, at) => (at === longest ? main : tryPeriod(element, placeOf(at), budget)));
  const { tracks, seconds } = joinPeriods(main, periods);
  const best = tracks.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0) || b.bitsPerSecond - a.bitsPerSecond);
  return { tracks: best, seconds };
}
