// Joins the periods of a DASH manifest that look and sound the same, as a show does before and after its advertisements.
import { addPieces, type Piece, type Quality, type Track } from './pieces.ts';

export interface DashTrack extends Quality, Track {
  readonly id: string;
  readonly kind: 'video' | 'sound';
  readonly codecs: string;
}

export interface Period {
  readonly tracks: readonly DashTrack[];
  readonly protectedCount: number;
  readonly seconds: number;
}

/** Codecs that fit into a transport stream, the only container that can be joined without re-encoding. */
const joined = /^(?:avc[13]|hvc1|hev1|mp4a|mp3|ac-3|ec-3)\b/;
const codecOf = ({ codecs }: DashTrack) => joined.exec(codecs)?.[0];

/** The track of another period that continues `track`: of the same kind, codec and size, and the nearest in bit rate. */
const findNext = (track: DashTrack, { tracks }: Period): DashTrack | undefined =>
  tracks
    .filter(
      one =>
        one.kind === track.kind &&
        codecOf(one) !== undefined &&
        codecOf(one) === codecOf(track) &&
        one.width === track.width &&
        one.height === track.height,
    )
    .toSorted((a, b) => away(a, track) - away(b, track))[0];

const away = (one: DashTrack, track: DashTrack) =>
  one.id === track.id ? -1 : Math.abs(one.bitsPerSecond - track.bitsPerSecond);

/** Appends the pieces of the same track in the other periods. */
function appendTracks(track: DashTrack, parts: readonly DashTrack[]): DashTrack {
  if (parts.length === 1) return track;
  const pieces: Piece[] = [];
  const cuts: number[] = [];
  for (const part of parts) {
    if (pieces.length > 0) cuts.push(pieces.length);
    addPieces(pieces, ...part.pieces);
  }
  return { ...track, pieces, cuts, seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0) };
}

/**
 * The tracks of the longest period `main`, each continued by its match in every other period that has one for all of them. `periods` holds all
 * periods in their order, and undefined for those that cannot be read.
 */
export function joinPeriods(main: Period, periods: readonly (Period | undefined)[]) {
  const alike = periods.filter(period => period !== undefined && main.tracks.every(track => findNext(track, period)));
  const taken = alike.includes(main) ? alike : [main];
  const tracks = main.tracks.map(track =>
    appendTracks(
      track,
      taken.map(period => (period === main ? track : findNext(track, period!)!)),
    ),
  );
  return { tracks, seconds: taken.reduce((sum, period) => sum + period!.seconds, 0) };
}
