// Tests that a clip is separated into a silent clip and its sound, of the same duration, each copied if possible.
import { expectColours, quarters, refusalOf } from 'engines/test-pictures.ts';
import { probeClip } from 'engines/video/probe-clip.ts';
import { h264, listen, lookAtQuarters, makeClip, pitchOf, whyNoClips } from 'engines/video/test-clips.ts';
import { lookAtTracks, makeTracks } from 'engines/video/test-tracks.ts';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { separateOptions } from './contract.ts';
import { runs } from './run.ts';

async function separate(path: string, options: z.input<typeof separateOptions> = {}) {
  const { output } = await tryRun(runs.separate, separateOptions, options, { inputs: { videoUrl: path } });
  const [clip, sound] = output.files;
  const kinds = async (file: typeof clip) =>
    ((await probeClip({ path: file!.path, type: file!.type })).streams ?? []).map(
      ({ kind, codec }) => `${kind} ${codec}`,
    );
  return { clip: clip!, sound: sound!, meta: output.meta, kinds: [await kinds(clip), await kinds(sound)] };
}

const tolerance = 26;
const makeMp4 = async (seconds = 1) => makeClip({ folder: await makeTestFolder(), name: 'talk.mp4', seconds });

describe.skipIf(whyNoClips)('separating video and sound', () => {
  test('an MP4 becomes a silent MP4 and an MP3 of the same length', async () => {
    const { clip, sound, meta, kinds } = await separate(await makeMp4());
    expect(kinds).toEqual([['video h264'], ['sound mp3']]);
    expect([clip.name, sound.name]).toEqual(['talk-silent.mp4', 'talk.mp3']);
    expect(meta).toMatchObject({ video: 'copy', sound: 'encode', warnings: [] });
    expectColours(lookAtQuarters(clip.path), quarters, tolerance);
    expect(Math.abs(pitchOf(listen(sound.path)) - 440)).toBeLessThan(12);
    expect(Math.abs(clip.durationSeconds! - sound.durationSeconds!)).toBeLessThan(0.1);
    expect(clip.previewPath).toBeDefined();
  });

  test('each of several sounds becomes a file, and the silent clip keeps subtitles and chapters', async () => {
    const path = makeTracks({
      folder: await makeTestFolder(),
      name: 'film.mkv',
      sounds: [
        ['aac', 'stereo'],
        ['ac3', '5.1(side)'],
      ],
      subtitles: ['subrip'],
    });
    const { output } = await tryRun(runs.separate, separateOptions, {}, { inputs: { videoUrl: path } });
    expect(output.files.map(({ name }) => name)).toEqual(['film-silent.mp4', 'film-1-eng.mp3', 'film-2-ger.mp3']);
    expect(output.meta?.warnings).toEqual(['channels-reduced']);
    const [clip, first, second] = output.files.map(file => lookAtTracks(file.path));
    expect(
      clip!.streams.filter(({ codec_type: type }) => type !== 'data').map(({ codec_name: codec }) => codec),
    ).toEqual([...['h264', 'mov_text']]);
    expect(clip!.chapters).toHaveLength(3);
    expect([first, second].map(sound => sound!.format.tags.title)).toEqual(['A title', 'A title']);
    const pitches = output.files.slice(1).map(({ path: one }) => pitchOf(listen(one).subarray(8200, 9200)));
    expect(Math.abs(pitches[0]! - 440)).toBeLessThan(40);
    expect(Math.abs(pitches[1]! - 880)).toBeLessThan(60);
  });

  test('compatible sound is copied and decodes to the same samples', async () => {
    const path = await makeMp4();
    const { sound, meta } = await separate(path, { format: 'm4a' });
    expect(meta).toMatchObject({ sound: 'copy' });
    const [before, after] = [listen(path), listen(sound.path)];
    expect(after.length).toBe(before.length);
    expect(Math.max(...after.map((sample, at) => Math.abs(sample - before[at]!)))).toBeLessThan(1e-4);
  });

  test.each([
    ['webm', 'video vp8', ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'], 'copy'],
    ['mov', 'video h264', [...h264, '-c:a', 'pcm_s16le'], 'copy'],
    ['avi', 'video h264', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], 'encode'],
  ] as const)('the video of %s is copied if players support it', async (extension, track, args, does) => {
    const path = makeClip({ folder: await makeTestFolder(), name: `a.${extension}`, args });
    const { kinds, meta } = await separate(path, { format: 'wav' });
    expect([kinds[0], meta?.video]).toEqual([[track], does]);
    expect(kinds[1]).toEqual(['sound pcm_s16le']);
  });

  test('a part of both starts and ends at the requested times', async () => {
    const { clip, sound } = await separate(await makeMp4(3), { start: 0.5, end: 2 });
    for (const file of [clip, sound]) expect(Math.abs(file.durationSeconds! - 1.5)).toBeLessThan(0.1);
  });

  test('a clip without sound and a sound file are refused', async () => {
    const folder = await makeTestFolder();
    const silent = makeClip({ folder, name: 'silent.mp4', sound: null, args: h264 });
    expect(await refusalOf(separate(silent))).toBe('CLIP_WITHOUT_SOUND');
    const only = makeClip({ folder, name: 'only.mp4', picture: null, args: ['-c:a', 'aac'] });
    expect(await refusalOf(separate(only))).toBe('CLIP_WITHOUT_PICTURE');
  });
});
