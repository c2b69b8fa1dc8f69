// Conversion plans: what is copied, how large the result is, and why some requests are impossible.
import { expect, test } from 'vitest';
import { crfOfQuality, expectBytes, isSizeMeasured } from './expect-bytes.ts';
import type { ClipPlan } from './plan.ts';
import { chooseSize, planClip, takePart, workOf } from './plan.ts';
import type { ClipFacts, ClipWish } from './wish.ts';

const clip: ClipFacts = {
  type: 'mkv',
  bytes: 30_000_000,
  seconds: 60,
  width: 1920,
  height: 1080,
  streams: [
    { kind: 'video', codec: 'h264', index: 0, pixelFormat: 'yuv420p', framesPerSecond: 25, turn: 0 },
    { kind: 'sound', codec: 'aac', index: 1, channels: 2 },
    { kind: 'sound', codec: 'ac3', index: 2, channels: 6, isDefault: true },
  ],
};
const wish: ClipWish = { format: 'mp4', quality: 75, mute: false, speed: 1 };
const plan = (changes: Partial<ClipWish>, facts: ClipFacts = clip) =>
  planClip(facts, { ...wish, ...changes }) as ClipPlan;

test('compatible streams are copied, all sounds are kept, and sound alone is the one that a player would choose', () => {
  const { video, sounds } = plan({});
  expect(video?.does).toBe('copy');
  expect(sounds.map(({ does, stream, layout }) => [stream.index, does, layout])).toEqual([
    [1, 'copy', undefined],
    [2, 'encode', '5.1'],
  ]);
  expect(plan({ format: 'mkv' }).sounds.map(({ does }) => does)).toEqual(['copy', 'copy']);
  expect(plan({ format: 'webm' }).video?.does).toBe('encode');
  const alone = plan({ format: 'mp3' });
  expect(alone.sounds.map(({ stream }) => stream.index)).toEqual([2]);
  expect(alone.losses).toEqual([
    { what: 'sounds-left-out', count: 1 },
    { what: 'channels-reduced', count: 1 },
  ]);
});

test('chosen tracks are kept, the others are no loss, and a track that does not exist is refused', () => {
  const chosen = plan({ sounds: [1], channels: 'stereo' });
  expect([chosen.sounds.map(({ stream }) => stream.index), chosen.losses]).toEqual([[1], []]);
  expect(plan({ format: 'wav', sounds: [1] }).sounds[0]?.stream.index).toBe(1);
  expect(plan({ sounds: [] }).sounds).toEqual([]);
  expect(planClip(clip, { ...wish, sounds: [0] })).toBe('track-missing');
  expect(planClip(clip, { ...wish, subtitles: [2] })).toBe('track-missing');
  expect(planClip(clip, { ...wish, format: 'mp3', sounds: [] })).toBe('no-sound');
});

test.each([{ start: 1 }, { speed: 2 }, { reencode: true }, { width: 640 }, { shortSide: 720 }, { targetMb: 5 }])(
  'a video that %j changes is encoded',
  changes => {
    expect(plan(changes).video?.does).toBe('encode');
  },
);

test.each([{ end: 30 }, { shortSide: 1080 }, { mute: true }, { targetMb: 100 }])(
  'a video that %j leaves unchanged is copied',
  changes => {
    expect(plan(changes).video?.does).toBe('copy');
  },
);

test('sound alone is copied only within the target size', () => {
  const sound: ClipFacts = {
    type: 'mp3',
    bytes: 12_000_000,
    seconds: 300,
    streams: [{ kind: 'sound', codec: 'mp3', index: 0, channels: 2, bitsPerSecond: 320_000 }],
  };
  const does = (changes: Partial<ClipWish>) => plan({ format: 'mp3', ...changes }, sound).sounds[0]?.does;
  expect([does({ targetMb: 5 }), does({ targetMb: 12 }), does({})]).toEqual(['encode', 'copy', 'copy']);
  expect(does({ targetMb: 5, end: 60 })).toBe('copy');
});

test('hidden frames at the start are not copied into a container without edit lists', () => {
  const [video, ...others] = clip.streams!;
  const cut = { ...clip, streams: [{ ...video!, hasHiddenStart: true }, ...others] };
  const does = (format: ClipWish['format']) => plan({ format }, cut).video?.does;
  expect([does('mkv'), does('mp4'), does('mov')]).toEqual(['encode', 'copy', 'copy']);
});

test('the quality option changes the bitrate of audio-only files', () => {
  const kilobits = (quality: number, reencode = true) => {
    const asked = { ...wish, format: 'm4a', quality, reencode } as const;
    const facts = { ...clip, streams: clip.streams?.slice(0, 2) };
    return Math.round((expectBytes(facts, asked, plan(asked, facts)) * 8) / 60_000);
  };
  expect([kilobits(90), kilobits(75), kilobits(55)]).toEqual([256, 160, 96]);
  expect(plan({ format: 'm4a' }, { ...clip, streams: clip.streams?.slice(0, 2) }).sounds[0]?.does).toBe('copy');
  // Next to video, audio is copied however the video is encoded.
  expect(plan({ reencode: true }, { ...clip, streams: clip.streams?.slice(0, 2) }).sounds[0]?.does).toBe('copy');
});

test('every impossible request has its own reason', () => {
  const [picture, ...sounds] = clip.streams ?? [];
  expect(planClip({ ...clip, streams: sounds }, wish)).toBe('no-picture');
  expect(planClip({ ...clip, streams: [picture!] }, { ...wish, format: 'mp3' })).toBe('no-sound');
  expect(planClip(clip, { ...wish, start: 70 })).toBe('range-empty');
  // Less than ffmpeg is told, which is milliseconds.
  expect(planClip(clip, { ...wish, start: 1, end: 1.0004 })).toBe('range-empty');
  expect(planClip(clip, { ...wish, start: 1, end: 1.001 })).not.toBe('range-empty');
  expect(planClip({ ...clip, seconds: 901 }, wish)).toBe('too-long');
  // A recording of exactly 15 minutes, whose sound is padded.
  expect(planClip({ ...clip, seconds: 900.03 }, wish)).not.toBe('too-long');
  expect(planClip({ ...clip, seconds: 60.03 }, { ...wish, format: 'gif' })).not.toBe('gif-too-long');
  expect(planClip({ ...clip, seconds: 901 }, { ...wish, end: 60 })).not.toBe('too-long');
  // Sound alone goes by the limits of speech.
  expect(planClip({ ...clip, seconds: 7200.03 }, { ...wish, format: 'mp3' })).not.toBe('too-long');
  expect(planClip({ ...clip, seconds: 7201 }, { ...wish, format: 'mp3' })).toBe('too-long');
  expect(planClip({ ...clip, seconds: 61 }, { ...wish, format: 'gif' })).toBe('gif-too-long');
});

test('a header without duration, or with an excessive frame rate or side, is refused', () => {
  expect(planClip({ ...clip, seconds: undefined }, wish)).toBe('no-length');
  const [picture, ...sounds] = clip.streams ?? [];
  const fast = { ...clip, streams: [{ ...picture!, framesPerSecond: 1_000_000 }, ...sounds] };
  expect(plan({ speed: 2 }, fast).framesPerSecond).toBe(240);
  expect(planClip({ ...clip, width: 16, height: 4000 }, { ...wish, width: 4096 })).toBe('frame-too-large');
  expect(planClip({ ...clip, width: 20_000, height: 100 }, { ...wish, speed: 2 })).toBe('frame-too-large');
  expect(planClip({ ...clip, width: 20_000, height: 100 }, wish)).not.toBe('frame-too-large');
});

test('a clip with a variable rate keeps the motion of its lively parts', () => {
  const [picture, ...sounds] = clip.streams!;
  const screen = { ...clip, streams: [{ ...picture!, framesPerSecond: 4, isVariable: true }, ...sounds] };
  expect(plan({ speed: 2 }, screen).framesPerSecond).toBe(30);
  expect(plan({ format: 'gif', fps: 15, end: 10 }, screen).framesPerSecond).toBe(15);
  expect(plan({ speed: 0.5 }, screen).framesPerSecond).toBe(15);
});

test('sizes are even, keep their aspect ratio, and follow the shorter side', () => {
  expect(chooseSize(clip, { format: 'mp4', shortSide: 720 })).toEqual({ width: 1280, height: 720 });
  expect(chooseSize({ width: 1080, height: 1920 }, { format: 'mp4', shortSide: 720 })).toEqual({
    width: 720,
    height: 1280,
  });
  expect(chooseSize({ width: 853, height: 481 }, { format: 'mp4' })).toEqual({ width: 852, height: 480 });
  expect(chooseSize(clip, { format: 'gif' })).toEqual({ width: 640, height: 360 });
});

test('a part is clamped to the clip', () => {
  expect(takePart(clip, { start: 50, end: 500 })).toEqual({ start: 50, taken: 10 });
  expect(takePart(clip, {})).toEqual({ start: 0, taken: 60 });
});

test('the expected size follows copied bits, encoded pixels, or the target size', () => {
  const bytes = (changes: Partial<ClipWish>) => expectBytes(clip, { ...wish, ...changes }, plan(changes));
  // The sound with six channels is encoded with more bits than it had.
  expect(bytes({})).toBeCloseTo(31_800_000, -6);
  expect(bytes({ sounds: [1] })).toBeCloseTo(28_800_000, -6);
  expect(bytes({ end: 30 })).toBeCloseTo(bytes({}) / 2, -5);
  expect(bytes({ shortSide: 720 })).toBeLessThan(bytes({ shortSide: 1080, speed: 1 }));
  expect(bytes({ targetMb: 5 })).toBe(5 * 1024 * 1024);
  expect(bytes({ format: 'wav' })).toBeCloseTo(44_100 * 6 * 2 * 60, -3);
  expect(bytes({ format: 'wav', channels: 'stereo' })).toBeCloseTo((1_411_200 / 8) * 60, -3);
  // A target is met even where the clip is smaller, and sound alone stays below it.
  expect(bytes({ shortSide: 720, targetMb: 100 })).toBe(100 * 1024 * 1024);
  expect(bytes({ format: 'mp3', targetMb: 1 })).toBe(1024 * 1024);
  expect(bytes({ format: 'mp3', targetMb: 100 })).toBe((320_000 / 8) * 60);
});

test('a video in a codec that needs fewer bits than H.264 is expected to grow', () => {
  const [picture, ...sounds] = clip.streams!;
  const bytes = (codec: string, format: ClipWish['format'] = 'mp4') => {
    const facts = { ...clip, bytes: 3_000_000, streams: [{ ...picture!, codec }, ...sounds.slice(0, 1)] };
    const asked = { ...wish, format, reencode: true, mute: true };
    return expectBytes(facts, asked, plan(asked, facts)) / bytesOfVideo;
  };
  const bytesOfVideo = 3_000_000 - (160_000 / 8) * 60;
  const growth = ['h264', 'hevc', 'av1'].map(codec => bytes(codec));
  expect(growth[0]).toBeCloseTo(1.2, 1);
  expect(growth[1]).toBeGreaterThan(2);
  expect(growth[2]).toBeGreaterThan(growth[1]!);
  expect(bytes('vp9', 'webm')).toBeGreaterThan(1);
  expect(bytes('mpeg2video')).toBe(growth[0]);
});

test('only a video that is encoded at a quality has to be measured', () => {
  const isMeasured = (changes: Partial<ClipWish>) => isSizeMeasured({ ...wish, ...changes }, plan(changes));
  expect([isMeasured({}), isMeasured({ format: 'mp3' }), isMeasured({ targetMb: 5 })]).toEqual([false, false, false]);
  expect([isMeasured({ speed: 2 }), isMeasured({ format: 'gif' })]).toEqual([true, true]);
});

test('encoding is measured in pixels, copying in seconds, and a higher quality has a lower CRF', () => {
  expect(workOf(plan({ format: 'mkv' }))).toBe(60);
  expect(workOf(plan({ speed: 2 }))).toBeCloseTo(1.92 * 1.08 * 25 * 30, 0);
  expect([100, 75, 50].map(crfOfQuality)).toEqual([14, 21, 28]);
});
