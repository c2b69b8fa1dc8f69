// Finds what a build of ffmpeg was compiled without: filters, encoders and decoders that clips need, with what does not work then.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Part {
  readonly kind: 'filters' | 'encoders' | 'decoders';
  readonly name: string;
  readonly without: string;
}

const parts: readonly Part[] = [
  { kind: 'filters', name: 'zscale', without: 'HDR clips come out washed out' },
  { kind: 'filters', name: 'tonemap', without: 'HDR clips come out washed out' },
  { kind: 'filters', name: 'overlay', without: 'no watermark and no subtitle can be drawn on a clip' },
  { kind: 'filters', name: 'atempo', without: "a clip's speed cannot be changed" },
  { kind: 'filters', name: 'paletteuse', without: 'no GIF can be made from a clip' },
  { kind: 'encoders', name: 'libx264', without: 'no MP4, MOV or MKV can be encoded' },
  { kind: 'encoders', name: 'aac', without: 'no MP4 with sound can be encoded' },
  { kind: 'encoders', name: 'libvpx-vp9', without: 'no WebM can be encoded' },
  { kind: 'encoders', name: 'libopus', without: 'no WebM with sound can be encoded' },
  { kind: 'encoders', name: 'libmp3lame', without: 'no MP3 can be encoded' },
  { kind: 'decoders', name: 'h264', without: 'most clips cannot be read' },
  { kind: 'decoders', name: 'hevc', without: 'clips of newer phones cannot be read' },
];

async function listParts(kind: Part['kind'], searchPath: string): Promise<ReadonlySet<string>> {
  const asked = { env: { PATH: searchPath }, maxBuffer: 16 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('ffmpeg', ['-hide_banner', `-${kind}`], asked);
  return new Set([...stdout.matchAll(/^ \S{3,6} (\S+)/gm)].map(([, name = '']) => name));
}

/** The parts that the ffmpeg on this path lacks. */
export async function findLacks(searchPath: string): Promise<readonly Pick<Part, 'name' | 'without'>[]> {
  const kinds = ['filters', 'encoders', 'decoders'] as const;
  const there = Object.fromEntries(
    await Promise.all(kinds.map(async kind => [kind, await listParts(kind, searchPath)])),
  );
  return parts.filter(({ kind, name }) => !there[kind].has(name));
}
