// The elements of Matroska and WebM that ffmpeg reads before the first frame. Sources: RFC 8794 (EBML), RFC 9559 (Matroska).
import type { Source } from './source.ts';
import type { Tally } from './tally.ts';

const id = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  chapters: 0x1043a770,
  edition: 0x45b9,
  chapter: 0xb6,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  attachments: 0x1941a469,
} as const;

/** Elements whose children are scanned. All others, such as clusters, are skipped; one of unknown length is entered instead. */
const entered = new Set<number>([
  id.segment,
  id.seekHead,
  id.seek,
  id.cues,
  id.cuePoint,
  id.chapters,
  id.edition,
  id.chapter,
  id.tags,
  id.tag,
  id.simpleTag,
]);

/** Where ffmpeg resumes after damage. */
const resumed: readonly number[] = [
  id.info,
  id.tracks,
  id.cues,
  id.tags,
  id.seekHead,
  id.attachments,
  id.cluster,
  id.chapters,
];
const resumeBytes = 64 * 1024;

interface Element {
  readonly id: number;
  readonly inside: number;
  /** Undefined: unknown, as in a recording that was not finished. */
  readonly length: number | undefined;
}

/** Returns the length of a variable-size number from its first byte, or 0 for an invalid one. */
const vintBytes = (first: number | undefined) => (first ? Math.clz32(first) - 23 : 0);

function readElement(source: Source, at: number): Element | undefined {
  const head = source.read(at, 12);
  const idBytes = vintBytes(head[0]);
  const lengthBytes = vintBytes(head[idBytes]);
  if (idBytes === 0 || idBytes > 4 || lengthBytes === 0 || head.length < idBytes + lengthBytes) return undefined;
  let length = head[idBytes]! & (0xff >> lengthBytes);
  let isUnknown = length === 0xff >> lengthBytes;
  for (const byte of head.subarray(idBytes + 1, idBytes + lengthBytes)) {
    length = length * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return {
    id: head.readUIntBE(0, idBytes),
    inside: at + idBytes + lengthBytes,
    length: isUnknown ? undefined : length,
  };
}

const readNumber = (source: Source, { inside, length = 0 }: Element): number =>
  source.read(inside, Math.min(length, 8)).reduce((sum, byte) => sum * 256 + byte, 0);

/** Returns the next place behind damaged bytes at which an element of the segment begins. */
function resume(source: Source, from: number): number {
  for (let at = from; at < source.bytes; at += resumeBytes) {
    const bytes = source.read(at, resumeBytes + 3);
    const found = resumed.map(one => bytes.indexOf(Buffer.from(one.toString(16), 'hex'))).filter(place => place >= 0);
    if (found.length > 0) return at + Math.min(...found);
  }
  return source.bytes;
}

interface Scan {
  readonly source: Source;
  readonly tally: Tally;
  /** Where the elements of the segment that were seen begin. */
  readonly seen: Set<number>;
  /** Places that the seek heads name. */
  readonly named: Set<number>;
  segmentAt: number;
  lastCue: number;
}

function note(scan: Scan, element: Element): void {
  const { source, tally } = scan;
  if (element.id === id.segment) scan.segmentAt = element.inside;
  if (element.id === id.simpleTag) tally.count('tags');
  if (element.id === id.chapter) tally.count('chapters');
  if (element.id === id.seekPosition) scan.named.add(scan.segmentAt + readNumber(source, element));
  if (element.id !== id.cueTime) return;
  const time = readNumber(source, element);
  if (time < scan.lastCue) tally.count('seek points out of order');
  scan.lastCue = time;
}

/** Walks through elements one after the other, and into those whose children count. */
function walk(scan: Scan, from: number, until: number): void {
  const { source, tally, seen } = scan;
  for (let at = from; at < until; ) {
    tally.count('steps');
    const element = readElement(source, at);
    if (!element) {
      at = resume(source, at + 1);
      continue;
    }
    if (resumed.includes(element.id)) seen.add(at);
    note(scan, element);
    at = element.inside + (entered.has(element.id) ? 0 : (element.length ?? 0));
  }
}

/** Elements of the segment of which a seek head names more are not read by ffmpeg. */
const maxNamed = 64;

export function scanElements(source: Source, tally: Tally): void {
  const scan: Scan = { source, tally, seen: new Set(), named: new Set(), segmentAt: 0, lastCue: 0 };
  walk(scan, 0, source.bytes);
  // A seek head may name elements that hide inside others.
  for (const at of [...scan.named].slice(0, maxNamed)) {
    const element = scan.seen.has(at) ? undefined : readElement(source, at);
    if (element && resumed.includes(element.id) && element.id !== id.cluster)
      walk(scan, at, Math.min(source.bytes, element.inside + (element.length ?? 0)));
  }
}
