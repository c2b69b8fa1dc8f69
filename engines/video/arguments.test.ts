// The exact ffmpeg arguments: how untrusted files are opened, and how results are written.
import { type ClipPlan, planClip } from 'contract/clip/plan.ts';
import type { ClipFacts, ClipWish } from 'contract/clip/wish.ts';
import { AppError } from 'contract/errors.ts';
import { expect, test } from 'vitest';
import { readVersion } from './find-ffmpeg.ts';
import { correctBitrate, fitBitrate } from './fit-bitrate.ts';
import { openArguments, openPart } from './open-arguments.ts';
import { explainFailure, readProgress } from './run-ffmpeg.ts';
import { firstPassArguments, rateOfQuality, tempoFilters, videoFilters, writeArguments } from './write-arguments.ts';

const clip: ClipFacts = {
  bytes: 30_000_000,
  seconds: 60,
  width: 1920,
  height: 1080,
  streams: [
    { kind: 'video', codec: 'hevc', index: 3, pixelFormat: 'yuv420p10le', framesPerSecond: 25, isHdr: true },
    { kind: 'sound', codec: 'aac', index: 7, channels: 6 },
  ],
};
const wish: ClipWish = { format: 'mp4', quality: 75, mute: false, speed: 1 };
const writing = (changes: Partial<ClipWish> = {}) => {
  const whole = { ...wish, ...changes };
  return { plan: planClip(clip, whole) as ClipPlan, wish: whole, rate: rateOfQuality(whole), canToneMap: true };
};

test('a file is opened as the type of its bytes, with local files only and limits', () => {
  const args = openArguments({ path: '/scratch/input-1.mp4', type: 'mp4' }).join(' ');
  expect(args).toBe(
    '-protocol_whitelist file -format_whitelist mov -f mov -max_streams 64 -max_pixels 36000000 -i file:/scratch/input-1.mp4',
  );
  expect(openPart({ path: '/a', type: 'avi' }, { start: 1.5, taken: 2 }).join(' ')).toMatch(
    /-ss 1\.500 -t 2\.000 .*-i file:\/a$/,
  );
});

test('a playlist is never handed to ffmpeg', () => {
  expect(() => openArguments({ path: '/a', type: 'm3u8' })).toThrow(AppError);
});

test('streams are mapped by index, and nothing else is included', () => {
  const args = writeArguments(writing(), '/out.mp4').join(' ');
  expect(args).toContain('-map 0:3 -filter:v:0');
  expect(args).toContain('-map 0:7 -c:a:0 copy');
  expect(args).toContain('-sn -dn -map_metadata -1 -map_chapters -1');
  expect(args).toMatch(/-crf 21 .*-movflags \+faststart -f mp4 file:\/out\.mp4$/);
});

test('a copied HEVC track gets the tag that Apple players accept', () => {
  expect(writeArguments(writing({ format: 'mov' }), '/out.mov').join(' ')).toContain('-map 0:3 -c:v copy -tag:v hvc1');
});

test('HDR is tone-mapped only where the build supports it', () => {
  const { plan } = writing();
  expect(videoFilters(plan, wish, { canToneMap: true }).join()).toContain('tonemap=tonemap=mobius');
  expect(videoFilters(plan, wish, { canToneMap: false }).join()).not.toContain('zscale');
});

test('encoded audio keeps its channels where the codec can', () => {
  const heard = (format: ClipWish['format']) => writeArguments(writing({ format, speed: 2 }), '/out').join(' ');
  expect(heard('mp3')).toContain(
    '-map 0:7 -filter:a:0 aresample=async=1:first_pts=0,atempo=2.000000,aformat=channel_layouts=stereo -c:a:0 libmp3lame -b:a:0 192k',
  );
  expect(heard('mp4')).toContain('aformat=channel_layouts=5.1 -c:a:0 aac -b:a:0 400k');
  expect(heard('webm')).toContain('aformat=channel_layouts=5.1 -c:a:0 libopus -b:a:0 320k -mapping_family:a:0 1');
});

test.each([
  [1, []],
  [2, ['atempo=2.000000']],
  [4, ['atempo=2.000000', 'atempo=2.000000']],
  [0.25, ['atempo=0.500000', 'atempo=0.500000']],
  [1.5, ['atempo=1.500000']],
])('a speed of %f keeps the pitch', (speed, filters) => {
  expect(tempoFilters(speed)).toEqual(filters);
});

test('both passes share the statistics, and the first writes no file', () => {
  const sized = { ...writing({ targetMb: 5 }), rate: { kilobits: 600, pass: 1 } as const };
  expect(firstPassArguments(sized).join(' ')).toMatch(/-b:v 600k -pass 1 -passlogfile pass .*-an -sn -dn -f null -$/);
});

test('the bitrate is divided between video and audio, with a smaller frame when it is low', () => {
  const { plan } = writing({ targetMb: 50 });
  expect(fitBitrate(plan, 50 * 1024 * 1024)).toMatchObject({ soundKilobits: 160 });
  expect(fitBitrate(plan, 50 * 1024 * 1024)).not.toHaveProperty('shortSide');
  expect(fitBitrate(plan, 5 * 1024 * 1024)).toMatchObject({ shortSide: 720 });
  expect(fitBitrate(plan, 100_000)).toMatchObject({ impossible: { minBytes: expect.any(Number) } });
  const fit = { videoKilobits: 1000, soundKilobits: 0 };
  expect(correctBitrate(fit, plan, { made: 10_000_000, wanted: 8_000_000 })).toBeLessThan(810);
});

test('progress and versions are parsed from the output of ffmpeg', () => {
  expect(readProgress('out_time_us=5000000', 10)).toBe(0.5);
  expect(readProgress('out_time_us=N/A', 10)).toBeUndefined();
  expect(readProgress('frame=7', 10)).toBeUndefined();
  expect(readVersion('ffmpeg version 5.1.9-0+deb12u1 Copyright')).toEqual({
    version: '5.1.9-0+deb12u1',
    isNewEnough: true,
  });
  expect(readVersion('ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright')?.isNewEnough).toBe(false);
  expect(readVersion('ffprobe version n7.0 Copyright')?.isNewEnough).toBe(true);
  expect(readVersion('ffmpeg version N-112000-g01234567 Copyright')?.isNewEnough).toBe(true);
  expect(readVersion('no such program')).toBeUndefined();
});

test.each([
  ['file:/x: Invalid data found when processing input', 'FILE_CORRUPT'],
  ['av_interleaved_write_frame(): No space left on device', 'STORAGE_FULL'],
  ['Error while decoding: Cannot allocate memory', 'MEMORY_EXCEEDED'],
  ['Unrecognized option crf', undefined],
])('stderr with "%s" means %s', (words, code) => {
  expect(explainFailure(words)?.code).toBe(code);
});

test('a crash means a corrupt file, but a kill says nothing about the file', () => {
  expect(explainFailure('', 'SIGSEGV')?.code).toBe('FILE_CORRUPT');
  expect(explainFailure('Cannot allocate memory', 'SIGABRT')?.code).toBe('MEMORY_EXCEEDED');
  expect(explainFailure('', 'SIGXFSZ')?.code).toBe('RESULT_TOO_LARGE');
  expect(explainFailure('Invalid data found when processing input', 'SIGKILL')).toBeUndefined();
});

test('implausibly high sample rates are resampled to the usual rate', () => {
  const loud = { ...clip, streams: [{ kind: 'sound', codec: 'flac', index: 0, hertz: 655_350 }] } as const;
  const wav = { ...wish, format: 'wav' } as const;
  const plan = planClip(loud, wav) as ClipPlan;
  const args = writeArguments({ plan, wish: wav, rate: rateOfQuality(wav), canToneMap: false }, '/a.wav').join(' ');
  expect(args).toContain('-c:a:0 pcm_s16le -ar:a:0 48000');
});
