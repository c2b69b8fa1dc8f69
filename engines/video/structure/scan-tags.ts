// The tags of sound files and of AVI: ID3 at the beginning of any file, Vorbis comments in FLAC and Ogg, chunks of RIFF. Sources: ID3v2.2 to 2.4; RFC
// 9639 (FLAC), RFC 3533 (Ogg), Vorbis I, section 5; RIFF (Multimedia Programming Interface 1.0).
import type { Source } from './source.ts';
import type { Tally } from './tally.ts';

const syncSafe = (bytes: Buffer, at: number) =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 127), 0);

/** The fields of a chapter between its name and the frames in it. */
const chapterBytes = 16;

/** Counts the frames of one tag, those in chapters included. */
function countFrames(source: Source, from: number, until: number, version: number, tally: Tally): void {
  const headBytes = version === 2 ? 6 : 10;
  for (let at = from; at + headBytes <= until; ) {
    const head = source.read(at, headBytes);
    if (head.length < headBytes || head[0] === 0) return;
    const length = version === 2 ? head.readUIntBE(3, 3) : version === 4 ? syncSafe(head, 4) : head.readUInt32BE(4);
    const name = head.toString('latin1', 0, 4);
    tally.count(name === 'CHAP' ? 'chapters' : 'tags');
    at += headBytes;
    if (name === 'CHAP') at += Math.max(0, source.read(at, 256).indexOf(0)) + 1 + chapterBytes;
    else at += length;
  }
}

/** Tags may follow one another. */
export function scanId3(source: Source, from: number, tally: Tally): number {
  let at = from;
  for (;;) {
    const head = source.read(at, 10);
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return at;
    tally.count('tags');
    const [version, flags] = [head[3]!, head[5]!];
    const end = at + 10 + syncSafe(head, 6);
    countFrames(source, at + 10, Math.min(end, source.bytes), version, tally);
    at = end + (flags & 0x10 ? 10 : 0);
  }
}

/** Counts Vorbis comments, which begin with the name of the encoder. `until` is the end of the file's or the block's bytes. */
function countComments(source: Source, from: number, until: number, tally: Tally): void {
  const vendor = source.read(from, 4);
  if (vendor.length < 4) return;
  const at = from + 4 + vendor.readUInt32LE(0);
  const count = source.read(at, 4);
  if (count.length < 4 || at >= until) return;
  tally.count('tags', Math.min(count.readUInt32LE(0), Math.floor((until - at) / 4)));
}

const commentBlock = 4;

export function scanFlac(source: Source, tally: Tally): void {
  let at = scanId3(source, 0, tally) + 4;
  for (;;) {
    const head = source.read(at, 4);
    if (head.length < 4) return;
    tally.count('steps');
    const length = head.readUIntBE(1, 3);
    if ((head[0]! & 127) === commentBlock) countComments(source, at + 4, at + 4 + length, tally);
    at += 4 + length;
    if (head[0]! & 128) return;
  }
}

const commentHeads = ['OpusTags', '\x03vorbis', '\x81theora'];
export function scanOgg(source: Source, tally: Tally): void {
  for (let at = 0; ; ) {
    const head = source.read(at, 27);
    if (head.length < 27 || head.toString('latin1', 0, 4) !== 'OggS') return;
    tally.count('steps');
    const segments = head[26]!;
    const bytes = source.read(at + 27, segments).reduce((sum, length) => sum + length, 0);
    const body = at + 27 + segments;
    const page = source.read(body, bytes);
    const begins = commentHeads.map(one => [page.indexOf(one, 'latin1'), one.length] as const);
    // The comments may continue on later pages.
    for (const [begin, length] of begins)
      if (begin >= 0) countComments(source, body + begin + length, source.bytes, tally);
    at = body + bytes;
  }
}

const riffLists = ['RIFF', 'RF64', 'LIST'];

export function scanChunks(source: Source, tally: Tally): void {
  for (let at = 0; at + 8 <= source.bytes; ) {
    const head = source.read(at, 12);
    if (head.length < 8) return;
    const name = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const kind = head.toString('latin1', 8, 12);
    if (name.toLowerCase() === 'id3 ') scanId3(source, at + 8, tally);
    if (riffLists.includes(name) && kind !== 'movi') at += 12;
    else at += 8 + length + (length % 2);
    tally.count('tags');
  }
}
