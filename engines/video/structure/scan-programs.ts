// The programs that a transport stream declares. Source: ISO/IEC 13818-1, 2.4.4 (program association sections).
import type { Source } from './source.ts';
import type { Tally } from './tally.ts';

/** Packets of broadcasts, of camcorders with a timestamp before each, and with error correction after each. */
const packetSizes = [188, 192, 204];
/** ffmpeg has found the programs of a recording long before. */
const scannedBytes = 64 * 1024 * 1024;
const readBytes = 1024 * 1024;
const sync = 0x47;

/** Returns the size of the packets, and the offset of the first. */
function findPackets(source: Source): { size: number; first: number } | undefined {
  const head = source.read(0, packetSizes.at(-1)! * 8);
  for (const size of packetSizes)
    for (let first = 0; first < size; first++)
      if ([0, 1, 2, 3].every(nth => head[first + nth * size] === sync)) return { size, first };
  return undefined;
}

/** Reads the numbers of programs from a section: eight bytes of header, four for each program, four of checksum. */
function* programsOf(section: Buffer): Generator<number> {
  for (let at = 8; at + 8 <= section.length; at += 4) yield section.readUInt16BE(at);
}

export function scanPrograms(source: Source, tally: Tally): void {
  const packets = findPackets(source);
  if (!packets) return;
  const known = new Set<number>();
  let section = Buffer.alloc(0);
  const take = (payload: Buffer) => {
    section = Buffer.concat([section, payload]);
    const length = section.length < 3 ? Number.POSITIVE_INFINITY : (section.readUInt16BE(1) & 0xfff) + 3;
    if (section.length < length) return;
    for (const program of programsOf(section.subarray(0, length))) {
      if (!known.has(program)) tally.count('programs');
      known.add(program);
    }
    section = Buffer.alloc(0);
  };
  const until = Math.min(source.bytes, scannedBytes);
  const { size, first } = packets;
  for (let at = first; at + size <= until; ) {
    const some = Buffer.from(source.read(at, Math.floor(readBytes / size) * size));
    for (let begin = 0; begin + 188 <= some.length; begin += size) {
      const pid = some.readUInt16BE(begin + 1) & 0x1fff;
      if (pid !== 0 || some[begin] !== sync) continue;
      const adapted = some[begin + 3]! & 0x20 ? 1 + some[begin + 4]! : 0;
      const payload = some.subarray(Math.min(begin + 188, begin + 4 + adapted), begin + 188);
      const begins = (some[begin + 1]! & 0x40) !== 0;
      if (begins) section = Buffer.alloc(0);
      if (begins) take(payload.subarray(1 + (payload[0] ?? 0)));
      else if (section.length > 0) take(payload);
    }
    at += Math.max(size, some.length - (some.length % size));
  }
}
