// HDR compared with zimg's own conversion: greys and colours, PQ and HLG, in every kind of result.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { convertClip } from './convert-clip.ts';
import { probeClip } from './probe-clip.ts';
import { whyNoClips } from './test-clips.ts';
import { writeFilm } from './write-film.ts';
import { writeFrame, writePoster } from './write-poster.ts';

const home = mkdtempSync(join(tmpdir(), 'tone-map-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const patch = 32;
/** 10-bit Y, Cb and Cr of each patch: a ramp of greys, and colours inside and outside BT.709. */
const greys = [64, 150, 250, 350, 450, 520, 580, 640, 700, 780].map(luma => [luma, 512, 512]);
const colours = [
  [320, 420, 760],
  [400, 300, 460],
  [250, 720, 480],
  [500, 480, 560],
  [430, 600, 400],
  [360, 512, 640],
];
const patches = [...greys, ...colours];
const [width, height] = [patches.length * patch, 64];

function run(args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);
  if (status !== 0) throw new Error(`${stderr}`);
  return stdout;
}

/** A lossless clip of the patches. */
function makeHdr(transfer: 'smpte2084' | 'arib-std-b67'): string {
  const rows = (plane: number, lines: number, side: number) => {
    const row = patches.flatMap(colour => Array.from({ length: side }, () => colour[plane]!));
    return Array.from({ length: lines }, () => row).flat();
  };
  const levels = [...rows(0, height, patch), ...rows(1, height / 2, patch / 2), ...rows(2, height / 2, patch / 2)];
  const raw = join(home, 'frame.yuv');
  writeFileSync(raw, Buffer.from(Uint16Array.from(levels).buffer));
  const path = join(home, `${transfer}.mkv`);
  const opened = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p10le', '-s', `${width}x${height}`, '-r', '10', '-i', raw];
  const tags = ['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc', '-color_range', 'tv'];
  run([...opened, '-vf', 'loop=9:1', ...tags, '-c:v', 'ffv1', path]);
  return path;
}

/** Mean RGB of the middle of each patch, of one picture or of a cell at the left of a larger one. */
function read(path: string, cell = { width, height }, filters: readonly string[] = []) {
  const pixels = [...filters, `crop=${cell.width}:${cell.height}:0:0`, 'format=rgb24'].join(',');
  const data = run(['-i', path, '-frames:v', '1', '-vf', pixels, '-f', 'rawvideo', 'pipe:1']);
  const side = cell.width / patches.length;
  return patches.map((_, at) =>
    [0, 1, 2].map(
      channel => data[(Math.floor(cell.height / 2) * cell.width + Math.floor((at + 0.5) * side)) * 3 + channel]!,
    ),
  );
}

const zimg = [
  'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709',
  'tonemap=tonemap=mobius:param=0.3:desat=0:peak=4.926,zscale=t=bt709:r=full,format=gbrp',
];

const furthest = (a: number[][], b: number[][]) =>
  Math.max(...a.flatMap((colour, at) => colour.map((level, channel) => Math.abs(level - b[at]![channel]!))));

describe.skipIf(whyNoClips).each(['smpte2084', 'arib-std-b67'] as const)('HDR in %s', transfer => {
  test('looks the same in every result, within 2 levels of zimg', async () => {
    const folder = mkdtempSync(join(home, 'run-'));
    const file = { path: makeHdr(transfer), type: 'mkv' } as const;
    const facts = { type: 'mkv' as const, bytes: statSync(file.path).size, ...(await probeClip(file)) };
    expect(facts.streams).toMatchObject([{ isHdr: true }]);
    const right = read(file.path, undefined, zimg);
    for (const format of ['mp4', 'webm'] as const) {
      const wish = { format, quality: 100, mute: false, speed: 1 };
      const made = await convertClip({ file, facts, wish, folder, name: format, onProgress: () => undefined });
      const seen = read(made.path);
      expect(furthest(seen.slice(0, greys.length), right.slice(0, greys.length))).toBeLessThanOrEqual(2);
      // 8-bit chroma alone is up to 2 levels off, and H.264 adds one.
      expect(furthest(seen, right)).toBeLessThanOrEqual(3);
    }
    const wish = { format: 'gif', quality: 100, mute: false, speed: 1, width } as const;
    const gif = await convertClip({ file, facts, wish, folder, name: 'gif', onProgress: () => undefined });
    expect(furthest(read(gif.path), right)).toBeLessThanOrEqual(3);
    const frame = join(folder, 'frame.png');
    await writeFrame(file, facts, frame, { at: 0, size: { width, height } });
    expect(furthest(read(frame), right)).toBeLessThanOrEqual(3);
    const poster = join(folder, 'poster.jpg');
    await writePoster(file, facts, poster);
    expect(furthest(read(poster), right)).toBeLessThanOrEqual(8);
    const film = join(folder, 'film.jpg');
    await writeFilm(file, facts, film);
    // The strip's cells are narrower than the clip, so only their greys are even.
    const cell = { width: 224, height: 96 };
    expect(furthest(read(film, cell).slice(0, greys.length), right.slice(0, greys.length))).toBeLessThanOrEqual(8);
  });

  test('darker greys stay as zimg has them without a curve', () => {
    const path = makeHdr(transfer);
    const plain = read(path, undefined, [
      'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,zscale=t=bt709:r=full,format=gbrp',
    ]);
    const mapped = read(path, undefined, zimg);
    const dark = plain.findIndex(([level]) => level! > 130);
    expect(furthest(mapped.slice(0, dark), plain.slice(0, dark))).toBeLessThanOrEqual(2);
  });
});
