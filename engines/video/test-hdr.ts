// For tests and benches: HDR clips of flat patches, and what zimg's own conversion makes of them.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const patch = 32;
/** 10-bit Y, Cb and Cr of each patch: a ramp of greys, and colours inside and outside BT.709. */
export const greys = [64, 150, 250, 350, 450, 520, 580, 640, 700, 780].map(luma => [luma, 512, 512]);
const colours = [
  [320, 420, 760],
  [400, 300, 460],
  [250, 720, 480],
  [500, 480, 560],
  [430, 600, 400],
  [360, 512, 640],
];
const patches = [...greys, ...colours];
export const [width, height] = [patches.length * patch, 64];

function run(args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);
  if (status !== 0) throw new Error(`${stderr}`);
  return stdout;
}

export type HdrTransfer = 'smpte2084' | 'arib-std-b67';

/** A lossless clip of the patches. */
export function makeHdrPatches(transfer: HdrTransfer, folder: string): string {
  const rows = (plane: number, lines: number, side: number) => {
    const row = patches.flatMap(colour => Array.from({ length: side }, () => colour[plane]!));
    return Array.from({ length: lines }, () => row).flat();
  };
  const levels = [...rows(0, height, patch), ...rows(1, height / 2, patch / 2), ...rows(2, height / 2, patch / 2)];
  const raw = join(folder, 'frame.yuv');
  writeFileSync(raw, Buffer.from(Uint16Array.from(levels).buffer));
  const path = join(folder, `${transfer}.mkv`);
  const opened = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p10le', '-s', `${width}x${height}`, '-r', '10', '-i', raw];
  const tags = ['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc', '-color_range', 'tv'];
  run([...opened, '-vf', 'loop=9:1', ...tags, '-c:v', 'ffv1', path]);
  return path;
}

/** Mean RGB of the middle of each patch, of one picture or of a cell at the left of a larger one. */
export function readPatches(path: string, cell = { width, height }, filters: readonly string[] = []) {
  const pixels = [
    ...filters,
    `crop=${cell.width}:${cell.height}:0:0`,
    'scale=flags=accurate_rnd+full_chroma_int',
    'format=rgb24',
  ].join(',');
  const data = run(['-i', path, '-frames:v', '1', '-vf', pixels, '-f', 'rawvideo', 'pipe:1']);
  const side = cell.width / patches.length;
  return patches.map((_, at) =>
    [0, 1, 2].map(
      channel => data[(Math.floor(cell.height / 2) * cell.width + Math.floor((at + 0.5) * side)) * 3 + channel]!,
    ),
  );
}

/** The same conversion by zimg alone. */
export const zimg = [
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709',
  'tonemap=tonemap=mobius:param=0.3:desat=0:peak=4.926,zscale=t=bt709:r=full,format=gbrp',
];

/** The largest difference of a channel, in levels of 255. */
export const furthest = (a: number[][], b: number[][]) =>
  Math.max(...a.flatMap((colour, at) => colour.map((level, channel) => Math.abs(level - b[at]![channel]!))));
