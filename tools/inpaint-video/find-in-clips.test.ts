// Tests which marks are found in clips, and that nothing else is: soft scenes, a gap in a line, no mark at all, and a camera that does not move.
import { type ClipRecipe, compareBeneath, makeMarkedClip, readAll } from 'engines/clip-marks/test-marked-clips.ts';
import { refusalOf } from 'engines/test-pictures.ts';
import { whyNoClips } from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { findOptions, removeOptions } from './contract.ts';
import { runs } from './run.ts';

const [width, height] = [640, 360];
const frame = (drawn: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}</svg>`;
/** Letters as strokes, so that every machine draws the same. */
const letters = {
  // CHAN 5, with a gap of a letter's width.
  channel:
    'M32 4a14 14 0 1 0 0 22M44 0v30M44 15h20M64 0v30M76 30l12-30 12 30M80 20h16M112 30v-30l22 30v-30M192 0h-18l-2 13a10 10 0 1 1-2 14',
  photo:
    'M0 24v-24h8a7 7 0 0 1 0 14h-8M26 0v24M26 12h14M40 0v24M50 12a10 12 0 1 0 20 0a10 12 0 1 0-20 0M76 0h18M85 0v24M100 12a10 12 0 1 0 20 0a10 12 0 1 0-20 0',
};
const plate = frame(
  `<rect x="470" y="300" width="150" height="42" fill="#1a3c8c"/><path d="${letters.photo}" transform="translate(485 309)" fill="none" stroke="#fff" stroke-width="4"/>`,
);
const channel = (x: number, y: number, thickness: number) =>
  frame(
    `<path d="${letters.channel}" transform="translate(${x} ${y})" fill="none" stroke="#fff" stroke-width="${thickness}"/>`,
  );
/** A filled sign without writing, in a corner. */
const sign = frame('<circle cx="66" cy="58" r="30" fill="#e23b2e"/><path d="M52 44l32 14-32 14z" fill="#fff"/>');
/** An icon with two lines beside it, as clip platforms lay it over: it jumps to the other corner after half of the clip. */
const platform = frame(
  `<g transform="translate(410 296)" fill="none" stroke="#fff" stroke-width="4"><path d="M14 34a10 10 0 1 0 8 10v-36c4 8 8 10 16 10" stroke-width="7"/>
  <path d="${letters.photo}" transform="translate(60 2)"/><path d="${letters.channel}" transform="translate(60 34) scale(0.7)"/></g>`,
);
const places = [
  { x: 410, y: 300, w: 188, h: 50 },
  { x: 30, y: 30, w: 188, h: 50 },
] as const;
const jump = { x: 'if(lt(t,1.6),0,-380)', y: 'if(lt(t,1.6),0,-270)' };
const inside = { x: 418, y: 290, w: 188, h: 44 };

// What moves little takes longer to tell from a mark.
const soft = { seconds: 4, photo: photos.sea, x: '100+n*3', y: '300-n*1.2', filters: 'gblur=7,noise=alls=3:allf=t' };
const people = { seconds: 2.6, photo: photos.friendsDark, x: '80+n*3+14*sin(n/5)', y: '220+n*1.5+12*sin(n/4)' };
const still = { seconds: 2.6, photo: photos.friendsStairs, x: '300', y: '240', filters: 'noise=alls=4:allf=t' };

const draw = async (
  scene: Pick<ClipRecipe, 'photo' | 'x' | 'y' | 'filters' | 'seconds' | 'shift'>,
  svg: string,
  opacity: number,
) =>
  makeMarkedClip({
    ...{ folder: await makeTestFolder(), name: 'clip', width, height, svg, opacity },
    ...scene,
  });

const auto = (path: string, options: object = {}) =>
  tryRun(runs.auto, findOptions, options, { inputs: { videoUrl: path } });

interface Found {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly isSure: boolean;
}

const covers = (a: Found, b: Omit<Found, 'isSure'>) =>
  a.x <= b.x && a.y <= b.y && a.x + a.w >= b.x + b.w && a.y + a.h >= b.y + b.h;

describe.skipIf(whyNoClips)('finding marks in clips', () => {
  test('an opaque plate is found in a soft scene, and only it is removed', async () => {
    const clip = await draw(soft, plate, 1);
    const { file, output } = await auto(clip.path);
    expect(output.meta!.marks).toHaveLength(1);
    expect(output.boxes).toMatchObject([{ kind: 'mark' }]);
    const [clean, ours] = [readAll(clip.cleanPath), readAll(file.path)];
    const delogo = readAll(clip.path, 'delogo=x=469:y=299:w=152:h=44');
    expect(compareBeneath(ours, clean, clip)).toBeGreaterThan(compareBeneath(delogo, clean, clip));
  });

  test('a sign before a plain sky is found while the rest of the scene moves', async () => {
    // Its border with the scene moves as well: a horizon that stays would be one of a camera that does.
    const isSky = (scale: number) => `lt(${scale}*Y,140+30*sin(${scale}*X/60+N/4))`;
    const [luma, blue, red] = ['lum(X,Y)', 'cb(X,Y)', 'cr(X,Y)'];
    const sky = `geq=lum='if(${isSky(1)},170,${luma})':cb='if(${isSky(2)},140,${blue})':cr='if(${isSky(2)},115,${red})'`;
    const clip = await draw({ ...people, filters: `${sky},noise=alls=3:allf=t` }, sign, 1);
    const { output } = await auto(clip.path, { findOnly: true });
    const marks = output.meta!.marks as Found[];
    expect(marks.map(({ isSure }) => isSure)).toEqual([true]);
    expect(covers(marks[0]!, { x: 37, y: 29, w: 58, h: 58 })).toBe(true);
  });

  test('a figure after a gap belongs to the word before it', async () => {
    const clip = await draw(people, channel(410, 296, 7), 0.5);
    const { output } = await auto(clip.path, { findOnly: true });
    const marks = output.meta!.marks as Found[];
    expect(marks).toHaveLength(1);
    expect(covers(marks[0]!, inside)).toBe(true);
    const { file } = await auto(clip.path);
    const [clean, ours] = [readAll(clip.cleanPath), readAll(file.path)];
    const delogo = readAll(clip.path, 'delogo=x=410:y=288:w=204:h=48');
    expect(compareBeneath(ours, clean, clip)).toBeGreaterThan(compareBeneath(delogo, clean, clip) + 4);
  });

  test.each([
    ['a camera that moves', people, true],
    ['a camera that does not move', still, false],
  ] as const)('a mark that jumps is found whole, where and while it is shown, before %s', async (_, scene, isSure) => {
    const clip = await draw({ ...scene, seconds: 3.2, shift: jump }, platform, 0.85);
    const { output } = await auto(clip.path, { findOnly: true });
    const marks = output.meta!.marks as (Found & { start: number; end: number })[];
    const byTime = marks.toSorted((one, other) => one.start - other.start);
    expect(byTime.map(mark => [mark.isSure, mark.start < 0.8, mark.end > 2.4])).toEqual([
      [isSure, true, false],
      [isSure, false, true],
    ]);
    for (const [at, place] of places.entries()) expect(covers(byTime[at]!, place)).toBe(true);
  });

  test.each([soft, people])('nothing is found where there is no mark', async scene => {
    const clip = await draw(scene, frame(''), 1);
    expect(await refusalOf(auto(clip.path))).toMatch(/^MARK_NOT_FOUND$/);
  });

  test('before a camera that does not move a logo without writing is proposed whole', async () => {
    const sign = '<path fill-rule="evenodd" d="M0 0h78v60h-78zM9 9h60v42h-60z"/><path d="M30 17l28 13l-28 13z"/>';
    const logo = frame(`<g transform="translate(540 22)" fill="#fff">${sign}</g>`);
    const clip = await draw({ ...still, seconds: 1.6 }, logo, 0.6);
    const { output } = await auto(clip.path, { findOnly: true });
    const marks = output.meta!.marks as Found[];
    expect(marks.map(({ isSure }) => isSure)).toEqual([false]);
    expect(covers(marks[0]!, { x: 540, y: 22, w: 78, h: 60 })).toBe(true);
  });

  test('before a camera that does not move it asks, and a confirmed find is restored', async () => {
    const clip = await draw(still, channel(426, 306, 11), 0.5);
    expect(await refusalOf(auto(clip.path))).toBe('MARK_UNCLEAR');
    const { output } = await auto(clip.path, { findOnly: true });
    const [mark, ...others] = output.meta!.marks as Found[];
    expect(others).toEqual([]);
    expect(mark!.isSure).toBe(false);
    expect(output.boxes![0]!.score).toBeLessThan(0.5);
    expect(output.files).toEqual([]);
    const { x, y, w, h } = mark!;
    const confirmed = { list: [{ x, y, w, h }] };
    const removed = await tryRun(runs.remove, removeOptions, confirmed, { inputs: { videoUrl: clip.path } });
    const [clean, marked, ours] = [clip.cleanPath, clip.path, removed.file.path].map(path => readAll(path));
    expect(compareBeneath(ours!, clean!, clip)).toBeGreaterThan(compareBeneath(marked!, clean!, clip) + 10);
    const { data, meta } = { data: removed.output, meta: removed.output.meta! };
    expect(data.boxes).toHaveLength(1);
    expect(meta.marks).toMatchObject([{ how: 'restored' }]);
  });
});
