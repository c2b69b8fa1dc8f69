// The boxes of MP4, MOV and 3GP that ffmpeg reads before the first frame. Sources: ISO/IEC 14496-12; QuickTime File Format (udta, ilst, cmov).
import { inflateSync } from 'node:zlib';
import { checkTrack, type Span, type TrackBoxes } from './scan-edits.ts';
import { type Source, sourceOf } from './source.ts';
import type { Tally } from './tally.ts';

/** ffmpeg itself descends no deeper. */
const deepest = 12;
const maxPackedIndexBytes = 64 * 1024 * 1024;

interface Box extends Span {
  readonly name: string;
}

function* readBoxes(source: Source, { from, until }: Span): Generator<Box> {
  for (let at = from; at + 8 <= until; ) {
    const head = source.read(at, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return;
    const headBytes = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? until - at : short;
    if (size < headBytes) return;
    const end = Math.min(at + size, until);
    yield { name: head.toString('latin1', 4, 8), from: at + headBytes, until: end };
    at = end;
  }
}

const parents = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'udta', 'ilst', 'meta', 'mvex']);
/** Each box in these becomes a tag. */
const holdTags = new Set(['udta', 'ilst']);
const tables = new Set(['elst', 'mdhd', 'stts', 'stss', 'stsz']);

interface Movie {
  mvhd?: Span;
  readonly tracks: TrackBoxes[];
}

/** In MP4, fields of the box precede its children; in MOV they do not. */
function childrenOf(source: Source, box: Box): Span {
  if (box.name !== 'meta' || source.read(box.from + 4, 4).toString('latin1') === 'hdlr') return box;
  return { from: box.from + 4, until: box.until };
}

function walk(source: Source, parent: Box, movie: Movie, tally: Tally, depth: number): void {
  for (const box of readBoxes(source, childrenOf(source, parent))) {
    tally.count('boxes');
    if (holdTags.has(parent.name)) tally.count('tags');
    if (box.name === 'trak') movie.tracks.push({});
    const track = movie.tracks.at(-1);
    // Of several, ffmpeg uses the last.
    if (track && tables.has(box.name)) track[box.name as keyof TrackBoxes] = box;
    if (box.name === 'mvhd') movie.mvhd ??= box;
    if (box.name === 'cmov') unpackIndex(source, box, tally);
    if (parents.has(box.name) && depth < deepest) walk(source, box, movie, tally, depth + 1);
  }
}

function scanMovie(source: Source, box: Box, tally: Tally): void {
  const movie: Movie = { tracks: [] };
  walk(source, box, movie, tally, 0);
  for (const track of movie.tracks) checkTrack(source, track, movie.mvhd, tally);
}

/** An index packed with zlib, as old versions of QuickTime wrote it. */
function unpackIndex(source: Source, packed: Box, tally: Tally): void {
  for (const { name, from, until } of readBoxes(source, packed)) {
    if (name !== 'cmvd') continue;
    let index: Buffer;
    try {
      index = inflateSync(source.read(from + 4, until - from - 4), { maxOutputLength: maxPackedIndexBytes });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') tally.refuse('index');
      return; // ffmpeg cannot unpack it either.
    }
    scanTopBoxes(sourceOf(index), tally);
  }
}

/** Boxes of a live recording, of which there is one for each moment. */
const recurring = new Set(['moof', 'mdat', 'styp', 'sidx', 'emsg', 'prft']);

export function scanTopBoxes(source: Source, tally: Tally): void {
  for (const box of readBoxes(source, { from: 0, until: source.bytes })) {
    tally.count(recurring.has(box.name) ? 'steps' : 'boxes');
    if (parents.has(box.name)) scanMovie(source, box, tally);
  }
}
