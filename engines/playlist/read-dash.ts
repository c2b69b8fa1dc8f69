// Reads DASH manifests (ISO/IEC 23009-1) of clips that have an end: the qualities of picture and sound, each as a list of pieces.
import { AppError } from 'contract/errors.ts';
import { childrenOf, type Element, readElements } from './dash-elements.ts';
import { type Place, readPieces } from './dash-pieces.ts';
import { type DashTrack, joinPeriods, type Period } from './join-periods.ts';
import { maxQualities } from './pieces.ts';

export interface Dash {
  /** The best first: those of the longest period, continued by every other period that matches all of them. */
  readonly tracks: readonly DashTrack[];
  readonly seconds: number;
}

/** Of all qualities together: a template in the manifest's head makes those of hundreds of qualities from a few bytes each. */
const maxPiecesOfAll = 30_000;

/** `PT1H2M3.5S` in seconds; 0 for none. */
function readDuration(text = ''): number {
  const [, days, hours, minutes, seconds] =
    /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/.exec(text) ?? [];
  return Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

function readTrack(representation: Element, place: Place): DashTrack | undefined {
  const set = place.levels.at(-1)!;
  const told = (name: string) => representation.attributes[name] ?? set.attributes[name] ?? '';
  const kindText = `${told('mimeType')} ${told('contentType')}`;
  const kind = /video/.test(kindText) ? 'video' : /audio/.test(kindText) ? 'sound' : undefined;
  if (!kind) return undefined;
  const [width, height] = [Number(told('width')) || 0, Number(told('height')) || 0];
  return {
    id: representation.attributes.id ?? '',
    kind,
    codecs: told('codecs'),
    bitsPerSecond: Number(representation.attributes.bandwidth) || 0,
    ...(width > 0 && height > 0 && { width, height }),
    pieces: readPieces(representation, place),
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
      if (budget.qualities > maxQualities) throw new AppError('PLAYLIST_TOO_LONG', { most: maxQualities });
      if (isSetProtected || isProtected(representation)) {
        protectedCount += 1;
        continue;
      }
      const track = readTrack(representation, { ...place, levels: [...place.levels, set] });
      if (!track) continue;
      tracks.push(track);
      budget.pieces += track.pieces.length;
      if (budget.pieces > maxPiecesOfAll) throw new AppError('PLAYLIST_TOO_LONG', { most: maxPiecesOfAll });
    }
  }
  return { tracks, protectedCount, seconds: place.seconds };
}

/** A period other than the longest one; undefined if it may not be fetched, such as an advertisement on another host. */
function tryPeriod(...read: Parameters<typeof readPeriod>): Period | undefined {
  try {
    const period = readPeriod(...read);
    return period.protectedCount === 0 ? period : undefined;
  } catch (refusal) {
    if (refusal instanceof AppError && refusal.code !== 'PLAYLIST_TOO_LONG') return undefined;
    throw refusal;
  }
}

/** Seconds of each period: as declared, or up to the start of the next one or the end of the whole. */
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
 * Reads a manifest that came from `base`. Throws FILE_CORRUPT if it is none, LINK_REFUSED when it names another host, LINK_PROTECTED
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
