// The sizes of the packets that an encoder makes, read from what ffmpeg's muxer `framecrc` prints instead of writing a file.

/** The packets of one run, by the stream they belong to. */
export interface Packets {
  /** Bytes of each packet of the video, in the order of the file. */
  readonly frames: readonly number[];
  /** Bytes of each sound track, their number of packets, and the seconds that they last. */
  readonly sounds: readonly { readonly bytes: number; readonly count: number; readonly seconds: number }[];
}

/** Output arguments in place of a container and a path. A line is written as a whole, since progress is printed there as well. */
export const printPackets = ['-flush_packets', '1', '-f', 'framecrc', 'pipe:1'];

const timeBase = /^#tb (\d+): (\d+)\/(\d+)/;
const kind = /^#media_type (\d+): (\w+)/;
/** Stream, decoding time, time, duration, bytes, checksum. */
const packet = /^(\d+),\s*-?\w+,\s*-?\w+,\s*(-?\d+),\s*(\d+),\s*0x/;

/** Returns a function for each line of the output, and one that sums up. */
export function createPacketReader(): { readonly hear: (line: string) => void; readonly read: () => Packets } {
  const seconds = new Map<string, number>();
  const kinds = new Map<string, string>();
  const frames: number[] = [];
  const sounds = new Map<string, { bytes: number; count: number; seconds: number }>();
  const hear = (line: string) => {
    const base = timeBase.exec(line);
    if (base) seconds.set(base[1]!, Number(base[2]) / Number(base[3]));
    const kindOf = kind.exec(line);
    if (kindOf) kinds.set(kindOf[1]!, kindOf[2]!);
    const [, stream, duration, bytes] = packet.exec(line) ?? [];
    if (stream === undefined) return;
    if (kinds.get(stream) === 'video') frames.push(Number(bytes));
    if (kinds.get(stream) !== 'audio') return;
    const sound = sounds.get(stream) ?? { bytes: 0, count: 0, seconds: 0 };
    sound.bytes += Number(bytes);
    sound.count += 1;
    sound.seconds += Number(duration) * (seconds.get(stream) ?? 0);
    sounds.set(stream, sound);
  };
  return { hear, read: () => ({ frames, sounds: [...sounds.values()] }) };
}
