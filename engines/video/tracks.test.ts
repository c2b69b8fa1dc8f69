// Clips with several sounds, subtitles and chapters: what each format keeps, in sync to 20 ms, and what a conversion says that it leaves out.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePlan } from 'contract/clip/require-plan.ts';
import type { ClipWish } from 'contract/clip/wish.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { convertClip } from './convert-clip.ts';
import { probeClip } from './probe-clip.ts';
import { restoreTracks } from './restore-tracks.ts';
import { shiftScript } from './shift-subtitles.ts';
import { whyNoClips } from './test-clips.ts';
import {
  beatSeconds,
  beats,
  chapters,
  cues,
  findFlashes,
  findTones,
  lookAtTracks,
  makeTracks,
  readTrackCues,
} from './test-tracks.ts';

const home = mkdtempSync(join(tmpdir(), 'tracks-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const makeRich = () =>
  makeTracks({
    folder: mkdtempSync(join(home, 'clip-')),
    name: 'rich.mkv',
    sounds: [
      ['ac3', '5.1(side)'],
      ['pcm_s16le', 'stereo'],
    ],
    subtitles: ['subrip', 'ass', 'pgs'],
  });

async function convert(path: string, type: 'mkv' | 'mp4', wish: Partial<ClipWish>) {
  const file = { path, type };
  const facts = { type, bytes: statSync(path).size, ...(await probeClip(file)) };
  const folder = mkdtempSync(join(home, 'made-'));
  const whole = { format: 'mp4', quality: 75, mute: false, speed: 1, ...wish } as const;
  return convertClip({ file, facts, wish: whole, folder, name: 'made', onProgress: () => undefined });
}

/** In seconds: 20 ms, and the millisecond to which Matroska rounds. */
const tolerance = 0.021;
/** A change of tempo that keeps the pitch moves a tone by up to one of its windows: 2,048 samples. */
const tempoTolerance = 2048 / 48_000;
const expectTimes = (found: readonly number[], right: readonly number[], max = tolerance) => {
  expect(found).toHaveLength(right.length);
  for (const [at, seconds] of right.entries()) expect(Math.abs(found[at]! - seconds)).toBeLessThanOrEqual(max);
};

/**
 * Expects every flash, tone, cue and chapter at the time at which a part of the clip has it, by the clock of the file's
 * beginning. Tones are compared by their middle: a change of tempo blurs both ends alike.
 */
function expectInSync(path: string, { start = 0, end = 6, speed = 1 }: Partial<ClipWish>) {
  const place = (seconds: number) => (Math.min(end, Math.max(start, seconds)) - start) / speed;
  const [zero = 0] = findFlashes(path).map((at, index) => at - place(beats[index]!));
  expect(Math.abs(zero)).toBeLessThan(0.03);
  expectTimes(
    findFlashes(path).map(at => at - zero),
    beats.map(place),
  );
  const { streams, chapters: found } = lookAtTracks(path);
  const count = (type: string) => streams.filter(({ codec_type: one }) => one === type).length;
  for (let at = 0; at < count('audio'); at++)
    expectTimes(
      findTones(path, at).map(tone => (tone.start + tone.end) / 2 - zero),
      beats.map(beat => place(beat + beatSeconds / 2)),
      speed === 1 ? tolerance : tempoTolerance,
    );
  const right = cues.filter(cue => cue.end > start && cue.start < end);
  for (let at = 0; at < count('subtitle'); at++) {
    if (streams.filter(({ codec_type: one }) => one === 'subtitle')[at]!.codec_name.includes('pgs')) continue;
    const read = readTrackCues(path, at);
    expect(read.map(({ text }) => text)).toEqual(right.map(({ text }) => text));
    expectTimes(
      read.flatMap(cue => [cue.start - zero, cue.end - zero]),
      right.flatMap(cue => [place(cue.start), place(cue.end)]),
    );
  }
  const kept = chapters.filter(chapter => chapter.end > start && chapter.start < end);
  expect(found.map(({ tags }) => tags.title)).toEqual(kept.map(({ title }) => title));
  expectTimes(
    found.map(one => one.start_time - zero),
    kept.map(one => place(one.start)),
    // Where a change of speed leaves frames out, a flash begins up to a frame late.
    speed === 1 ? tolerance : tempoTolerance,
  );
}

describe.skipIf(whyNoClips)('a clip with two sounds, three subtitle tracks and chapters', () => {
  test.each(['mp4', 'mov', 'mkv', 'webm'] as const)('keeps what %s holds, in sync', async format => {
    const made = await convert(makeRich(), 'mkv', { format });
    const { streams, format: file } = lookAtTracks(made.path);
    const sounds = streams.filter(({ codec_type: type }) => type === 'audio');
    const subtitles = streams.filter(({ codec_type: type }) => type === 'subtitle');
    expect(sounds.map(({ channels, tags, disposition }) => [channels, tags.language, disposition.default])).toEqual([
      [6, 'eng', 0],
      [2, 'ger', 1],
    ]);
    expect(sounds.map(({ tags }) => tags.title ?? tags.handler_name)).toEqual(['Sound 1', 'Sound 2']);
    expect(subtitles.map(({ tags }) => tags.language)).toEqual(
      format === 'mkv' ? ['jpn', 'chi', 'ger'] : ['jpn', 'chi'],
    );
    if (format !== 'mov') expect(subtitles[1]!.disposition.forced).toBe(1);
    expect([file.tags.title, file.tags.artist ?? file.tags.ARTIST]).toEqual(['A title', 'An artist']);
    expect(made.warnings).toEqual(format === 'mkv' ? [] : ['picture-subtitles-left-out', 'subtitle-styles-lost']);
    expectInSync(made.path, {});
  });

  test.each([
    { format: 'mp4', start: 0.8, end: 5.5 },
    { format: 'mkv', start: 0.8 },
    { format: 'webm', start: 0.8, speed: 2 },
    { format: 'mov', speed: 0.5 },
    { format: 'mkv', end: 5.3 },
  ] as const)('a part keeps them at its own times: %j', async wish => {
    const made = await convert(makeRich(), 'mkv', wish);
    expectInSync(made.path, wish);
  });

  test('chosen tracks are kept alone', async () => {
    const made = await convert(makeRich(), 'mkv', { sounds: [2], subtitles: [], chapters: false });
    expect(lookAtTracks(made.path).streams.map(({ codec_name: codec }) => codec)).toEqual(['h264', 'aac']);
    expect([made.warnings, lookAtTracks(made.path).chapters]).toEqual([[], []]);
    const sound = await convert(makeRich(), 'mkv', { format: 'm4a', sounds: [1] });
    expect(lookAtTracks(sound.path).streams[0]).toMatchObject({
      codec_name: 'aac',
      channels: 6,
      tags: { language: 'eng' },
    });
    expect(lookAtTracks(sound.path).chapters).toHaveLength(3);
  });

  test('frames that were encoded on their own get all of them back', async () => {
    const path = makeRich();
    const frames = (await convert(path, 'mkv', { mute: true, subtitles: [], chapters: false })).path;
    const file = { path, type: 'mkv' } as const;
    const facts = { ...file, bytes: statSync(path).size, ...(await probeClip(file)) };
    const plan = requirePlan(facts, { format: 'mp4', quality: 90, mute: false, speed: 1 });
    const made = join(mkdtempSync(join(home, 'made-')), 'whole.mp4');
    const { plan: done } = await restoreTracks({ frames, file, facts, plan, path: made });
    expect(done.losses.map(({ what }) => what)).toEqual(['picture-subtitles-left-out', 'subtitle-styles-lost']);
    expect(lookAtTracks(made).streams.filter(({ codec_type: type }) => type === 'audio')).toHaveLength(2);
    expectInSync(made, {});
  });

  test.each([
    ['aac', 'aac'],
    ['libmp3lame', 'mp3'],
  ])('an MP4 with a sound of %s, a second one and subtitles becomes an MKV with them', async (encoder, codec) => {
    const recipe = { folder: mkdtempSync(join(home, 'clip-')), name: 'rich.mp4', subtitles: ['mov_text'] };
    const path = makeTracks({
      ...recipe,
      sounds: [
        [encoder, 'stereo'],
        ['aac', 'mono'],
      ],
    });
    const made = await convert(path, 'mp4', { format: 'mkv' });
    expect([made.warnings, made.plan.video?.does]).toEqual([[], 'copy']);
    expect(made.facts.streams?.map(({ kind, codec: found }) => `${kind} ${found}`)).toEqual([
      ...['video h264', `sound ${codec}`, 'sound aac', 'subtitle subrip'],
    ]);
    expectInSync(made.path, {});
  });
});

test('cues of a script are cut to the part and slowed down with it', () => {
  const line = (start: string, end: string, text: string) => `Dialogue: 0,${start},${end},Default,,0,0,0,,${text}`;
  const script = [
    '[Events]',
    line('0:00:01.00', '0:00:02.00', 'a, b'),
    line('0:00:05.00', '1:00:00.00', 'c'),
    'Dialogue: odd',
  ].join('\r\n');
  expect(shiftScript(script, { start: 1.5, taken: 10, speed: 0.5 })?.split('\n')).toEqual([
    ...['[Events]', line('0:00:00.00', '0:00:01.00', 'a, b'), line('0:00:07.00', '0:00:20.00', 'c')],
  ]);
  expect(shiftScript(script, { start: 3, taken: 1, speed: 1 })).toBeUndefined();
});
