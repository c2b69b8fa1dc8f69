// Filmstrip and waveform of clips with known colours and loudness: each frame matches its time, each peak the level of its interval.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countPeaks, planFilm } from 'contract/clip/views.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { sharp } from '../sharp.ts';
import { refusalOf } from '../test-pictures.ts';
import { type ProbedClip, probeClip } from './probe-clip.ts';
import { readPeaks } from './read-peaks.ts';
import { h264, makeClip, whyNoClips } from './test-clips.ts';
import { writeFilm } from './write-film.ts';
import { writeFrame, writePoster } from './write-poster.ts';

const home = mkdtempSync(join(tmpdir(), 'views-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const makeFolder = () => mkdtempSync(join(home, 'run-'));

/** One second each of red, green and blue. */
const colours = ['dc2828', '28b43c', '283cdc'];
const changing = [
  ...colours.map((colour, at) => `color=c=0x${colour}:s=160x90:r=25:d=1[c${at}]`),
  '[c0][c1][c2]concat=n=3:v=1',
].join(';');
const keyEverySecond = [...h264, '-g', '25', '-c:a', 'aac'];

/** The strongest channel in the centre of each frame, in order. */
async function readFilm(path: string, facts: ProbedClip): Promise<string> {
  const plan = planFilm(facts)!;
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([plan.columns * plan.cell.width, plan.rows * plan.cell.height]);
  const names = Array.from({ length: plan.count }, (_, number) => {
    const x = ((number % plan.columns) + 0.5) * plan.cell.width;
    const y = (Math.floor(number / plan.columns) + 0.5) * plan.cell.height;
    const at = (Math.floor(y) * info.width + Math.floor(x)) * info.channels;
    const pixel = [...data.subarray(at, at + 3)];
    return 'rgb'[pixel.indexOf(Math.max(...pixel))];
  });
  return names.join('');
}

describe.skipIf(whyNoClips)('views of clips', () => {
  test.each([
    ['a second', keyEverySecond],
    ['a frame', [...h264, '-g', '1']],
  ])('the film shows the middle of each step, decoding all frames or some of a key frame %s', async (_, args) => {
    const path = makeClip({ folder: makeFolder(), name: 'a.mp4', picture: changing, seconds: 3, args });
    const file = { path, type: 'mp4' } as const;
    const facts = await probeClip(file);
    expect(planFilm(facts)).toMatchObject({ count: 12, columns: 10, rows: 2, cell: { width: 170, height: 96 } });
    const whole = join(makeFolder(), 'film.jpg');
    await writeFilm(file, facts, whole);
    expect(await readFilm(whole, facts)).toBe('rrrrggggbbbb');
    // Claims a frame rate at which decoding every frame would take too long.
    const fast = { ...facts, streams: facts.streams!.map(stream => ({ ...stream, framesPerSecond: 1e6 })) };
    const sampled = join(makeFolder(), 'film.jpg');
    await writeFilm(file, fast, sampled);
    expect(await readFilm(sampled, facts)).toBe('rrrrggggbbbb');
  });

  test.each([
    ['wide', '2000x500', [960, 240]],
    ['tall', '500x2000', [240, 960]],
    ['small', '60x100', [60, 100]],
  ])('the poster of a %s clip has sides of at most 960 pixels', async (name, size, sides) => {
    const path = makeClip({ folder: home, name: `${name}.mp4`, picture: `color=red:s=${size}:r=5:d=1` });
    const file = { path, type: 'mp4' } as const;
    const poster = join(makeFolder(), 'poster.jpg');
    expect(await writePoster(file, await probeClip(file), poster)).toBe(true);
    const { width, height } = await sharp(poster).metadata();
    expect([width, height]).toEqual(sides);
  });

  test.each([
    ['of 40 ms', 1 / 25],
    ['of two minutes with sound', 120],
  ])('the poster of a clip of one frame, %s, is that frame', async (name, seconds) => {
    const picture = `color=0xdc2828:s=160x90:r=1/${seconds}:d=${seconds}`;
    const recipe = { folder: home, name: `one frame ${name}.mp4`, picture, seconds };
    const file = { path: makeClip({ ...recipe, ...(seconds < 1 && { sound: null }) }), type: 'mp4' } as const;
    const poster = join(makeFolder(), 'poster.jpg');
    expect(await writePoster(file, await probeClip(file), poster)).toBe(true);
    const { data } = await sharp(poster).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(180);
    expect(data[2]).toBeLessThan(90);
  });

  test('a transport stream has a poster and frames at their times, although only its first frame is a key frame', async () => {
    const args = [...h264, '-bf', '2', '-g', '250', '-c:a', 'aac'];
    const path = makeClip({ folder: home, name: 'one-key.ts', picture: changing, seconds: 3, args });
    const file = { path, type: 'ts' } as const;
    const facts = await probeClip(file);
    expect(await writePoster(file, facts, join(makeFolder(), 'poster.jpg'))).toBe(true);
    const seen: string[] = [];
    for (const at of [0, 0.5, 1.5, 2.5, 9]) {
      const frame = join(makeFolder(), 'frame.png');
      await writeFrame(file, facts, frame, { at, size: { width: 16, height: 9 } });
      const pixel = [...(await sharp(frame).raw().toBuffer()).subarray(0, 3)];
      seen.push('rgb'[pixel.indexOf(Math.max(...pixel))]!);
    }
    // Beyond the end, it is the first frame.
    expect(seen.join('')).toBe('rrgbr');
  });

  test('the film of a truncated clip repeats its last frame', async () => {
    const path = makeClip({ folder: home, name: 'b.ts', picture: changing, seconds: 3, args: keyEverySecond });
    const file = { path, type: 'ts' } as const;
    const facts = await probeClip(file);
    const film = join(makeFolder(), 'film.jpg');
    await writeFilm(file, { ...facts, seconds: facts.seconds! * 2 }, film);
    expect(await readFilm(film, { ...facts, seconds: facts.seconds! * 2 })).toMatch(/^r+g+b{16,}$/);
  });

  test('peaks show where there is sound and where there is silence', async () => {
    const sound = "sine=frequency=440:duration=2,volume='if(lt(t,1),0,1)':eval=frame";
    const path = makeClip({ folder: home, name: 'c.wav', picture: null, sound, args: ['-c:a', 'pcm_s16le'] });
    const file = { path, type: 'wav' } as const;
    const facts = await probeClip(file);
    const peaks = await readPeaks(file, facts, makeFolder());
    expect(peaks).toHaveLength(countPeaks(2));
    expect(Math.max(...peaks.slice(0, 48))).toBeLessThan(2);
    // lavfi's tone is an eighth of full scale.
    expect(Math.min(...peaks.slice(54, 98))).toBeGreaterThan(9);
    expect(Math.max(...peaks)).toBeLessThan(16);
  });

  test('a clip without sound has no peaks, and one without a picture no film', async () => {
    const path = makeClip({ folder: home, name: 'd.mp4', sound: null, args: h264 });
    const file = { path, type: 'mp4' } as const;
    const facts = await probeClip(file);
    expect(await refusalOf(readPeaks(file, facts, makeFolder()))).toBe('CLIP_WITHOUT_SOUND');
    expect(await refusalOf(writeFilm(file, { ...facts, streams: [] }, join(home, 'x.jpg')))).toBe(
      'CLIP_WITHOUT_PICTURE',
    );
  });
});
