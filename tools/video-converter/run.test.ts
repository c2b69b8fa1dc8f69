// Tests converted clips: tracks, durations, pixels and samples of the result, for every input container.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectColours, quarters, refusalOf } from 'engines/test-pictures.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import {
  type ClipRecipe,
  containers,
  countFrames,
  h264,
  listen,
  lookAtQuarters,
  makeClip,
  nameColours,
  pitchOf,
  quartersOf,
  readTags,
  whyNoClips,
} from 'engines/video/test-clips.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { runs } from './run.ts';
import { convert, convertOnly } from './test-converter.ts';

/** Tolerance in levels for subsampled chroma that was encoded once or twice. */
const tolerance = 26;

const expectTone = (path: string) => expect(Math.abs(pitchOf(listen(path)) - 440)).toBeLessThan(12);

describe.skipIf(whyNoClips)('the video converter', () => {
  test.each(containers)('$name becomes an MP4 that plays everywhere', async ({ name, args }) => {
    const folder = await makeTestFolder();
    const made = await convert(makeClip({ folder, name, args }));
    expect([made.video?.codec, made.video?.pixelFormat, made.sound?.codec]).toEqual(['h264', 'yuv420p', 'aac']);
    expect(made.file).toMatchObject({ type: 'mp4', name: 'a.mp4', width: 160, height: 120 });
    expect(made.facts.seconds).toBeGreaterThan(0.85);
    expect(made.facts.seconds).toBeLessThan(1.2);
    expectColours(lookAtQuarters(made.file.path), quarters, tolerance);
    expectTone(made.file.path);
    // The index is at the start, so that the clip plays while it loads.
    expect(made.bytes.indexOf('moov')).toBeLessThan(made.bytes.indexOf('mdat'));
    expect(made.file.previewPath).toBeDefined();
  });

  test.each([
    ['mov', 'h264', 'aac'],
    ['mkv', 'h264', 'aac'],
    ['webm', 'vp9', 'opus'],
    ['gif', 'gif', undefined],
    ['mp3', undefined, 'mp3'],
    ['m4a', undefined, 'aac'],
    ['wav', undefined, 'pcm_s16le'],
  ] as const)('an MP4 becomes %s', async (format, video, sound) => {
    const made = await convert(makeClip({ folder: await makeTestFolder(), name: 'a.mp4' }), { format });
    expect([made.file.type, made.video?.codec, made.sound?.codec]).toEqual([format, video, sound]);
    if (video) expectColours(lookAtQuarters(made.file.path), quarters, tolerance);
    if (sound) expectTone(made.file.path);
    // The page compares sizes only if the result reports the size of its input.
    expect('inputBytes' in made.meta).toBe(format !== 'gif' && format !== 'wav');
  });

  test('compatible tracks are copied, others are encoded', async () => {
    const folder = await makeTestFolder();
    const fits = makeClip({ folder, name: 'fits.mkv' });
    const copied = await convertOnly(fits);
    expect(copied.meta).toMatchObject({ video: 'copy', sound: 'copy', warnings: [] });
    expect((await convertOnly(fits, { format: 'm4a' })).meta).toMatchObject({ video: 'none', sound: 'copy' });
    const small = await convertOnly(fits, { reencode: true, quality: 40 });
    expect(small.meta).toMatchObject({ video: 'encode', sound: 'copy' });
    expect(small.meta?.outputBytes).toBeLessThan(Number(copied.meta?.outputBytes));
    const pcm = makeClip({ folder, name: 'pcm.mov', args: [...h264, '-c:a', 'pcm_s16le'] });
    expect((await convertOnly(pcm)).meta).toMatchObject({ video: 'copy', sound: 'encode' });
    // Many phones cannot play 4:4:4.
    const full = makeClip({
      folder,
      name: 'full.mkv',
      args: ['-c:v', 'libx264', '-pix_fmt', 'yuv444p', '-c:a', 'aac'],
    });
    expect((await convertOnly(full)).meta).toMatchObject({ video: 'encode', sound: 'copy' });
    expect((await convertOnly(full, { format: 'mkv' })).meta).toMatchObject({ video: 'copy', sound: 'copy' });
  });

  test('a part of a clip starts and ends at the requested times', async () => {
    const folder = await makeTestFolder();
    // One second each of red, green and blue.
    const colours = ['red', 'lime', 'blue'].map(colour => `color=${colour}:s=160x120:r=25:d=1`);
    const picture = `${colours[0]}[r];${colours[1]}[g];${colours[2]}[b];[r][g][b]concat=n=3`;
    const made = await convert(makeClip({ folder, name: 'a.mp4', picture, seconds: 3 }), { start: 1, end: 2 });
    expect(made.meta).toMatchObject({ video: 'encode', sound: 'encode' });
    expect(Math.abs(made.facts.seconds! - 1)).toBeLessThan(0.05);
    expect(countFrames(made.file.path).frames).toBe(25);
    for (const at of [0, 0.9]) expectColours(lookAtQuarters(made.file.path, at), [[0, 255, 0]], tolerance);
    // A part that starts at the clip's start can be copied.
    const first = await convert(join(folder, 'a.mp4'), { end: 1 });
    expect(first.meta).toMatchObject({ video: 'copy', sound: 'copy' });
    expect(first.facts.seconds).toBeLessThan(1.3);
  });

  test.each([0.5, 4])('at a speed of %f video and sound stay in sync, and the pitch is kept', async speed => {
    const made = await convert(makeClip({ folder: await makeTestFolder(), name: 'a.mp4', seconds: 2 }), { speed });
    const lengths = [
      made.facts.seconds!,
      listen(made.file.path).length / 8000,
      countFrames(made.file.path).frames / made.video!.framesPerSecond!,
    ];
    for (const seconds of lengths) expect(Math.abs(seconds - 2 / speed)).toBeLessThan(0.12);
    expectTone(made.file.path);
    expect(made.video?.framesPerSecond).toBeLessThanOrEqual(25.1);
  });

  test('frames that were cut off without encoding stay hidden in every container', async () => {
    const folder = await makeTestFolder();
    const whole = makeClip({ folder, name: 'whole.mp4', seconds: 5, args: [...h264, '-g', '250', '-c:a', 'aac'] });
    expect((await probeClip({ path: whole, type: 'mp4' })).streams?.[0]?.hasHiddenStart).toBeUndefined();
    const cut = join(folder, 'cut.mp4');
    execFileSync('ffmpeg', ['-v', 'error', '-ss', '2', '-i', whole, '-c', 'copy', cut]);
    for (const format of ['mkv', 'mp4', 'm4a'] as const) {
      const { file } = await convertOnly(cut, { format });
      expect(Math.abs(file.durationSeconds! - 3)).toBeLessThan(0.15);
      if (format !== 'm4a') expect(Math.abs(countFrames(file.path).frames - 75)).toBeLessThanOrEqual(2);
    }
  });

  test('a muted clip has no sound, and neither has the result of a silent one', async () => {
    const folder = await makeTestFolder();
    const muted = await convert(makeClip({ folder, name: 'a.mp4' }), { mute: true });
    expect([muted.sound, muted.meta.sound, muted.meta.video]).toEqual([undefined, 'none', 'copy']);
    const silent = makeClip({ folder, name: 'silent.avi', sound: null, args: ['-c:v', 'mpeg4'] });
    expect((await convert(silent)).sound).toBeUndefined();
    expect(await refusalOf(convertOnly(silent, { format: 'mp3' }))).toBe('CLIP_WITHOUT_SOUND');
  });

  test('a sound file becomes sound, and never a clip', async () => {
    const folder = await makeTestFolder();
    const sound = makeClip({ folder, name: 'a.mp3', picture: null, args: ['-c:a', 'libmp3lame'] });
    expect((await convert(sound, { format: 'wav' })).sound?.codec).toBe('pcm_s16le');
    expect((await convertOnly(sound, { format: 'mp3' })).meta).toMatchObject({ sound: 'copy' });
    expect(await refusalOf(convertOnly(sound))).toBe('CLIP_WITHOUT_PICTURE');
    const inside = makeClip({ folder, name: 'only.mp4', picture: null, args: ['-c:a', 'aac'] });
    expect(await refusalOf(convertOnly(inside))).toBe('CLIP_WITHOUT_PICTURE');
  });

  test('odd sizes become even by one pixel, and a smaller size keeps the aspect ratio', async () => {
    const folder = await makeTestFolder();
    const picture = quartersOf('161x121', 1);
    const odd = makeClip({ folder, name: 'odd.mkv', picture, args: ['-c:v', 'ffv1', '-c:a', 'aac'] });
    expect((await convertOnly(odd)).file).toMatchObject({ width: 160, height: 120 });
    const small = await convertOnly(makeClip({ folder, name: 'a.mp4', picture: quartersOf('640x360', 1) }), {
      shortSide: 120,
    });
    expect(small.file).toMatchObject({ width: 214, height: 120 });
    expectColours(lookAtQuarters(small.file.path), quarters, tolerance);
    const wide = await convertOnly(join(folder, 'a.mp4'), { width: 200 });
    expect(wide.file).toMatchObject({ width: 200, height: 112 });
    // A larger short side never enlarges.
    expect((await convertOnly(join(folder, 'a.mp4'), { shortSide: 720 })).meta.video).toBe('copy');
  });

  test.each([
    [0.1, 4],
    [0.3, 4],
  ])('a size of %f MB is met within 3 %%', async (targetMb, seconds) => {
    const picture = `testsrc2=s=320x240:r=25:d=${seconds},noise=alls=30:allf=t`;
    const clip = makeClip({ folder: await makeTestFolder(), name: 'a.mp4', picture, seconds });
    const made = await convertOnly(clip, { targetMb });
    expect(made.meta.warnings).not.toContain('size-missed');
    expect(Math.abs(made.bytes.length / (targetMb * 1024 * 1024) - 1)).toBeLessThanOrEqual(0.03);
  });

  describe('a clip in a codec that needs fewer bits', () => {
    const picture = 'testsrc2=s=320x240:r=25:d=1,noise=alls=30:allf=t';
    const args = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-crf', '30'];
    const makeHevc = async () =>
      makeClip({ folder: await makeTestFolder(), name: 'phone.mp4', picture, sound: null, args });

    test('says that it became larger and why, and not where its codec is kept', async () => {
      const path = await makeHevc();
      const before = (await readFile(path)).length;
      const grown = await convertOnly(path);
      expect(grown.bytes.length).toBeGreaterThan(before * 1.5);
      expect(grown.meta.warnings).toEqual(['bigger-than-input', 'codec-needs-more']);
      const kept = await convertOnly(path, { format: 'mkv' });
      expect(kept.bytes.length).toBeLessThan(before * 1.05);
      expect(kept.meta).toMatchObject({ video: 'copy', warnings: [] });
    });
  });

  test('sound alone stays within a size, is refused, or says that it is larger', async () => {
    const noise = 'anoisesrc=d=20:r=44100:seed=7,aformat=channel_layouts=stereo';
    const args = ['-c:a', 'pcm_s16le'];
    const sound = makeClip({ folder: await makeTestFolder(), name: 'a.wav', picture: null, sound: noise, args });
    // An encoder of MP3 knows only certain bit rates, and takes the nearest.
    for (const targetMb of [0.175, 0.3]) {
      const made = await convertOnly(sound, { format: 'mp3', targetMb });
      expect(made.bytes.length / (targetMb * 1024 * 1024)).toBeGreaterThan(0.75);
      expect(made.bytes.length / (targetMb * 1024 * 1024)).toBeLessThanOrEqual(1.03);
      expect(made.meta.warnings).toEqual([]);
    }
    const mp3 = (await convertOnly(sound, { format: 'mp3' })).file.path;
    const again = await convertOnly(mp3, { format: 'mp3', targetMb: 0.3 });
    expect(again.bytes.length / (0.3 * 1024 * 1024)).toBeLessThanOrEqual(1.03);
    expect(await refusalOf(convertOnly(sound, { format: 'mp3', targetMb: 0.05 }))).toBe('TARGET_SIZE_IMPOSSIBLE');
    const min = await convertOnly(sound, { format: 'm4a', targetMb: 0.08 });
    const isLarger = min.bytes.length > 0.08 * 1024 * 1024 * 1.03;
    expect(min.meta.warnings).toEqual(isLarger ? ['size-missed'] : []);
  });

  test('an impossible target size is refused, and one that is already met changes nothing', async () => {
    const folder = await makeTestFolder();
    const long = makeClip({ folder, name: 'long.mp4', picture: quartersOf('160x120', 60, 5), seconds: 60 });
    expect(await refusalOf(convertOnly(long, { targetMb: 0.05 }))).toBe('TARGET_SIZE_IMPOSSIBLE');
    expect((await convertOnly(makeClip({ folder, name: 'a.mp4' }), { targetMb: 50 })).meta).toMatchObject({
      video: 'copy',
    });
  });

  test('a GIF has the requested frames and loops forever', async () => {
    const clip = makeClip({ folder: await makeTestFolder(), name: 'a.mp4', seconds: 2 });
    const made = await convertOnly(clip, { format: 'gif', fps: 10, shortSide: 120 });
    const { frames } = countFrames(made.file.path);
    expect(frames).toBeGreaterThanOrEqual(19);
    expect(frames).toBeLessThanOrEqual(21);
    expect(made.bytes.includes('NETSCAPE2.0')).toBe(true);
  });

  test('a GIF has the colours of its last picture, which nothing follows', async () => {
    const changes = `drawbox=c=blue:t=fill:enable='gte(t,0.5)',drawbox=c=red:t=fill:enable='gte(t,1)'`;
    const picture = `color=lime:s=160x120:r=25:d=1.5,${changes}`;
    const clip = makeClip({ folder: await makeTestFolder(), name: 'slides.mp4', picture, sound: null });
    for (const options of [{}, { start: 0.2 }, { speed: 2 }]) {
      const { file } = await convertOnly(clip, { format: 'gif', ...options });
      const { start = 0, speed = 1 } = options as { start?: number; speed?: number };
      const times = [0.3, 0.7, 1.2].map(time => (time - start) / speed);
      expect(nameColours(file.path, ...times)).toEqual(['green', 'blue', 'red']);
    }
  });

  test('location and device metadata are dropped, titles are kept', async () => {
    const folder = await makeTestFolder();
    const told = [
      '-metadata',
      'location=+52.5200+013.4050/',
      '-metadata',
      'comment=secret',
      '-metadata',
      'title=Holiday',
      '-metadata:s:a:0',
      'comment=secret',
    ];
    const clip = makeClip({ folder, name: 'a.mov', args: [...h264, '-c:a', 'aac', ...told] });
    for (const format of ['mp4', 'mkv', 'mp3'] as const) {
      const tags = readTags((await convertOnly(clip, { format })).file.path);
      expect(tags).not.toMatch(/secret|52\.52/);
      expect(tags).toContain('Holiday');
    }
  });

  test('a preview plays in every browser: compatible tracks are kept, others are encoded small', async () => {
    const folder = await makeTestFolder();
    const preview = async (recipe: Omit<ClipRecipe, 'folder'>) => {
      const path = makeClip({ folder, ...recipe });
      const { file, steps } = await tryRun(runs.view, z.object({}), {}, { inputs: { videoUrl: path } });
      expect(steps.at(-1)?.[0]).toBe(100);
      return {
        file,
        codecs: (await probeClip({ path: file.path, type: file.type })).streams?.map(({ codec }) => codec),
      };
    };
    const kept = await preview({ name: 'a.mkv' });
    expect(kept).toMatchObject({ file: { type: 'mp4', width: 160, height: 120 }, codecs: ['h264', 'aac'] });
    const args = ['-c:v', 'wmv2', '-c:a', 'wmav2', '-f', 'asf'];
    const small = await preview({ name: 'b.wmv', picture: quartersOf('960x720', 1), args });
    expect(small).toMatchObject({ file: { type: 'mp4', width: 640, height: 480 }, codecs: ['h264', 'aac'] });
    expectColours(lookAtQuarters(small.file.path, 0.5), quarters, tolerance);
    expectTone(small.file.path);
    // Compatible, but with more bits a second than most connections carry.
    const noise = 'testsrc2=s=960x720:r=25:d=1,noise=alls=60:allf=t';
    const heavy = await preview({ name: 'd.mkv', picture: noise, args: [...h264, '-crf', '1', '-c:a', 'aac'] });
    expect(heavy).toMatchObject({ file: { width: 640, height: 480 }, codecs: ['h264', 'aac'] });
    const sound = await preview({ name: 'c.ogg', picture: null, args: ['-c:a', 'libvorbis'] });
    expect(sound).toMatchObject({ file: { type: 'm4a' }, codecs: ['aac'] });
  });

  test('parts outside the clip are refused', async () => {
    const clip = makeClip({ folder: await makeTestFolder(), name: 'a.mp4' });
    expect(await refusalOf(convertOnly(clip, { start: 5 }))).toBe('CLIP_RANGE_EMPTY');
    expect(await refusalOf(convertOnly(clip, { start: 0.8, end: 0.2 }))).toBe('CLIP_RANGE_EMPTY');
  });
});
