// Clips that do not say their matrix: every result shows the colours that players show of the clip.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClipWish } from 'contract/clip/wish.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { sharp } from '../sharp.ts';
import { convertClip } from './convert-clip.ts';
import { readFormat } from './pipe-frames.ts';
import { probeClip } from './probe-clip.ts';
import { readClipFrames } from './read-clip-frames.ts';
import { h264, lookAtQuarters, makeClip, quartersOf, readColours, whyNoClips } from './test-clips.ts';
import { writeFilm } from './write-film.ts';
import { writeFrame, writePoster } from './write-poster.ts';

const home = mkdtempSync(join(tmpdir(), 'matrix-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const drawn = [
  [220, 40, 40],
  [40, 180, 60],
  [40, 60, 220],
  [230, 210, 50],
];
const untag = 'setparams=colorspace=unknown:color_primaries=unknown:color_trc=unknown';
const make = (name: string, size: string, chain: string, args: readonly string[] = h264) =>
  makeClip({ folder: home, name, picture: `${quartersOf(size, 1, 5)},format=gbrp,${chain}`, sound: null, args });
const hd = () => make('hd.mp4', '1280x720', `scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,${untag}`);
const sd = () => make('sd.mp4', '640x480', `scale=out_color_matrix=bt601:out_range=tv,format=yuv420p,${untag}`);
/** Frames in RGB, as some screen recorders write them. */
const rgb = () => make('rgb.mov', '1280x720', untag, ['-c:v', 'png', '-pix_fmt', 'rgb24']);

const open = async (path: string, type: 'mp4' | 'mov') => ({
  file: { path, type } as const,
  facts: { type, ...(await probeClip({ path, type })) },
  folder: mkdtempSync(join(home, 'run-')),
  onProgress: () => undefined,
});
type Opened = Awaited<ReturnType<typeof open>>;

const convert = (opened: Opened, wish: Partial<ClipWish>) =>
  convertClip({ ...opened, name: 'made', wish: { format: 'mp4', quality: 90, mute: false, speed: 1, ...wish } });

/** The colour in the middle of each quarter. */
async function readQuarters(picture: Parameters<typeof sharp>[0], raw?: { width: number; height: number }) {
  const opened = sharp(picture, raw && { raw: { ...raw, channels: 4 } });
  const { data, info } = await opened.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].flatMap(y =>
    [0.25, 0.75].map(x => {
      const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
      return [...data.subarray(at, at + 3)];
    }),
  );
}

const farthest = (found: readonly (readonly number[])[]) =>
  Math.max(...found.flatMap((colour, at) => colour.map((level, channel) => Math.abs(level - drawn[at]![channel]!))));

describe.skipIf(whyNoClips)('a clip that does not say its matrix', () => {
  test('keeps its colours in an animation, a poster, a frame and a film', async () => {
    const opened = await open(hd(), 'mp4');
    const { file, facts, folder } = opened;
    const gif = await convert(opened, { format: 'gif' });
    expect(farthest(await readQuarters(gif.path))).toBeLessThan(12);
    const read = { start: undefined, end: undefined, framesPerSecond: 5, shape: undefined };
    const { frames } = await readClipFrames({ ...opened, ...read });
    const first = frames.data.subarray(0, frames.width * frames.height * 4);
    expect(farthest(await readQuarters(first, frames))).toBeLessThan(12);
    const [poster, frame, film] = ['a.jpg', 'b.png', 'c.jpg'].map(name => join(folder, name));
    await writePoster(file, facts, poster!);
    await writeFrame(file, facts, frame!, { at: 0, size: { width: 320, height: 180 } });
    await writeFilm(file, facts, film!);
    for (const picture of [poster!, frame!]) expect(farthest(await readQuarters(picture))).toBeLessThan(12);
    const cell = sharp(film!).extract({ left: 0, top: 0, width: 170, height: 96 });
    expect(farthest(await readQuarters(await cell.png().toBuffer()))).toBeLessThan(12);
  });

  test('says its matrix once it is smaller, since players would assume another one', async () => {
    const { path } = await convert(await open(hd(), 'mp4'), { shortSide: 360 });
    expect(readColours(path)[0]).toBe('bt709');
    expect(farthest(lookAtQuarters(path))).toBeLessThan(12);
    const small = await convert(await open(sd(), 'mp4'), { shortSide: 360 });
    expect(readColours(small.path)[0]).toBe('smpte170m');
    expect(farthest(lookAtQuarters(small.path))).toBeLessThan(12);
  });

  test('gets the matrix by which it is converted where its frames are RGB', async () => {
    const opened = await open(rgb(), 'mov');
    const { path } = await convert(opened, {});
    expect(readColours(path)[0]).toBe('smpte170m');
    expect(farthest(lookAtQuarters(path))).toBeLessThan(12);
    const { file, facts, folder } = opened;
    const format = await readFormat(file, facts.streams![0]!, { width: 1280, height: 720 }, folder);
    expect(format.tags).toEqual(['-colorspace', 'smpte170m']);
  });
});
