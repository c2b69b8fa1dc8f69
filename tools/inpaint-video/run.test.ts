// Tests removal from real clips: pixels under a mark are restored, all others are unchanged, and unclear marks are refused.
import { execFileSync } from 'node:child_process';
import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClipRecipe,
  compareBeneath,
  makeMarkedClip,
  makeSubtitledClip,
  readAll,
} from 'engines/clip-marks/test-marked-clips.ts';
import { dilate } from 'engines/pixels/morphology.ts';
import { sharp } from 'engines/sharp.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { countFrames, makeClip, readColours, whyNoClips } from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { findOptions, removeOptions } from './contract.ts';
import { runs } from './run.ts';

const [width, height] = [240, 136];
/** A ring and strokes in the upper right corner. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke="#fff" stroke-width="3">
  <circle cx="166" cy="24" r="9"/><path d="M184 34v-20h8a6 6 0 0 1 0 12h-8M206 20v14M206 14v2M214 20l8 14M222 20l-8 14"/></svg>`;
const box = { x: 150, y: 8, w: 80, h: 34 };

const draw = async (more: Partial<ClipRecipe> = {}) =>
  makeMarkedClip({
    folder: await makeTestFolder(),
    name: 'clip',
    photo: photos.chair,
    x: '30+n*8',
    y: '120+n*3',
    width,
    height,
    seconds: 2,
    svg,
    opacity: 0.5,
    ...more,
  });

const remove = (path: string, options: object, masks: readonly string[] = []) =>
  tryRun(runs.remove, removeOptions, options, { inputs: { videoUrl: path }, lists: { brushUrls: masks } });
const auto = (path: string, options: object = {}) =>
  tryRun(runs.auto, findOptions, options, { inputs: { videoUrl: path } });

/** Returns the mean difference, in levels, of all pixels that are more than a few away from the mark. */
function compareOutside(a: Uint8Array, b: Uint8Array, { x: left, y: top, w, h } = box): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i + 2 < Math.min(a.length, b.length); i += 3) {
    const [x, y] = [(i / 3) % width, Math.floor(i / 3 / width) % height];
    if (x > left - 8 && x < left + w + 8 && y > top - 8 && y < top + h + 8) continue;
    sum += Math.abs(a[i]! - b[i]!);
    count++;
  }
  return sum / count;
}

describe.skipIf(whyNoClips)('marks of clips', () => {
  test('a translucent mark in a box is unblended, and the rest, the sound and the colour tags of PAL are unchanged', async () => {
    const clip = await draw({ sound: true });
    const path = join(await makeTestFolder(), 'pal.mp4');
    const tags = 'h264_metadata=transfer_characteristics=5:colour_primaries=5:matrix_coefficients=5';
    execFileSync('ffmpeg', ['-v', 'error', '-i', clip.path, '-c', 'copy', '-bsf:v', tags, path]);
    const { file, output, steps } = await remove(path, { list: [box] });
    expect(file.name).toBe('pal-clean.mp4');
    expect(readColours(file.path)).toEqual(['bt470bg', 'bt470bg', 'bt470bg']);
    expect([file.width, file.height]).toEqual([width, height]);
    expect(countFrames(file.path).frames).toBe(50);
    const [clean, marked, ours] = [clip.cleanPath, clip.path, file.path].map(path => readAll(path));
    const delogo = readAll(clip.path, `delogo=x=${box.x}:y=${box.y}:w=${box.w}:h=${box.h}`);
    expect(compareBeneath(ours!, clean!, clip)).toBeGreaterThan(compareBeneath(delogo, clean!, clip) + 4);
    expect(compareOutside(ours!, marked!)).toBeLessThan(1.2);
    expect(output.meta).toMatchObject({ sound: 'copy', warnings: [], restored: 1, marks: [{ how: 'restored' }] });
    const { streams } = await probeClip({ path: file.path, type: 'mp4' });
    expect(streams!.map(({ codec }) => codec)).toEqual(['h264', 'aac']);
    const percents = steps.map(([percent]) => percent);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
  });

  test.each([
    { name: 'clip.avi', how: ['-c:v', 'mpeg4', '-q:v', '2'] },
    { name: 'clip.mp4', how: ['-c:v', 'copy', '-movflags', '+faststart'] },
  ])('of a truncated $name the existing part is processed, with a warning', async ({ name, how }) => {
    const clip = await draw({ seconds: 6.4, x: '30+n*3', y: '120+n' });
    const args = ['-i', clip.path, ...how];
    const path = makeClip({ folder: await makeTestFolder(), name, picture: null, sound: null, args });
    const whole = await readFile(path);
    await truncate(path, Math.round(whole.length * 0.54));
    const { file, output } = await remove(path, { list: [box] });
    const { frames } = countFrames(file.path);
    expect(frames).toBeGreaterThan(75);
    expect(frames).toBeLessThan(110);
    expect(output.meta).toMatchObject({ warnings: ['cut-short'] });
    const preview = await remove(path, { list: [box], previewAt: 0 });
    expect(preview.output.meta).toMatchObject({ warnings: [] });
  });

  test("a plate wider than the scene's motion is removed completely", async () => {
    const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="112" y="92" width="104" height="26" fill="#fff"/></svg>`;
    const clip = await draw({ svg: plate, opacity: 0.55, filters: 'gblur=3' });
    const { file } = await remove(clip.path, { list: [{ x: 84, y: 66, w: 156, h: 70 }] });
    const [clean, ours] = [readAll(clip.cleanPath), readAll(file.path)];
    const delogo = readAll(clip.path, 'delogo=x=110:y=90:w=108:h=30');
    expect(compareBeneath(ours, clean, clip)).toBeGreaterThan(compareBeneath(delogo, clean, clip) + 4);
  });

  test('a clip of 240 frames a second keeps them all', async () => {
    const args = ['-c:v', 'libx264', '-preset', 'ultrafast'];
    const picture = `testsrc2=s=${width}x${height}:r=240:d=0.25`;
    const path = makeClip({
      folder: await makeTestFolder(),
      name: 'fast.mp4',
      picture,
      sound: null,
      seconds: 0.25,
      args,
    });
    const { file } = await remove(path, { list: [box] });
    expect(countFrames(file.path).frames).toBe(60);
  });

  test('where the areas of two finds overlap, the pixels of the surer one stay', async () => {
    // A ring in front of dark hair, which looks like a second mark below it.
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">
      <g fill="#fff"><circle cx="430" cy="44" r="22"/><circle cx="430" cy="44" r="13" fill="#d02828"/></g>
      <g fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round">
        <path d="M466 60v-32h12a9 9 0 0 1 0 18h-12M498 36v24M498 27v3M510 36l16 24M526 36l-16 24M536 36l6 24 7-20 7 20 6-24M572 60v-24M572 42q4-7 11-6M592 36v24M592 27v3"/></g></svg>`;
    const motion = { photo: photos.friendsDark, x: '80+n*3+14*sin(n/5)', y: '220+n*1.5+12*sin(n/4)' };
    const clip = await draw({ width: 640, height: 360, seconds: 3, svg: drawn, opacity: 0.7, ...motion });
    const { file } = await auto(clip.path);
    const [removed, clean] = [readAll(file.path), readAll(clip.cleanPath)];
    let wrong = 0;
    for (let i = 0; i < clean.length; i++) if (Math.abs(removed[i]! - clean[i]!) > 60) wrong++;
    expect(wrong).toBeLessThan(20);
  });

  test('an opaque mark is filled from frames that show the hidden pixels', async () => {
    const clip = await draw({ opacity: 1 });
    const { file } = await remove(clip.path, { list: [box] });
    const [clean, ours] = [readAll(clip.cleanPath), readAll(file.path)];
    const delogo = readAll(clip.path, `delogo=x=${box.x}:y=${box.y}:w=${box.w}:h=${box.h}`);
    expect(compareBeneath(ours, clean, clip)).toBeGreaterThan(compareBeneath(delogo, clean, clip) + 4);
  });

  test('a mark is found without a box, and frames outside of its time are unchanged', async () => {
    const clip = await draw({ seconds: 3, when: 'lt(t,2)', photo: photos.friendsDark });
    const { file, output } = await auto(clip.path);
    const [first] = output.boxes!;
    expect(first!.x).toBeGreaterThan(box.x - 12);
    expect(first!.x + first!.w).toBeLessThan(width + 1);
    expect(first!.y + first!.h).toBeLessThan(box.y + box.h + 12);
    const [clean, marked, ours] = [clip.cleanPath, clip.path, file.path].map(path => readAll(path));
    const frame = width * height * 3;
    const begin = (bytes: Buffer) => bytes.subarray(0, 45 * frame);
    const end = (bytes: Buffer) => bytes.subarray(55 * frame);
    expect(compareBeneath(begin(ours!), begin(clean!), clip)).toBeGreaterThan(
      compareBeneath(begin(marked!), begin(clean!), clip) + 8,
    );
    expect(compareBeneath(end(ours!), end(clean!), clip)).toBeGreaterThan(
      compareBeneath(end(marked!), end(clean!), clip) - 1,
    );
  });

  test('a mark that jumps between corners is found in each of them with its times, and only there pixels change', async () => {
    const moves = [
      { x: 0, y: 0, from: 0, to: 2.8 },
      { x: -140, y: 0, from: 2.8, to: 5.2 },
      { x: 0, y: 84, from: 5.2, to: 8 },
    ];
    const along = (axis: 'x' | 'y') =>
      `if(lt(t,2.8),${moves[0]![axis]},if(lt(t,5.2),${moves[1]![axis]},${moves[2]![axis]}))`;
    const clip = await draw({
      seconds: 8,
      photo: photos.friendsDark,
      x: '300+280*sin(n/40)',
      y: '250+240*sin(n/57)',
      shift: { x: along('x'), y: along('y') },
    });
    const { file, output } = await auto(clip.path);
    const marks = output.meta!.marks as { x: number; y: number; w: number; h: number; start: number; end: number }[];
    const inTurn = marks.toSorted((a, b) => a.start - b.start);
    expect(inTurn).toHaveLength(moves.length);
    for (const [at, { x, y, start, end }] of inTurn.entries()) {
      const move = moves[at]!;
      expect(Math.abs(x - (156 + move.x))).toBeLessThan(12);
      expect(Math.abs(y - (14 + move.y))).toBeLessThan(12);
      expect(Math.abs(start - move.from)).toBeLessThan(0.3);
      expect(Math.abs(end - move.to)).toBeLessThan(0.3);
    }
    const [clean, marked, ours] = [clip.cleanPath, clip.path, file.path].map(path => readAll(path));
    const delogos = moves.map(({ x, y }) =>
      readAll(clip.path, `delogo=x=${box.x + x}:y=${box.y + y}:w=${box.w}:h=${box.h}`),
    );
    const frame = width * height * 3;
    for (const [at, { x, y, from, to }] of moves.entries()) {
      const part = (bytes: Buffer) => bytes.subarray(Math.round(from * 25) * frame, Math.round(to * 25) * frame);
      const opacity = clip.opacity.map((_, i) => {
        const [u, v] = [(i % width) - x, Math.floor(i / width) - y];
        return u >= 0 && v >= 0 && u < width && v < height ? clip.opacity[v * width + u]! : 0;
      });
      const score = (bytes: Buffer) => compareBeneath(part(bytes), part(clean!), { opacity });
      expect(score(ours!)).toBeGreaterThan(score(delogos[at]!) + 3);
      // In the other corners and everywhere else, the difference is that of a second encode at high quality.
      const own = { ...box, x: box.x + x, y: box.y + y };
      expect(compareOutside(part(ours!), part(marked!), own)).toBeLessThan(2);
    }
  });

  test('with a static camera an opaque mark is filled without flicker, and the result says so', async () => {
    const clip = await draw({ x: '300', y: '200', opacity: 1, seconds: 1, photo: photos.forest });
    expect(await refusalOf(auto(clip.path))).toBe('MARK_UNCLEAR');
    const mask = join(await makeTestFolder(), 'mask.png');
    const white = Buffer.from(dilate(clip.opacity, width, height, 2).map(value => value * 255));
    await sharp(white, { raw: { width, height, channels: 1 } })
      .png()
      .toFile(mask);
    const painted = await remove(clip.path, {}, [mask]);
    const drawn = await remove(clip.path, { list: [box] });
    expect(painted.output.meta).toMatchObject({ restored: 0, marks: [{ how: 'filled' }], warnings: [] });
    expect(drawn.output.meta).toMatchObject({ restored: 0, marks: [{ how: 'filled' }] });
    const frame = width * height * 3;
    const [clean, marked] = [clip.cleanPath, clip.path].map(path => readAll(path));
    for (const { file } of [painted, drawn]) {
      const ours = readAll(file.path);
      expect(compareBeneath(ours, clean!, clip)).toBeGreaterThan(compareBeneath(marked!, clean!, clip) + 8);
      const shifted = ours.subarray(frame);
      expect(compareBeneath(shifted, ours.subarray(0, shifted.length), clip)).toBeGreaterThan(38);
    }
  });

  test('each line of subtitles is removed while it is shown, and static text is kept', async () => {
    const size = { width: 320, height: 180 };
    const scene = { photo: photos.friendsDark, x: '80+n*3', y: '220+n*1.5', ...size, seconds: 3.6 };
    const clip = await makeSubtitledClip({ folder: await makeTestFolder(), name: 'spoken', ...scene }, [
      { start: 0.5, end: 1.7, text: '我们明天再出发吧' },
      { start: 1.7, end: 3, text: 'Where are you going?' },
      { start: 0, end: 9, text: 'STATION', style: { place: 'top' } },
    ]);
    const { file, output } = await auto(clip.path, { what: 'subtitles' });
    const marks = output.meta!.marks as { start: number; end: number }[];
    expect(marks).toHaveLength(2);
    for (const [at, line] of clip.lines.slice(0, 2).entries()) {
      expect(Math.abs(marks[at]!.start * 25 - line.from)).toBeLessThan(6);
      expect(Math.abs(marks[at]!.end * 25 - line.to)).toBeLessThan(6);
    }
    const [clean, marked, ours] = [clip.cleanPath, clip.path, file.path].map(path => readAll(path));
    const frame = size.width * size.height * 3;
    for (const line of clip.lines.slice(0, 2)) {
      const during = (bytes: Buffer) => bytes.subarray(line.from * frame, line.to * frame);
      expect(compareBeneath(during(ours!), during(clean!), line)).toBeGreaterThan(30);
      expect(compareBeneath(during(marked!), during(clean!), line)).toBeLessThan(12);
    }
    expect(compareBeneath(ours!, marked!, clip.lines[2]!)).toBeGreaterThan(35);
    const below = { list: [{ x: 0, y: 60, w: 320, h: 60 }] };
    expect(await refusalOf(auto(clip.path, { what: 'subtitles', ...below }))).toBe('SUBTITLES_NOT_FOUND');
    const drawn = await auto(clip.path, { what: 'subtitles', findOnly: true, list: [{ x: 0, y: 0, w: 320, h: 40 }] });
    expect(drawn.output.boxes).toHaveLength(1);
  });

  test('subtitles are found while the camera pans across rich texture, which changes as much as at a cut', async () => {
    const size = { width: 320, height: 180 };
    const scene = { photo: photos.map, x: '40+n*14', y: '200+n*3', ...size, seconds: 2.6, filters: 'eq=contrast=2' };
    const clip = await makeSubtitledClip({ folder: await makeTestFolder(), name: 'panned', ...scene }, [
      { start: 0, end: 1.2, text: '我们明天再出发吧' },
      { start: 1.3, end: 2.6, text: 'Where are you going?' },
    ]);
    const { output } = await auto(clip.path, { what: 'subtitles', findOnly: true });
    expect(output.meta!.marks).toHaveLength(2);
  });

  test('a preview is three seconds long, and an area outside of the frame is refused', async () => {
    const clip = await draw({ seconds: 3.6 });
    const { file } = await remove(clip.path, { list: [box], previewAt: 0.3 });
    expect(file.durationSeconds).toBeCloseTo(3, 1);
    expect(await refusalOf(remove(clip.path, { list: [{ ...box, x: 900 }] }))).toBe('MASK_EMPTY');
    expect(await refusalOf(remove(clip.path, {}))).toBe('MASK_EMPTY');
    // So small that no pixel lies in it.
    const nothing = { x: 10, y: 10, w: 1e-300, h: 1e-300 };
    expect(await refusalOf(remove(clip.path, { list: [nothing] }))).toBe('MASK_EMPTY');
    expect(await refusalOf(auto(clip.path, { list: [nothing], findOnly: true }))).toBe('MASK_EMPTY');
    const find = (area: object) => auto(clip.path, { findOnly: true, list: [{ ...box, ...area }] });
    expect(await refusalOf(find({ x: 900 }))).toBe('MASK_EMPTY');
    expect(await refusalOf(find({ start: 60 }))).toBe('MASK_EMPTY');
    expect((await find({ start: 1, end: 60 })).output.meta).toMatchObject({ marks: [{ ...box, start: 1, end: 3.6 }] });
  });
});
