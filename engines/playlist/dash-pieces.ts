// The pieces of one quality of a DASH manifest (ISO/IEC 23009-1, 5.3.9): from a template, from a list, or one file.
import { AppError } from 'contract/errors.ts';
import { childrenOf, type Element } from './dash-elements.ts';
import { addPieces, fixRange, maxAddress, maxPieces, type Piece, resolveOwn } from './pieces.ts';

/** Characters kept of a quality's id and of its bandwidth, which fill templates. */
const maxName = 200;

/** Reads `first-last` in bytes, both inclusive. Returns {} for any other text. */
function readRange(text: string | undefined) {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  return first === undefined || last === undefined ? {} : fixRange(`${Number(last) - Number(first) + 1}@${first}`, 0);
}

export interface Place {
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
  if (template.length > maxAddress) throw new AppError('FILE_CORRUPT');
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
      if (starts.length >= maxPieces) throw new AppError('PLAYLIST_TOO_LONG', { most: maxPieces });
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
    RepresentationID: (representation.attributes.id ?? '').slice(0, maxName),
    Bandwidth: (representation.attributes.bandwidth ?? '').slice(0, maxName),
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
    : Array.from({ length: Math.min(maxPieces + 1, Math.ceil((seconds * scale) / length)) }, (_, n) => n * length);
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

/** Throws FILE_CORRUPT, LINK_REFUSED and PLAYLIST_TOO_LONG. */
export function readPieces(representation: Element, place: Place): Piece[] {
  const levels = [...place.levels, representation];
  const own = { ...place, base: baseOf(levels, place.base), levels };
  const template = inherit(levels, 'SegmentTemplate');
  if (template) return fromTemplate(template, representation, own);
  const list = inherit(levels, 'SegmentList');
  return list ? fromList(list, own) : [{ url: own.base.href }];
}
